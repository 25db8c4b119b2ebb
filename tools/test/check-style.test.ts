import { describe, expect, test } from 'vitest';
import { checkPage } from '../style/check-page.ts';
import { checkStyle } from '../style/check-style.ts';

const problems = (text: string) => checkStyle('file.ts', text).map(({ line, rule }) => `${line} ${rule}`);

test('accepts a file that keeps the rules', () => {
  const text = `const MAX_SIZE = 5 * 2;
const sizes = [MAX_SIZE];
/**
 * Measures a text, in bytes.
 *
 * Source: docs/protocol/bandwidth.md.
 *
 * @param text - any length
 * @returns bytes
 */
export const size = (text: string) => Math.min(text.length, MAX_SIZE, ...sizes);
`;
  expect(problems(text)).toEqual([]);
});

test('reports a comment line that is too long, in any position', () => {
  const long = 'word '.repeat(30);
  expect(problems(`// ${long}\nlet a = 1; // ${long}\n/**\n * ${long}\n */\nexport { a };\n`)).toEqual([
    '1 comment-length',
    '2 comment-length',
    '4 comment-length',
  ]);
});

test.each(['count the number', 'count: the number', 'count', 'count – the number'])(
  'reports "@param %s" for its form',
  (parameter) => {
    const text = `/**\n * Counts.\n *\n * @param ${parameter}\n */\nexport const f = (count: number) => count;\n`;
    expect(problems(text)).toEqual(['4 param-form']);
  },
);

test('reports a source that stands behind a tag', () => {
  const text =
    '/**\n * Counts.\n *\n * @returns a number\n *\n * Source: docs/protocol/bandwidth.md.\n */\nexport const f = () => 1;\n';
  expect(problems(text)).toEqual(['6 source-first']);
});

test.each(['5', "'text'", '`text`', '-1n', '2 ** 63', '(1 + 2) * 3', "'a' as string", 'true'])(
  'reports a module constant in lower case that is %s',
  (value) => {
    expect(problems(`export const limit = ${value};\n`)).toEqual(['1 constant-name']);
  },
);

test.each(['[1]', '{ a: 1 }', 'f(1)', '() => 1', '/a/', '`${a}`'])(
  'accepts a module constant in lower case that is %s',
  (value) => {
    expect(problems(`const limit = ${value};\nexport { limit };\n`)).toEqual([]);
  },
);

test.each(['UnitsError', 'FeeError', 'RpcError', 'MockNodeError'])(
  'reports a guard that a %s of another copy of the package would not pass',
  (name) => {
    expect(problems(`export const is = (error: unknown) => error instanceof ${name};\n`)).toEqual(['1 error-guard']);
  },
);

describe("a test's bound", () => {
  const rules = (text: string) => checkStyle('packages/units/test/file.test.ts', text).map(({ rule }) => rule);

  test.each([
    "test('x', run, 60_000);",
    "test('x', { timeout: 60_000 }, run);",
    "test.each([1])('x', { timeout: 120_000 }, run);",
    "describe('x', () => {\n  test('y', run, scaled(30_000));\n});",
    "test('x', run, 60_000 * scaled(1));",
    'beforeAll(start, 60_000);',
  ])('is reported below what the project gives: %s', (text) => {
    expect(rules(text)).toEqual(['test-bound']);
  });

  test.each([
    "test('x', run);",
    "test('x', { timeout: 600_000 }, run);",
    "test('x', run, 300_000);",
    "run('x', { timeout: 60_000 });",
    'test.each([60_000])("x", run);',
  ])('is accepted: %s', (text) => {
    expect(rules(text)).toEqual([]);
  });
});

const PHRASES = [
  'so that',
  'whoever',
  'as far as',
  'of its own',
  'in turn',
  'of no use',
  'the same again',
  'refuses',
  'refused',
  'Of their  own',
  'at once',
  'but for',
  'goes on',
  'went on',
  'for ever',
  'again and again',
  'one of another',
  'strangers',
  'are told of',
  'what is no',
  'that are none',
];

describe.each(PHRASES)('reports "%s"', (phrase) => {
  test('in a line comment', () => {
    expect(problems(`// First.\n// It is, ${phrase}.\nexport {};\n`)).toEqual(['2 phrase']);
  });

  test('in a docstring, even across two lines', () => {
    const broken = phrase.replace(' ', '\n * ');
    expect(problems(`/**\n * It is ${broken}.\n */\nexport {};\n`)).toEqual(['2 phrase']);
  });

  test.each(['test', 'it.each(rows)', 'describe', 'test.skipIf(old).each(rows)'])('in the title of %s', (callee) => {
    expect(problems(`let rows, old;\n${callee}('is ${phrase}', () => {});\n`)).toEqual(['2 phrase']);
  });

  test('on a page', () => {
    expect(checkPage('docs/page.md', `# Title\n\nIt is, ${phrase}.\n`)).toMatchObject([{ line: 3, rule: 'phrase' }]);
  });
});

test.each([
  ['code', '// Calls `refuse()`, `as far as` it can.'],
  ['a block of code', '/**\n * Calls:\n * ```ts\n * refuse();\n * ```\n */'],
  ['a term of the network', '// The connection refused by the system.'],
  ['its own owner', '// The deployer of its own contract, one of its own.'],
  ['a contrast', '// It is not for money but for fun.'],
  ['a comparison', '// A value that is no longer valid, or that is no more than 5.'],
  ['a place', '// It goes on the stack.'],
])('accepts %s with the words of a phrase', (_, text) => {
  expect(problems(`${text}\nexport {};\n`)).toEqual([]);
  expect(problems("export const REASON = 'so that';\n")).toEqual([]);
});

test('reports a decision that names no page', () => {
  expect(problems('/**\n * Counts.\n *\n * Source: Decision: it is simple.\n */\nexport {};\n')).toEqual([
    '4 ritual-line',
  ]);
});

describe('the length of a page', () => {
  const length = (file: string, words: number) =>
    checkPage(file, `# ${'word '.repeat(words - 1)}\n`).map(({ rule, message }) => `${rule}: ${message}`);

  test.each([
    ['packages/units/README.md', 1200],
    ['docs/guides/pay-out.md', 900],
  ])('of %s is at most %d words', (file, words) => {
    expect(length(file, words)).toEqual([]);
    expect(length(file, words + 1)).toEqual([
      expect.stringMatching(`^page-length: .*${words + 1} words, at most ${words}`),
    ]);
  });

  test('has no limit for other pages', () => {
    expect(length('docs/protocol/staking.md', 6000)).toEqual([]);
  });
});
