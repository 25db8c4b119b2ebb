import { cpSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type DefaultTheme } from 'vitepress';
import { fillHome } from '../home/home-page.ts';
import { installTabs } from '../markdown/install-tabs.ts';
import { PACKAGES } from '../reference/entries.ts';
import { prepareReference } from '../reference/prepare-reference.ts';
import { type PublicNames } from '../reference/public-names.ts';
import { findChangelogs } from './changelog.ts';
import { findPages } from './find-pages.ts';
import { sidebar } from './sidebar.ts';
import { writeIfChanged } from './write-if-changed.ts';
import { writePages } from './write-pages.ts';

/** What was learned from the pages: the lists to show beside them, and the public names to explain in their code. */
export interface PreparedPages {
  readonly sidebar: DefaultTheme.SidebarMulti;
  readonly names: PublicNames;
}

/** Writes every page of the site into a folder. */
export async function preparePages(root: string, folder: string): Promise<PreparedPages> {
  const pages = [...findPages(root), ...(await findChangelogs(root, PACKAGES))];
  const routes = new Map(pages.map(({ source, route }) => [source, route]));
  const { pages: reference, names } = await prepareReference(root, routes);
  const own = resolve(import.meta.dirname, '../../pages');
  const written = new Set([
    ...[...pages, ...reference].map(({ route }) => `${route}.md`),
    ...globSync('**/*.md', { cwd: own }),
  ]);
  for (const file of globSync('**/*.md', { cwd: folder })) if (!written.has(file)) rmSync(join(folder, file));
  writePages(pages, root, folder);
  for (const { route, title, text } of reference)
    writeIfChanged(join(folder, `${route}.md`), `---\ntitle: ${JSON.stringify(title)}\noutline: 2\n---\n\n${text}`);
  cpSync(own, folder, { recursive: true, filter: (file) => !file.endsWith('.md') });
  const readSource = (source: string) => readFileSync(join(root, source), 'utf8');
  for (const file of globSync('**/*.md', { cwd: own })) {
    const text = readFileSync(join(own, file), 'utf8');
    writeIfChanged(join(folder, file), installTabs(file === 'index.md' ? fillHome(text, readSource) : text));
  }
  return { sidebar: sidebar(pages, reference, PACKAGES), names };
}
