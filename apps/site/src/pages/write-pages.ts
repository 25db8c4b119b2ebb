import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { installTabs } from '../markdown/install-tabs.ts';
import { type Page } from './find-pages.ts';
import { withPictures } from './guide-pictures.ts';
import { imagesIn, rewriteLinks } from './links.ts';
import { nextOnPath } from './reading-paths.ts';
import { writeIfChanged } from './write-if-changed.ts';

/** Writes what the site shows of the repository's Markdown files into a folder, their links changed to its own. */
export function writePages(pages: readonly Page[], root: string, folder: string): void {
  const routes = new Map(pages.map(({ source, route }) => [source, route]));
  const titles = new Map(pages.map(({ route, title }) => [route, title]));
  for (const { source, route, title, text } of pages) {
    const head = `---\ntitle: ${JSON.stringify(title)}\n${nextLine(route, titles)}---\n\n`;
    const shown = source === 'docs/guides/README.md' ? withPictures(text) : text;
    for (const file of imagesIn(source, text)) cpSync(join(root, file), join(folder, 'public/files', file));
    writeIfChanged(join(folder, `${route}.md`), head + installTabs(rewriteLinks(source, shown, routes, root)));
  }
}

/** The link at the foot of a page on a path; elsewhere the order of the list beside the pages decides. */
function nextLine(route: string, titles: ReadonlyMap<string, string>): string {
  const next = nextOnPath(route);
  if (next === undefined) return '';
  const text = `For ${next.reader}: ${titles.get(next.route) ?? next.route}`;
  return `next: ${JSON.stringify({ text, link: `/${next.route}` })}\n`;
}
