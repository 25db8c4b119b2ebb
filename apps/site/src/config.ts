import { type UserConfig } from 'vitepress';
import { basePath } from './base-path.ts';

export const config: UserConfig = {
  title: '@coin',
  description: 'Packages for people who handle coin on a TRON-like network',
  lang: 'en',
  base: basePath(process.env['SITE_BASE']),
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: 'node_modules/.cache/vitepress',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  themeConfig: {
    nav: [{ text: 'Playground', link: '/playground' }],
    search: { provider: 'local' },
  },
  vite: {
    resolve: { conditions: ['@coin/source', 'module', 'browser', 'development|production'] },
    worker: { format: 'es' },
  },
};
