/** A part of an entry's exports, as its source divides them by comments. */
export interface Section {
  readonly title: string;
  readonly names: readonly string[];
}

const TITLE_OR_EXPORT = /^\/\/ (?<title>.+)$|^export (?:type )?\{(?<names>[^}]*)\}/gm;

/** The sections of an entry's source; none where its exports stand below no comment. */
export function readSections(source: string): Section[] {
  const sections: { title: string; names: string[] }[] = [];
  for (const { groups } of source.matchAll(TITLE_OR_EXPORT)) {
    const { title, names } = groups ?? {};
    if (title !== undefined) sections.push({ title: title.replace(/\.$/, ''), names: [] });
    else sections.at(-1)?.names.push(...exportedNames(names ?? ''));
  }
  return sections.filter(({ names }) => names.length > 0);
}

const exportedNames = (list: string): string[] =>
  list
    .split(',')
    .map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/^.* as /, ''),
    )
    .filter((name) => name !== '');
