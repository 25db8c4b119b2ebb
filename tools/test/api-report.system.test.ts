// Real time: the compiler runs as a process for each comparison.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNarrowings } from '../api/find-narrowings.ts';
import { writeReport } from '../api/write-report.ts';

const CHECK_API = resolve(import.meta.dirname, '../check-api.ts');

const OPTIONS = `export interface Options {
    readonly mode?: 'fast' | 'safe';
    readonly retries?: number;
}`;
const CODE = `export interface Answer extends Inner {
    readonly amount: bigint;
    readonly note?: string;
}

export function ask(question: string, options?: Options): Promise<Answer>;

export interface Box<Value> {
    readonly value: Value;
}

export function box<Value>(value: Value): Box<Value>;

interface Inner {
    readonly depth: number;
}

export const LIMIT = 5;

export function open(store?: string): Store;

${OPTIONS}

export class Planted {
    constructor(code: PlantedErrorCode);
    readonly code: PlantedErrorCode;
}

export type PlantedErrorCode = keyof PlantedErrorContexts;

export interface PlantedErrorContexts {
    LATE: {
        readonly by: number;
    };
    LOST: {
        readonly at: number;
    };
}

export interface Store {
    get(key: string | number): string;
}`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'api-report-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('writeReport', () => {
  test('lists the declarations of every entry, without docstrings, with those that only an exported one reaches', () => {
    const manifest = {
      name: 'planted',
      version: '0.1.0',
      type: 'module',
      exports: {
        '.': { types: './dist/index.d.ts', default: './dist/index.js' },
        './extra': { types: './dist/extra.d.ts', default: './dist/extra.js' },
        './package.json': './package.json',
      },
    };
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(
      join(folder, 'dist/index.d.ts'),
      `/** Options of a call. */\n${OPTIONS.replaceAll(/^ {4}/gm, '    /** One. */\n$&')}
       declare const inner: string;
       export type Inner = typeof inner;
       interface Unreached { x: 1 }
       export {};\n`,
    );
    writeFileSync(
      join(folder, 'dist/extra.d.ts'),
      "export declare const extra: string;\nexport type { Options } from './index.ts';\n",
    );
    expect(writeReport(folder).text).toBe(`# Public API of \`planted\`

Written by \`npx -y pnpm@12 api\`; do not edit. A change here is a change for users.

## \`planted\`

\`\`\`ts
export type Inner = typeof inner;

declare const inner: string;

${OPTIONS}
\`\`\`

## \`planted/extra\`

\`\`\`ts
export const extra: string;

${OPTIONS}
\`\`\`
`);
  });

  test('rejects a package whose exports name no types', () => {
    const bare = join(folder, 'bare');
    mkdirSync(bare);
    writeFileSync(join(bare, 'package.json'), '{ "name": "bare", "exports": { ".": "./index.js" } }');
    expect(() => writeReport(bare)).toThrow('no entry of "exports" in package.json names its types');
  });
});

test('the check fails on a type that an export reaches and no entry exports', () => {
  const root = join(folder, 'checked');
  const planted = join(root, 'packages/planted');
  mkdirSync(join(planted, 'dist'), { recursive: true });
  mkdirSync(join(planted, 'src'));
  mkdirSync(join(root, 'docs'));
  const manifest = { name: 'planted', version: '0.1.0', exports: { '.': { types: './dist/index.d.ts' } } };
  writeFileSync(join(planted, 'package.json'), JSON.stringify(manifest));
  const context = '/**\n   * Late.\n   *\n   * Wait.\n   */\n  LATE: { readonly by: number };';
  writeFileSync(join(planted, 'src/errors.ts'), `export interface PlantedErrorContexts {\n  ${context}\n}\n`);
  writeFileSync(
    join(planted, 'dist/index.d.ts'),
    'interface Hidden { readonly a: 1 }\nexport declare function ask(): Hidden;\nexport {};\n',
  );
  const { status, stderr } = spawnSync(process.execPath, [CHECK_API, '--write'], { cwd: root, encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    1,
    'planted reaches the type Hidden, which no entry exports. Export it, or write it out where it is used.\n',
  ]);
});

/** A report of the planted package, with a replacement made in its declarations. */
function report(find = '', replacement = '', extra = 'export const extra: string;'): string {
  if (find !== '') expect(CODE).toContain(find);
  const section = (entry: string, code: string) => `## \`${entry}\`\n\n\`\`\`ts\n${code}\n\`\`\`\n`;
  return [section('planted', CODE.replace(find, replacement)), section('planted/extra', extra)].join('\n');
}

const narrowings = (before: string, after: string) =>
  findNarrowings(folder, before, after).map(({ entry, name }) => [entry, name].filter(Boolean).join(': '));

describe('findNarrowings', () => {
  test.each([
    ['a removed function', 'export function ask', 'declare function ask', ['planted: ask']],
    ['a removed type', 'export type PlantedErrorCode', 'type PlantedErrorCode', ['planted: PlantedErrorCode']],
    ['a constant that became a type', 'const LIMIT = 5', 'type LIMIT = 5', ['planted: LIMIT']],
    ['a parameter that became narrower', 'question: string', "question: 'why'", ['planted: ask']],
    ['a parameter that became required', 'options?: Options', 'options: Options', ['planted: ask']],
    ['an option that became required', 'retries?: number', 'retries: number', ['planted: ask']],
    ['an option that accepts less', "'fast' | 'safe'", "'fast'", ['planted: ask']],
    ['an answer that may be absent', 'Promise<Answer>', 'Promise<Answer | undefined>', ['planted: ask']],
    ['a field of another type', 'amount: bigint', 'amount: string', ['planted: Answer', 'planted: ask']],
    ['a removed field', '    readonly note?: string;\n', '', ['planted: Answer.note']],
    ['a method that accepts less', 'key: string | number', 'key: string', ['planted: open']],
    [
      'a field behind a type that is not exported',
      'depth: number',
      'depth: string',
      ['planted: Answer', 'planted: ask'],
    ],
    [
      'a generic type that changed',
      'readonly value: Value',
      'readonly value: Value | undefined',
      ['planted: Box', 'planted: box'],
    ],
  ])('reports %s', (_what, find, replacement, expected) => {
    const before = report();
    expect(narrowings(before, report(find, replacement))).toEqual(expected);
  });

  test('reports a removed error code', () => {
    const before = report();
    const after = report('LATE: {\n        readonly by: number;\n    };\n', '');
    expect(narrowings(before, after)).toContain('planted: PlantedErrorContexts.LATE');
  });

  test('reports a removed entry', () => {
    const before = report();
    expect(narrowings(before, before.slice(0, before.indexOf('## `planted/extra`')))).toEqual(['planted/extra']);
  });

  test('reports names that another entry than the main one lost', () => {
    const before = report();
    expect(narrowings(before, report('', '', 'export const other: string;'))).toEqual(['planted/extra: extra']);
  });

  test('quotes the compiler', () => {
    const before = report();
    const [first] = findNarrowings(folder, before, report('amount: bigint', 'amount: string')).filter(
      ({ name }) => name === 'ask',
    );
    expect(first?.reason).toBe("Type 'string' is not assignable to type 'bigint'.");
  });

  test.each([
    ['a new export', 'export const LIMIT', 'export const MORE: string; export const LIMIT'],
    ['a new option', 'readonly retries?', 'readonly signal?: AbortSignal; readonly retries?'],
    ['a new field of an answer', 'readonly amount', 'readonly block: number; readonly amount'],
    ['a wider parameter', 'question: string', 'question: string | URL'],
    ['a further optional parameter', 'options?: Options', 'options?: Options, more?: string'],
    ['a new error code', 'LOST:', 'LEFT: { readonly by: string };\n    LOST:'],
    ['an option that accepts more', "'fast' | 'safe'", "'fast' | 'safe' | 'slow'"],
  ])('does not report %s', (_what, find, replacement) => {
    const before = report();
    const after = report(find, replacement);
    expect(after).not.toBe(before);
    expect(narrowings(before, after)).toEqual([]);
  });
});
