import { expect, test } from 'vitest';
import { checkDefaults } from '../defaults/check-defaults.ts';
import { findDefaults } from '../defaults/find-defaults.ts';
import { literalOf, readDefaults } from '../test-kit/read-defaults.ts';

const TABLE = `# Defaults

## \`ReadOptions\`

| Option | Default | Unit |
|---|---|---|
| \`timeoutMs\` | \`10_000\` | ms |
| \`clock\` | the system's clock | |

Another table:

| Option | Meaning |
|---|---|
| \`other\` | nothing |

### \`read\`

| Time | Value | Unit |
|---|---|---|
| longest pause | \`60\` | s |
`;

const API = 'export interface ReadOptions {\n}\nexport function read(options?: ReadOptions): void;\n';

const SOURCE = `
export interface ReadOptions {
  /** The time, 10,000 by default. */
  readonly timeoutMs?: number;
  /** The system's clock by default. */
  readonly clock?: Clock;
}
export const read = ({ timeoutMs = 10_000 }: ReadOptions) => timeoutMs;
`;

const problems = (source: string, table = TABLE) =>
  checkDefaults({
    table: 'defaults.md',
    rows: readDefaults(table).filter(({ isFixed }) => !isFixed),
    api: API,
    sources: new Map([['read.ts', findDefaults('read.ts', source)]]),
  });

test('reads the rows of tables that have a column of defaults or values', () => {
  expect(readDefaults(TABLE)).toEqual([
    { owner: 'ReadOptions', option: 'timeoutMs', text: '`10_000`', isFixed: false },
    { owner: 'ReadOptions', option: 'clock', text: "the system's clock", isFixed: false },
    { owner: 'read', option: 'longest pause', text: '`60`', isFixed: true },
  ]);
});

test.each([
  ['`10_000`', 10_000],
  ['`0n`', 0n],
  ["`'head'`", 'head'],
  ['`false`', false],
  ['`url`', undefined],
  ['ten', undefined],
  ['`1` or `2`', undefined],
])('reads the cell %s as %s', (cell, value) => {
  expect(literalOf(cell)).toBe(value);
});

test('accepts a table that has every default', () => {
  expect(problems(SOURCE)).toEqual([]);
});

test('reports a documented default without a row', () => {
  expect(problems(SOURCE, TABLE.replace(/.*`clock`.*\n/, ''))).toEqual([
    'read.ts:6: the default of ReadOptions.clock has no row in defaults.md',
  ]);
});

test.each(['pollMs = 500', 'pollMs = POLL_MS', 'pollMs = 5 * 100', 'pollMs: pause = 500'])(
  'reports a default in code, "%s", of a public option without a row',
  (pattern) => {
    const source = SOURCE.replace('readonly clock', '/** A pause. */\n  readonly pollMs?: number;\n  readonly clock');
    const withCode = source.replace('timeoutMs = 10_000', pattern);
    expect(problems(withCode.replace('/** The system', '// '))).toEqual([
      'read.ts:10: pollMs has a default and no row in defaults.md',
    ]);
  },
);

test('reports a default after ??, but not a value that an answer leaves out', () => {
  const source = SOURCE.replace('?: Clock;', '?: Clock;\n  readonly size?: number;');
  expect(problems(`${source}const size = options.size ?? 5;`)).toEqual([
    'read.ts:10: size has a default and no row in defaults.md',
  ]);
  expect(problems(`${source}const size = answer.size ?? 5;`)).toEqual([]);
});

test('reports a row of an option that does not exist', () => {
  expect(problems(SOURCE.replaceAll('timeoutMs', 'limitMs').replace('10,000 by default', ''))).toContain(
    'defaults.md: ReadOptions.timeoutMs is not an option of the public API',
  );
});
