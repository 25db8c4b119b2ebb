import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { slug } from 'github-slugger';
import { outsideCode, type Routes } from '../pages/links.ts';
import { type Entry } from './entries.ts';
import { fileOf } from './read-docstrings.ts';
import { readSections } from './sections.ts';
import { liftHeadings, readSymbols, type ReferenceSymbol } from './symbols.ts';

export interface ReferencePage {
  readonly packageName: string;
  readonly route: string;
  readonly title: string;
  /** How the list of pages calls it. */
  readonly shortTitle: string;
  readonly text: string;
}

/** An entry with more exports than these has a page for each of its sections. */
const SYMBOLS_A_PAGE = 40;

/** A page before its links lead to other pages. */
export type Draft = Omit<ReferencePage, 'text'> & {
  /** The place of the entry in the list of all, and its name. */
  readonly entry: number;
  readonly entryName: string;
  readonly symbols: readonly ReferenceSymbol[];
};

/** The pages of an entry, by the sections of its source. */
function draftsOf(entry: Entry, at: number, text: string, source: string): Draft[] {
  const { packageName, name } = entry;
  const symbols = readSymbols(text);
  const folder = `packages/${packageName}/reference`;
  const page = (shortTitle: string, file: string, title: string, own: readonly ReferenceSymbol[]): Draft => {
    return { packageName, route: `${folder}/${file}`, title, shortTitle, entry: at, entryName: name, symbols: own };
  };
  const path = name.split('/').slice(2).join('-');
  const sections = readSections(source);
  const placed = sections.map(({ title, names }) => ({
    title,
    own: symbols
      .filter(({ name }) => names.includes(name))
      .toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name)),
  }));
  const listed = new Set(sections.flatMap(({ names }) => names));
  const rest = symbols.filter(({ name }) => !listed.has(name));
  if (symbols.length <= SYMBOLS_A_PAGE)
    return [page(name, path === '' ? 'index' : path, name, [...placed.flatMap(({ own }) => own), ...rest])];
  return [...placed, { title: 'Further types', own: rest }]
    .filter(({ own }) => own.length > 0)
    .map(({ title, own }) => page(title, `${path === '' ? '' : `${path}-`}${slug(title)}`, `${title} (${name})`, own));
}

/** The pages of all entries, whose texts typedoc wrote. */
export const draftPages = (root: string, entries: readonly Entry[], texts: ReadonlyMap<string, string>): Draft[] =>
  entries.flatMap((entry, at) =>
    draftsOf(entry, at, texts.get(entry.name) ?? '', readFileSync(join(root, entry.source), 'utf8')),
  );

/** The pages of the reference, with links between them and to the pages that docstrings cite. */
export function referencePages(drafts: readonly Draft[], routes: Routes): ReferencePage[] {
  const places = new Map(
    drafts.flatMap(({ entry, route, symbols }) => symbols.map(({ anchor }) => [`${fileOf(entry)}#${anchor}`, route])),
  );
  const link = (entry: number, file: string, anchor: string): string => {
    const place = places.get(`${file === '' ? fileOf(entry) : file}#${anchor}`);
    return place === undefined ? '' : `/${place}.md#${anchor}`;
  };
  return drafts.map(({ symbols, entry, packageName, route, title, shortTitle }) => {
    const text = symbols.map((symbol) => liftHeadings(symbol.text)).join('\n');
    return {
      packageName,
      route,
      title,
      shortTitle,
      text: `# ${title}\n\n${linkCitations(linkSymbols(text, entry, link), routes)}`,
    };
  });
}

/**
 * Links to names without their own page (a property, a type that is not exported) become plain text. The text of a link
 * may have brackets, as `[asyncDispose]` has.
 */
function linkSymbols(
  text: string,
  entry: number,
  link: (entry: number, file: string, anchor: string) => string,
): string {
  return text.replaceAll(
    /\[((?:[^[\]]|\[[^[\]]*\])*)\]\((?:(entry-\d+)\.md)?#([^()\s]+)\)/g,
    (_all, shown, file = '', anchor) => {
      const target = link(entry, file, anchor);
      return target === '' ? shown : `[${shown}](${target})`;
    },
  );
}

/** A docstring names its source by a path in the repository. */
function linkCitations(text: string, routes: Routes): string {
  return outsideCode(text, (prose) =>
    prose.replaceAll(/(?<![\w/([])docs\/[\w/-]+\.md/g, (path) => {
      const route = routes.get(path);
      return route === undefined ? path : `[${path}](/${route}.md)`;
    }),
  );
}
