import { cpSync, globSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type DefaultTheme } from 'vitepress';
import { findPages } from './find-pages.ts';
import { sidebar } from './sidebar.ts';
import { writePages } from './write-pages.ts';

const PACKAGES = ['units', 'fee', 'rpc', 'mock-node'];

/** Writes every page of the site into a folder, and returns the lists of pages to show beside them. */
export async function preparePages(root: string, folder: string): Promise<{ sidebar: DefaultTheme.SidebarMulti }> {
  const pages = findPages(root);
  const own = resolve(import.meta.dirname, '../../pages');
  const written = new Set(pages.map(({ route }) => `${route}.md`).concat(globSync('**/*.md', { cwd: own })));
  for (const file of globSync('**/*.md', { cwd: folder })) if (!written.has(file)) rmSync(join(folder, file));
  writePages(pages, root, folder);
  cpSync(own, folder, { recursive: true });
  return { sidebar: sidebar(pages, new Map(PACKAGES.map((name) => [name, []]))) };
}
