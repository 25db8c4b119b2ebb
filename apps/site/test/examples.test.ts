import { resolve } from 'node:path';
import { createMarkdownRenderer } from 'vitepress';
import { describe, expect, test } from 'vitest';
import { compileExample } from '../src/examples/compile-example.ts';
import { findSiteExamples } from '../src/examples/find-site-examples.ts';
import { reasonAgainstPage } from '../src/examples/where-it-runs.ts';
import { emptyHeadersAsCells } from '../src/markdown/empty-headers.ts';
import { codeTheme, stylesToClasses } from '../src/markdown/highlight.ts';
import { runnableFences } from '../src/markdown/runnable-fences.ts';

const root = resolve(import.meta.dirname, '../../..');

describe('reasonAgainstPage', () => {
  test.each([
    ["import { parseCoin } from '@coin/units';", undefined],
    ["import {\n  parseCoin,\n} from '@coin/units';\nconst abi = [{ name: 'from', type: 'address' }];", undefined],
    ["const { parseCoin } = await import('@coin/units');", undefined],
    ["import { createMockNode, serve } from '@coin/mock-node';", 'it needs a server of its own'],
    ["import { DatabaseSync } from 'node:sqlite';", 'it needs Node (node:sqlite)'],
    ["import { parseCoin } from '@coin/units';\nimport { TronWeb } from 'tronweb';", 'it needs tronweb'],
    ["const web = await import('tronweb');", 'it needs tronweb'],
  ])('of %j is %j', (code, reason) => {
    expect(reasonAgainstPage(code)).toBe(reason);
  });
});

describe('compileExample', () => {
  /** Runs a compiled example with its own module, and returns the values that it reports. */
  async function run(code: string): Promise<[number, unknown, unknown][]> {
    const values: [number, unknown, unknown][] = [];
    const example = { equal: (...value: [number, unknown, unknown]) => values.push(value) };
    let finished: Promise<void> | undefined;
    const runExample = (options: { imported: string[] }, script: (...given: unknown[]) => Promise<void>) => {
      expect(options.imported).toEqual(['@coin/units']);
      finished = script(() => ({ twice: (value: bigint) => value * 2n }), {}, console, example);
    };
    const script: unknown = Reflect.construct(Function, ['runExample', compileExample(code, false)]);
    (script as (run: typeof runExample) => void)(runExample);
    await finished;
    return values;
  }

  test('strips types, reports shown values with their lines, and awaits at the top level', async () => {
    const code = [
      "import { twice, type Coin } from '@coin/units';",
      'const paid: bigint = await Promise.resolve(twice(2n));',
      'paid; // => 5n',
      'paid as Coin;',
      '// => 4n',
    ].join('\n');
    expect(await run(code)).toEqual([
      [3, 4n, 5n],
      [5, 4n, 4n],
    ]);
  });

  test('throws if the code does not parse', () => {
    expect(() => compileExample('const = 1;', false)).toThrow(/Unexpected token \(1:7\)/);
  });
});

describe('a block of code', async () => {
  const examples = findSiteExamples(root);
  const markdown = await createMarkdownRenderer(root, {
    theme: codeTheme,
    codeTransformers: [stylesToClasses],
    config: (md) => {
      emptyHeadersAsCells(md);
      runnableFences(examples)(md);
    },
  });
  const render = (code: string, mark = '') => markdown.renderAsync(`\`\`\`ts${mark}\n${code}\n\`\`\`\n`);
  const [runnable] = [...examples.values()].filter(({ code, runs }) => runs && reasonAgainstPage(code) === undefined);
  const [compiled] = [...examples.values()].filter(({ runs }) => !runs);

  test('becomes an example that runs when it is the code of one', async () => {
    expect(await render(runnable?.code ?? '')).toMatch(
      /^<RunnableExample place="packages\/[\w./-]+:\d+"( recorded)?><div class="language-ts/,
    );
  });

  test('says why it does not run when a test only compiles it', async () => {
    expect(await render(compiled?.code ?? '', ' no-run')).toContain('reason="it needs a service; a test compiles it"');
  });

  test('or a table has a cell in place of a header without words', async () => {
    expect(await markdown.renderAsync('| | a |\n|---|---|\n| b | c |\n')).toMatch(/<tr>\s*<td><\/td>\s*<th>a<\/th>/);
  });

  test('stays a block of code when no test knows it', async () => {
    expect(await render('const a = 1;')).not.toContain('RunnableExample');
  });

  test('has classes for its tokens and no inline style', async () => {
    const html = await render('const a = "text"; // comment');
    expect(html).not.toContain('style=');
    for (const name of ['keyword', 'constant', 'string-expression', 'comment']) expect(html).toContain(`token-${name}`);
  });
});
