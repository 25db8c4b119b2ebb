import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type Page } from './find-pages.ts';
import { imagesIn, rewriteLinks } from './links.ts';
import { writeIfChanged } from './write-if-changed.ts';

/** Writes what the site shows of the repository's Markdown files into a folder, their links changed to its own. */
export function writePages(pages: readonly Page[], root: string, folder: string): void {
  const routes = new Map(pages.map(({ source, route }) => [source, route]));
  for (const { source, route, title, text } of pages) {
    const head = `---\ntitle: ${JSON.stringify(title)}\n---\n\n`;
    for (const file of imagesIn(source, text)) cpSync(join(root, file), join(folder, 'public/files', file));
    writeIfChanged(join(folder, `${route}.md`), head + rewriteLinks(source, text, routes, root));
  }
}
