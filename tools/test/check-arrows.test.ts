import { describe, expect, test } from 'vitest';
import { checkPackage } from '../arrows/check-package.ts';

const arrows = {
  arrows: [
    'index → node → http/server → http/json → errors',
    'http/* → ledger → ledger/votes, ledger/stakes → vm → errors',
  ],
  siblings: ['ledger/votes, ledger/stakes'],
};

/** A package without a fault: every kind of import that the arrows allow. */
const sound = {
  'index.ts': `export { createNode } from './node.ts';\nexport type { Json } from './http/json/value.ts';\n`,
  'node.ts': `import { serve } from './http/server/serve.ts';\nexport const createNode = () => serve(() => import('./vm/run.ts'));\n`,
  'http/server/serve.ts': `import type { Json } from '../json/value.ts';\nexport const serve = (load: () => unknown) => load() as Json;\n`,
  'http/json/value.ts': `export type Json = string;\n`,
  'ledger/apply.ts': `import { vote } from './votes/vote.ts';\nexport const apply = () => vote();\n`,
  'ledger/votes/vote.ts': `import { stake } from '../stakes/stake.ts';\nexport const vote = () => stake();\n`,
  'ledger/stakes/stake.ts': `import { run } from '../../vm/run.ts';\nexport const stake = () => run();\n`,
  'vm/run.ts': `import { Failure } from '../errors.ts';\nexport const run = () => { throw new Failure(); };\n`,
  'errors.ts': `import type { ErrorOptions } from 'somewhere';\nexport class Failure extends Error {}\n`,
};

const check = (
  planted: Record<string, string> = {},
  arrowsFile: Parameters<typeof checkPackage>[0]['arrows'] = arrows,
) =>
  checkPackage({
    name: '@coin/box',
    folder: 'packages/box',
    files: new Map(Object.entries({ ...sound, ...planted })),
    arrows: arrowsFile,
  });

test('finds no problem in a package whose imports follow its arrows', () => {
  expect(check()).toEqual([]);
});

describe('an import against the arrows', () => {
  const upward = (text: string) => check({ 'vm/words.ts': `// words\n${text}\n` });
  const report =
    'packages/box/src/vm/words.ts:2 imports ledger/apply.ts: vm may not import ledger, types included. The arrows run the other way: ledger → ledger/votes → vm.';

  test.each([
    ['a value import', `import { apply } from '../ledger/apply.ts'; export const a = apply;`],
    ['an import for its side effect', `import '../ledger/apply.ts';`],
    ['a namespace import', `import * as ledger from '../ledger/apply.ts'; export const a = ledger;`],
    ['a type import', `import type { Apply } from '../ledger/apply.ts'; export type A = Apply;`],
    ['an inline type import', `import { type Apply } from '../ledger/apply.ts'; export type A = Apply;`],
    ['a re-export of a value', `export { apply } from '../ledger/apply.ts';`],
    ['a re-export of a type', `export type { Apply } from '../ledger/apply.ts';`],
    ['a re-export of everything', `export * from '../ledger/apply.ts';`],
    ['an import() type', `export type A = import('../ledger/apply.ts').Apply;`],
    ['a typeof import() type', `export type A = typeof import('../ledger/apply.ts');`],
    ['a dynamic import', `export const load = () => import('../ledger/apply.ts');`],
  ])('is reported with its line and the allowed direction: %s', (_kind, text) => {
    expect(upward(text)).toEqual([report]);
  });

  test('is reported at the line of its path when it spans several lines', () => {
    expect(upward(`import {\n  apply,\n} from '../ledger/apply.ts';`)).toEqual([report.replace(':2 ', ':4 ')]);
  });

  test('is ignored inside a comment or a string', () => {
    expect(upward(`// import '../ledger/apply.ts'\nexport const text = "import '../ledger/apply.ts'";`)).toEqual([]);
  });
});

test('reports an import between folders that no arrow joins', () => {
  const separate = { arrows: [...arrows.arrows, 'index → state → errors'] };
  expect(check({ 'state/root.ts': `import type { run } from '../vm/run.ts';\n` }, { ...arrows, ...separate })).toEqual([
    'packages/box/src/state/root.ts:1 imports vm/run.ts: no arrow joins state and vm, so neither may import the other.',
  ]);
});

test('treats a file that the arrows name as a place apart from its folder', () => {
  expect(check({ 'node.ts': `export { createNode } from './index.ts';\n` })).toContain(
    'packages/box/src/node.ts:1 imports index.ts: node may not import index, types included. The arrows run the other way: index → node.',
  );
});

test('reports a circle of sibling folders with every import that belongs to it', () => {
  const planted = {
    'ledger/stakes/shares.ts': `import type { weight } from '../votes/weight.ts';\n`,
    'ledger/votes/weight.ts': '',
  };
  expect(check(planted)).toEqual([
    `packages/box/src: the sibling folders ledger/stakes → ledger/votes → ledger/stakes import each other in a circle:
  packages/box/src/ledger/votes/vote.ts:1 imports ledger/stakes/stake.ts
  packages/box/src/ledger/stakes/shares.ts:1 imports ledger/votes/weight.ts`,
  ]);
});

describe('a circle of files', () => {
  test('is reported with each import when it consists of types inside one folder', () => {
    const planted = {
      'vm/frame.ts': `export interface Frame { of: import('./execution.ts').Execution }\n`,
      'vm/execution.ts': `\nimport type { Frame } from './frame.ts';\nexport interface Execution { top: Frame }\n`,
    };
    expect(check(planted)).toEqual([
      `packages/box/src: files import each other in a circle (types count too):
  packages/box/src/vm/execution.ts:2 imports vm/frame.ts
  packages/box/src/vm/frame.ts:1 imports vm/execution.ts`,
    ]);
  });

  test('is reported when a file imports itself', () => {
    expect(check({ 'vm/self.ts': `export type { Self } from './self.ts';\n` })).toEqual([
      `packages/box/src: files import each other in a circle (types count too):
  packages/box/src/vm/self.ts:1 imports vm/self.ts`,
    ]);
  });

  test('is reported apart from another circle that shares a file with it', () => {
    const planted = {
      'vm/a.ts': `import './b.ts';\nimport './c.ts';\n`,
      'vm/b.ts': `import './a.ts';\n`,
      'vm/c.ts': `import './a.ts';\n`,
    };
    expect(check(planted)).toHaveLength(2);
  });
});

describe('a place that the arrows do not name', () => {
  test('is reported once when it is a folder', () => {
    expect(check({ 'vm/words/hex.ts': '', 'vm/words/word.ts': '' })).toEqual([
      'packages/box/src/vm/words has no place in packages/box/arrows.json. Name it there: what may import it, and what it may import.',
    ]);
  });

  test('is reported when it is a file of src itself', () => {
    expect(check({ 'cli.ts': '' })).toEqual([
      'packages/box/src/cli.ts has no place in packages/box/arrows.json. Name it there: what may import it, and what it may import.',
    ]);
  });
});

describe('an import that would hide its target', () => {
  test.each([
    ['its own package by name', `import '@coin/box/vm';`, 'imports its own package by name (@coin/box/vm)'],
    [
      'a path outside src',
      `import '../../test/support.ts';`,
      'imports ../../test/support.ts, which is not a TypeScript file',
    ],
    [
      'a computed path',
      `export const load = (name: string) => import(name);`,
      'imports a path that is known only at run time',
    ],
  ])('is reported: %s', (_kind, text, report) => {
    expect(check({ 'vm/words.ts': text })).toEqual([
      expect.stringContaining(`packages/box/src/vm/words.ts:1 ${report}`),
    ]);
  });
});

test('reports arrows that run in a circle', () => {
  expect(check({}, { ...arrows, arrows: [...arrows.arrows, 'errors → ledger'] })).toContain(
    'packages/box/arrows.json: the arrows run in a circle: errors → ledger → ledger/votes → vm → errors.',
  );
});

test('throws when a file does not parse as TypeScript', () => {
  expect(() => check({ 'vm/words.ts': 'import {' })).toThrow(/vm\/words\.ts can't be parsed/);
});
