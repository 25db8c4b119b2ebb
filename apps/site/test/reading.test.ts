import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createHighlighter } from 'shiki';
import { expect, test } from 'vitest';
import { codeTheme, stylesToClasses } from '../src/markdown/highlight.ts';
import { wrapLines } from '../src/markdown/wrap-lines.ts';
import { findPages } from '../src/pages/find-pages.ts';
import { nextOnPath, READING_PATHS } from '../src/pages/reading-paths.ts';
import { searchOptions, withoutTitles, withSynonyms } from '../src/search/search-options.ts';
import { SYNONYMS } from '../src/search/synonyms.ts';

const pages = findPages(resolve(import.meta.dirname, '../../..'));
const routes = new Set(pages.map(({ route }) => route));

test('a path leads through pages that exist, each on one path only', () => {
  const all = READING_PATHS.flatMap((path) => path.routes);
  expect(all.filter((route) => !routes.has(route))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
});

test('a path continues from page to page, and ends', () => {
  expect(nextOnPath('guides/pay-out')).toEqual({ reader: 'exchanges', route: 'guides/accept-deposits' });
  expect(nextOnPath('guides/energy-report')).toBeUndefined();
  expect(nextOnPath('guides/tronbox')).toBeUndefined();
});

test('the words that readers search for lead to guides that exist', () => {
  const isPage = (route: string) =>
    routes.has(route) || existsSync(resolve(import.meta.dirname, `../pages/${route}.md`));
  expect(Object.keys(SYNONYMS).filter((route) => !isPage(route))).toEqual([]);
  const words = new Set(Object.values(SYNONYMS).flatMap((text) => text.split(' ')));
  for (const word of ['faucet', 'csv', 'multisig', 'websocket', 'hardhat', 'airdrop', 'usdt'])
    expect(words).toContain(word);
});

test('the index has the words below the title of their page only', () => {
  expect(withSynonyms('<h1>Pay</h1><p>a</p>', 'guides/pay-out.md')).toMatch(
    /^<h1>Pay<\/h1><p>airdrop .*<\/p><p>a<\/p>$/,
  );
  expect(withSynonyms('<div></div>', 'playground.md', 'Playground')).toMatch(
    /^<h1>Playground<a href="#"><\/a><\/h1><p>solidity .*<\/p><div><\/div>$/,
  );
  expect(withSynonyms('<h1>Other</h1>', 'guides/tronbox.md')).toBe('<h1>Other</h1>');
});

test('the index has no text that only a pointer shows', () => {
  expect(withoutTitles('<a href="b" title="f<A>(): B">f</a>')).toBe('<a href="b">f</a>');
});

test('the index has the code of an error as a word, and a reader may write it in small letters', () => {
  const { options, searchOptions: typed } = searchOptions.miniSearch ?? {};
  expect(options?.tokenize?.('Throws FEE_LIMIT_TOO_HIGH, see owner_address.')).toEqual([
    'Throws',
    'FEE',
    'LIMIT',
    'TOO',
    'HIGH',
    'see',
    'owner',
    'address',
    '',
    'FEE_LIMIT_TOO_HIGH',
  ]);
  expect(typed?.tokenize?.('fee_limit_too_high')).toContain('fee_limit_too_high');
});

test('the search puts guides before references, and those before changelogs', () => {
  const boost = searchOptions.miniSearch?.searchOptions?.boostDocument;
  const order = ['/coin/guides/pay-out.html#run', '/coin/packages/rpc/', '/coin/packages/rpc/changelog.html'];
  const boosts = order.map((id) => boost?.(id, 'word') ?? 0);
  expect(boosts).toEqual(boosts.toSorted((a, b) => b - a));
  expect(new Set(boosts).size).toBe(3);
});

const highlighter = await createHighlighter({ themes: [], langs: ['ts'] });
const html = (code: string) =>
  highlighter.codeToHtml(code, { lang: 'ts', theme: codeTheme, transformers: [stylesToClasses, wrapLines] });

test('a line of code is a block with its indentation, and its text is as before', () => {
  const code = "if (a) {\n   call('b'); // => 1n\n\n}\nc();";
  const shown = html(code);
  expect(shown).toContain('<span class="line indent-4">');
  expect(shown).toMatch(/<span class="token-comment remark">\s*\/\/ => 1n<\/span>\n<\/span>/);
  expect(
    shown
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&gt;', '>')
      .replaceAll(/&#x27;/g, "'"),
  ).toBe(code);
  expect(shown).toContain('wrapping');
});

test('a drawing keeps its lines', () => {
  expect(html('┌──┐\n└──┘')).toContain('drawing');
  expect(html('┌──┐\n└──┘')).not.toContain('wrapping');
});
