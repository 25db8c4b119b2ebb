import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Page } from './find-pages.ts';
import { rewriteLinks } from './links.ts';

/** A file is written only if its text changed, so that a server that watches it stays quiet. */
export function writeIfChanged(file: string, text: string): void {
  try {
    if (readFileSync(file, 'utf8') === text) return;
  } catch {
    mkdirSync(dirname(file), { recursive: true });
  }
  writeFileSync(file, text);
}

/** Writes what the site shows of the repository's Markdown files into a folder, their links changed to its own. */
export function writePages(pages: readonly Page[], root: string, folder: string): void {
  const routes = new Map(pages.map(({ source, route }) => [source, route]));
  for (const { source, route, title, text } of pages) {
    const head = `---\ntitle: ${JSON.stringify(title)}\nsource: ${source}\n---\n\n`;
    writeIfChanged(join(folder, `${route}.md`), head + rewriteLinks(source, text, routes, root));
  }
}
