import { resolve } from 'node:path';
import { slug } from 'github-slugger';
import { type DefaultTheme, type UserConfig } from 'vitepress';
import { basePath } from './base-path.ts';
import { REPOSITORY } from './pages/links.ts';
import { preparePages } from './pages/prepare-pages.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** The settings of the generator; what it shows is gathered from the repository first. */
export async function createConfig(): Promise<UserConfig<DefaultTheme.Config>> {
  const { sidebar } = await preparePages(ROOT, resolve(import.meta.dirname, '../.pages'));
  return {
    title: '@coin',
    description: 'Packages for people who handle coin on a TRON-like network',
    lang: 'en',
    base: basePath(process.env['SITE_BASE']),
    srcDir: '.pages',
    outDir: 'dist',
    cacheDir: 'node_modules/.cache/vitepress',
    head: [['link', { rel: 'icon', href: 'data:,' }]],
    themeConfig: {
      nav: [
        { text: 'Guides', link: '/guides/', activeMatch: '^/(guides|concepts|examples|specification)' },
        { text: 'Packages', link: '/packages/units/', activeMatch: '^/packages/' },
        { text: 'Protocol', link: '/protocol/', activeMatch: '^/protocol/' },
        { text: 'Project', link: '/architecture', activeMatch: '^/(architecture|decisions|contributing|recipes)' },
        { text: 'Playground', link: '/playground' },
      ],
      sidebar,
      outline: { level: [2, 3] },
      search: { provider: 'local' },
      socialLinks: [{ icon: 'github', link: REPOSITORY, ariaLabel: 'The sources on GitHub' }],
    },
    // Headings have the addresses that GitHub gives them, so that a link works in both places.
    markdown: { anchor: { slugify: slug } },
    vite: {
      resolve: { conditions: ['@coin/source', 'module', 'browser', 'development|production'] },
      ssr: {
        resolve: { conditions: ['@coin/source', 'module', 'node', 'development|production'] },
        noExternal: [/^@coin\//],
      },
      worker: { format: 'es' },
    },
  };
}
