import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findEntries } from '../src/reference/entries.ts';
import { draftPages, referencePages } from '../src/reference/reference-pages.ts';
import { readSections } from '../src/reference/sections.ts';
import { liftHeadings, readSymbols } from '../src/reference/symbols.ts';

const root = resolve(import.meta.dirname, '../../..');

test('an entry is named as code imports it', () => {
  const entries = findEntries(root);
  expect(entries).toContainEqual({
    packageName: 'rpc',
    name: '@coin/rpc/address',
    source: 'packages/rpc/src/address/index.ts',
  });
  expect(entries.map(({ name }) => name)).not.toContain('@coin/rpc/package.json');
});

test('readSections divides exports by the comments above them', () => {
  const source = `// Keys and accounts.
export { a, type B } from './a.ts';
export type {
  C as D,
} from './c.ts';

// Nothing here
// Errors
export { isError } from './errors.ts';
`;
  expect(readSections(source)).toEqual([
    { title: 'Keys and accounts', names: ['a', 'B', 'D'] },
    { title: 'Errors', names: ['isError'] },
  ]);
});

describe('readSymbols', () => {
  const text = `# entry-0

## Classes

### AnError

A class.

#### Example

\`\`\`ts
new AnError();
\`\`\`

***

## Functions

### f()

A function.

## References

### Elsewhere

Re-exports Elsewhere
`;

  test('finds each declaration with its heading, and leaves out declarations of other entries', () => {
    expect(readSymbols(text).map(({ name, anchor }) => [name, anchor])).toEqual([
      ['AnError', 'anerror'],
      ['f', 'f'],
    ]);
    expect(readSymbols(text)[0]?.text).toMatch(/^### AnError\n\nA class\.[\s\S]*```\n$/);
  });

  test('liftHeadings leaves code unchanged', () => {
    expect(liftHeadings('### A\n\n```sh\n### b\n```\n\n#### C')).toBe('## A\n\n```sh\n### b\n```\n\n### C');
  });
});

test('references between entries become links between pages, and sources become links to the cited pages', () => {
  const entries = findEntries(root).filter(({ name }) => name === '@coin/units' || name === '@coin/fee/batch');
  const texts = new Map([
    ['@coin/units', '# entry-0\n\n### SmallUnits\n\nCoin.\n'],
    [
      '@coin/fee/batch',
      '# entry-1\n\n### plan()\n\nGives [`SmallUnits`](entry-0.md#smallunits) and [b](#property-b), as [plan](#plan) says, or [`[c]`](entry-0.md#property-c).\n\nSource: docs/protocol/http.md; `docs/protocol/http.md`.\n',
    ],
  ]);
  const routes = new Map([['docs/protocol/http.md', 'protocol/http']]);
  const page = referencePages(draftPages(root, entries, texts), routes).find(
    ({ title }) => title === '@coin/fee/batch',
  );
  expect(page?.route).toBe('packages/fee/reference/batch');
  expect(page?.text).toBe(
    '# @coin/fee/batch\n\n## plan()\n\n' +
      'Gives [`SmallUnits`](/packages/units/reference/index.md#smallunits) and b, as [plan](/packages/fee/reference/batch.md#plan) says, or `[c]`.\n\n' +
      'Source: [docs/protocol/http.md](/protocol/http.md); `docs/protocol/http.md`.\n',
  );
});
