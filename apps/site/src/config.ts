import { resolve } from 'node:path';
import { slug } from 'github-slugger';
import solc from 'solc/package.json' with { type: 'json' };
import { type DefaultTheme, type UserConfig } from 'vitepress';
import { basePath } from './base-path.ts';
import { findSiteExamples } from './examples/find-site-examples.ts';
import { FRAME_SCRIPT } from './examples/sandbox.ts';
import { writeLibrary } from './examples/write-library.ts';
import { emptyHeadersAsCells } from './markdown/empty-headers.ts';
import { explainNames } from './markdown/explain-names.ts';
import { codeTheme, stylesToClasses } from './markdown/highlight.ts';
import { runnableFences } from './markdown/runnable-fences.ts';
import { wrapLines } from './markdown/wrap-lines.ts';
import { writeServiceWorker } from './offline/write-service-worker.ts';
import { REPOSITORY } from './pages/links.ts';
import { preparePages } from './pages/prepare-pages.ts';
import { scriptHash } from './policy/script-hash.ts';
import { securePage } from './policy/secure-page.ts';
import { searchOptions } from './search/search-options.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const DESCRIPTION = 'Exact amounts, fee limits that hold, payments made once, and a full node inside your tests';
/** Where the site is published: pictures for other sites need a whole address. */
const ADDRESS = 'https://coin-packages.github.io/coin/';

/** The settings of the generator; what it shows is gathered from the repository first. */
export async function createConfig(): Promise<UserConfig<DefaultTheme.Config>> {
  const folder = resolve(import.meta.dirname, '../.pages');
  const { sidebar, names } = await preparePages(ROOT, folder);
  const library = await writeLibrary(`${folder}/public`);
  const base = basePath(process.env['SITE_BASE']);
  return {
    title: '@coin',
    description: DESCRIPTION,
    lang: 'en',
    base,
    srcDir: '.pages',
    outDir: 'dist',
    cacheDir: 'node_modules/.cache/vitepress',
    // Pages that a reader does not open are not loaded.
    router: { prefetchLinks: false },
    head: [
      ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}mark.svg` }],
      ['meta', { property: 'og:image', content: `${ADDRESS}social.png` }],
      ['meta', { property: 'og:image:alt', content: DESCRIPTION }],
      ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
    ],
    transformHead: ({ title, description }) => [
      ['meta', { property: 'og:title', content: title }],
      ['meta', { property: 'og:description', content: description }],
    ],
    // The transitions stay on when the colours change: what would switch them off is an inline style.
    appearance: { disableTransition: false },
    themeConfig: {
      // With its size, so that the title beside it does not move when it has loaded.
      logo: { src: '/mark.svg', width: 24, height: 24 },
      nav: [
        { text: 'Guides', link: '/guides/', activeMatch: '^/(overview|guides|concepts|examples)' },
        { text: 'Packages', link: '/packages/units/', activeMatch: '^/packages/' },
        { text: 'Protocol', link: '/protocol/', activeMatch: '^/protocol/' },
        { text: 'Project', link: '/guarantees', activeMatch: '^/(guarantees|benchmarks|versioning|security)' },
        { text: 'Playground', link: '/playground' },
      ],
      sidebar,
      outline: { level: [2, 3] },
      footer: {
        message: `MIT licence · <a href="${base}security.html">Report a vulnerability</a> · <a href="${REPOSITORY}">Sources</a>`,
      },
      notFound: {
        title: 'There is no such page',
        quote: 'It may have moved. Search for its words above, or begin with the guides.',
        link: '/guides/',
        linkText: 'Open the guides',
      },
      search: { provider: 'local', options: searchOptions },
      socialLinks: [{ icon: 'github', link: REPOSITORY, ariaLabel: 'The sources on GitHub' }],
    },
    buildEnd: ({ outDir }) => writeServiceWorker(outDir),
    transformHtml: (html) => securePage(html, [FRAME_SCRIPT]),
    // Headings have the addresses that GitHub gives them, so a link works in both places.
    markdown: {
      anchor: { slugify: slug },
      theme: codeTheme,
      codeTransformers: [stylesToClasses, wrapLines, explainNames(names, base)],
      config: (md) => {
        emptyHeadersAsCells(md);
        runnableFences(findSiteExamples(ROOT))(md);
      },
    },
    vite: {
      resolve: { conditions: ['@coin/source', 'module', 'browser', 'development|production'] },
      ssr: {
        resolve: { conditions: ['@coin/source', 'module', 'node', 'development|production'] },
        noExternal: [/^@coin\//],
      },
      worker: { format: 'es' },
      define: {
        __COMPILER_VERSION__: JSON.stringify(solc.version),
        __EXAMPLE_LIBRARY__: JSON.stringify(library),
        __FRAME_SCRIPT_HASH__: JSON.stringify(scriptHash(FRAME_SCRIPT)),
      },
    },
  };
}
