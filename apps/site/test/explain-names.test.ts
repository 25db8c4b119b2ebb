import { createHighlighter } from 'shiki';
import { describe, expect, test } from 'vitest';
import { explainNames, UNEXPLAINED } from '../src/markdown/explain-names.ts';
import { codeTheme, stylesToClasses } from '../src/markdown/highlight.ts';
import { wrapLines } from '../src/markdown/wrap-lines.ts';
import { publicNames } from '../src/reference/public-names.ts';
import { readSymbols } from '../src/reference/symbols.ts';

const TEXT = `# entry-0

## Classes

### RateError

Defined in: [a](https://example.org)

The only error of this package. It has a code.

#### Constructors

##### Constructor

\`\`\`ts
new RateError(code): RateError;
\`\`\`

***

### Rate

Defined in: [a](https://example.org)

A price: see [\`rateOf\`](#rateof).

***

### rateOf()

\`\`\`ts
function rateOf<A>(
   amount,
   options?): Promise<Rate>;
\`\`\`

Defined in: [a](https://example.org)

The rate of an amount of \`Energy\`, in small units. More about it.

#### Parameters

| Parameter | Type | Description |
| ------ | ------ | ------ |
| \`amount\` | [\`Flavour\`](entry-1.md#flavour)\\<\`"Energy"\`\\> | units |
| \`options?\` | \\{ \`owner?\`: \`string\`; \\} | none |
| \`options.owner?\` | \`string\` | - |

***

### open()

#### Call Signature

\`\`\`ts
function open(): Rate;
\`\`\`

Defined in: [a](https://example.org)

Opens it.

#### Call Signature

\`\`\`ts
function open(name): Rate;
\`\`\`

***

### Unit

\`\`\`ts
type Unit = Flavour<"Unit">;
\`\`\`

Defined in: [a](https://example.org)

A unit.
`;

const draft = {
  packageName: 'fee',
  route: 'packages/fee/reference/rates',
  title: 'Rates',
  shortTitle: 'Rates',
  entry: 0,
  entryName: '@coin/fee/rates',
  symbols: readSymbols(TEXT),
};
const names = publicNames([draft]);

test('a name is explained by its declaration with types, and by the first sentence about it', () => {
  const ofEntry = names.get('@coin/fee/rates');
  expect([...(ofEntry?.values() ?? [])].map(({ text }) => text)).toEqual([
    'class RateError\nThe only error of this package.',
    'interface Rate\nA price:',
    'rateOf<A>(amount: Flavour<"Energy">, options?: { owner?: string; }): Promise<Rate>\nThe rate of an amount of Energy, in small units.',
    'open(): Rate and 1 more\nOpens it.',
    'type Unit = Flavour<"Unit">\nA unit.',
  ]);
  expect(ofEntry?.get('rateOf')?.address).toBe('packages/fee/reference/rates#rateof');
});

const highlighter = await createHighlighter({ themes: [], langs: ['ts'] });

function shown(code: string): string {
  const transformers = [stylesToClasses, wrapLines, explainNames(names, '/coin/')];
  return highlighter.codeToHtml(code, { lang: 'ts', theme: codeTheme, transformers });
}

/** The explained words, each with whether it is a link. */
const explained = (code: string): readonly string[] =>
  [...shown(code).matchAll(/<(a|span)(?: href="[^"]*")? title="[^"]*">(\w+)</g)].map(
    ([, tag, word]) => `${tag} ${word}`,
  );

const IMPORT = "import { rateOf, type Rate as Price } from '@coin/fee/rates';\n";

describe('public names in code', () => {
  test('are links in the import, and explained in each use', () => {
    const code = `${IMPORT}const rate: Price = await rateOf(5n, { owner: rateOf });`;
    expect(explained(code)).toEqual(['a rateOf', 'a Price', 'span Price', 'span rateOf', 'span rateOf']);
    expect(shown(code)).toContain('<a href="/coin/packages/fee/reference/rates.html#rateof" title="rateOf');
  });

  test('are left alone in a block with a mark', () => {
    const transformers = [explainNames(names, '/')];
    const options = { lang: 'ts', theme: codeTheme, transformers };
    expect(highlighter.codeToHtml(IMPORT, options)).toContain('title=');
    expect(highlighter.codeToHtml(IMPORT, { ...options, meta: { __raw: UNEXPLAINED } })).not.toContain('title=');
  });

  test('keep the text of the code', () => {
    const code = `${IMPORT}// rateOf\nconst rate = rateOf(5n); // => 'rateOf'`;
    const text = shown(code)
      .replaceAll(/<(?:[^>"]|"[^"]*")*>/g, '')
      .replaceAll(/&#x27;/g, "'")
      .replaceAll('&gt;', '>');
    expect(text).toBe(code);
  });

  test.each([
    ['properties', 'client.rateOf(1n);'],
    ['keys', 'f({ rateOf: 1 });'],
    ['strings and comments', "f('rateOf'); // rateOf"],
    ['parts of words', 'rateOfAll();'],
    ['names of other packages', 'open();'],
  ])('are not %s', (_, code) => {
    expect(explained(IMPORT + code)).toEqual(['a rateOf', 'a Price']);
  });

  test('are found in a list that is spread, and only where they are imported', () => {
    expect(explained(`${IMPORT}f(...rateOf);`).at(-1)).toBe('span rateOf');
    expect(explained('rateOf(1n);')).toEqual([]);
    expect(explained("import { rateOf } from './rates.ts';\nrateOf(1n);")).toEqual([]);
    expect(explained("import { nothing } from '@coin/fee/rates';\nnothing();")).toEqual([]);
  });
});
