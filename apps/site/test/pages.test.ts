import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import GithubSlugger from 'github-slugger';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPages, routeOf, titleOf } from '../src/pages/find-pages.ts';
import { withPictures } from '../src/pages/guide-pictures.ts';
import { imagesIn, linksIn, outsideCode, rewriteLinks } from '../src/pages/links.ts';
import { sidebar } from '../src/pages/sidebar.ts';
import { writePages } from '../src/pages/write-pages.ts';

const root = resolve(import.meta.dirname, '../../..');

test.each([
  ['README.md', 'overview'],
  ['docs/specification.md', 'specification'],
  ['docs/guides/README.md', 'guides/index'],
  ['docs/guides/pay-out.md', 'guides/pay-out'],
  ['packages/fee/README.md', 'packages/fee/index'],
  ['packages/mock-node/docs/command.md', 'packages/mock-node/command'],
  ['apps/examples/swap-pool/README.md', 'examples/swap-pool'],
])('%s is shown at %s', (source, route) => {
  expect(routeOf(source)).toBe(route);
});

test('a title loses its formatting', () => {
  expect(titleOf('Text.\n\n# The `fee` of [a](b.md) *call*\n', 'a.md')).toBe('The fee of a call');
});

test('a page without a title is rejected', () => {
  expect(() => titleOf('## Second', 'a.md')).toThrow('a.md has no title');
});

describe('rewriteLinks', () => {
  const routes = new Map([
    ['docs/guides/README.md', 'guides/index'],
    ['docs/guides/pay-out.md', 'guides/pay-out'],
    ['packages/fee/README.md', 'packages/fee/index'],
  ]);
  const rewrite = (text: string) => rewriteLinks('docs/guides/pay-out.md', text, routes, root);

  test.each([
    ['a page', '[a](../../packages/fee/README.md)', '[a](/packages/fee/index.md)'],
    ['a heading of a page', '[a](../../packages/fee/README.md#batches)', '[a](/packages/fee/index.md#batches)'],
    ['a folder with a page', '[a](../../packages/fee)', '[a](/packages/fee/index.md)'],
    ['a heading of its own', '[a](#x)', '[a](#x)'],
    ['another site', '[a](https://example.org/x.md)', '[a](https://example.org/x.md)'],
    [
      'a page by its address on GitHub',
      '[a](https://github.com/coin-packages/coin/blob/main/docs/guides/pay-out.md#x)',
      '[a](/guides/pay-out.md#x)',
    ],
    [
      'a file that is not a page',
      '[a](../../turbo.json)',
      '[a](https://github.com/coin-packages/coin/blob/main/turbo.json)',
    ],
    ['a folder without a page', '[a](../../tools)', '[a](https://github.com/coin-packages/coin/tree/main/tools)'],
    ['an image', '![a](../../apps/site/a.webp)', '![a](/files/apps/site/a.webp)'],
    [
      'an image for dark colours and one for others',
      '<source media="(x: dark)" srcset="../../apps/site/b.webp">\n<img alt="a" src="../../apps/site/a.webp">',
      '<source media="(x: dark)" srcset="/files/apps/site/b.webp">\n<img alt="a" src="/files/apps/site/a.webp">',
    ],
    ['an image of another site', '<img src="https://example.org/a.png">', '<img src="https://example.org/a.png">'],
    [
      'two in one line',
      '[a](#x) and [b](../../tools)',
      '[a](#x) and [b](https://github.com/coin-packages/coin/tree/main/tools)',
    ],
  ])('changes a link to %s', (_what, text, expected) => {
    expect(rewrite(text)).toBe(expected);
  });

  test.each(['`[a](nowhere.md)`', '```md\n[a](nowhere.md)\n```', '- item\n\n  ```ts\n  f[a](nowhere);\n  ```'])(
    'leaves code as it is: %j',
    (text) => {
      expect(rewrite(text)).toBe(text);
    },
  );

  test('rejects a link to a file that does not exist', () => {
    expect(() => rewrite('[a](nowhere.md)')).toThrow(
      'docs/guides/pay-out.md links to nowhere.md, which does not exist.',
    );
  });
});

describe('the repository', () => {
  const pages = findPages(root);
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'site-pages-'));
    writePages(pages, root, folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('has a separate page for every route', () => {
    expect(new Set(pages.map(({ route }) => route)).size).toBe(pages.length);
    expect(pages.length).toBeGreaterThan(60);
  });

  test('has a heading for every link to one', () => {
    const anchors = new Map(pages.map(({ route, text }) => [route, headingAnchors(text)]));
    const broken = pages.flatMap(({ route, source }) =>
      linksIn(readFileSync(join(folder, `${route}.md`), 'utf8')).flatMap((target) => {
        const [, page, anchor] = /^(?:\/(.*)\.md)?#(.*)$/.exec(target) ?? [];
        return anchor === undefined || anchors.get(page ?? route)?.has(anchor) ? [] : [`${source}: ${target}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  test('has a copy of every image that a page shows', () => {
    const images = pages.flatMap(({ source, text }) => imagesIn(source, text));
    expect(images).toContain('apps/site/screenshots/fee-laboratory-dark-wide.webp');
    expect(images.filter((file) => !existsSync(join(folder, 'public/files', file)))).toEqual([]);
  });

  test('has a place beside the pages for every page', () => {
    const listed = JSON.stringify(
      sidebar(pages, [], ['errors', 'units', 'fee', 'rpc', 'payments', 'mock-node', 'testing', 'cli']),
    );
    const missing = pages.filter(({ route }) => !listed.includes(`"/${route.replace(/(^|\/)index$/, '$1')}"`));
    expect(missing).toEqual([]);
  });
});

function headingAnchors(text: string): Set<string> {
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  const prose = text.replaceAll(/^ *```[^\n]*\n[\s\S]*?^ *```$/gm, '');
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} (.+)$/gm))
    anchors.add(slugger.slug(heading.replaceAll(/[`*\\]/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')));
  return anchors;
}

test('the list of guides has a different picture for each guide, and leaves other lists as they are', () => {
  const index = readFileSync(join(root, 'docs/guides/README.md'), 'utf8');
  const shown = withPictures(index);
  const pictures = shown.match(/<svg.*?<\/svg>/g) ?? [];
  expect(pictures).toHaveLength(readdirSync(join(root, 'docs/guides')).length - 1);
  expect(new Set(pictures).size).toBe(pictures.length);
  expect(
    pictures.filter((picture) => !picture.includes('aria-hidden="true"') || / style=|undefined/.test(picture)),
  ).toEqual([]);
  expect(shown.replaceAll(/<svg.*?<\/svg> /g, '')).toBe(index);
  expect(withPictures('- [Elsewhere](../pay-out.md): a\n- [A page](#pay-out)')).not.toContain('<svg');
});

test('a guide without a picture is rejected', () => {
  expect(() => withPictures('- [New](new-guide.md): a')).toThrow('new-guide has no picture: give it one in');
});

test('outsideCode passes on the text without code only', () => {
  expect(outsideCode('a `b` a\n```\na\n```\na', (prose) => prose.replaceAll('a', 'c'))).toBe('c `b` c\n```\na\n```\nc');
});
