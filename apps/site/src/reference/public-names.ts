import { type Draft } from './reference-pages.ts';

/** What a reader sees of a public name beside code: where the reference describes it, and its type in short. */
export interface PublicName {
  /** The page without a leading slash, and the heading: `packages/units/reference/index#parsecoin`. */
  readonly address: string;
  /** The declaration, and the first sentence about it. */
  readonly text: string;
}

/** Public names by the entry that code imports them from, and then by themselves. */
export type PublicNames = ReadonlyMap<string, ReadonlyMap<string, PublicName>>;

/** The longest type that is shown; a longer one is cut. */
const MOST_CHARACTERS = 240;

const cut = (text: string): string => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text);

/** Markdown without links, code marks and escapes. */
const plain = (text: string): string =>
  text
    .replaceAll(/\[((?:[^[\]]|\\[[\]])*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replaceAll(/\\(.)/g, '$1')
    .replaceAll(/<a id="[^"]*"><\/a> /g, '')
    .replaceAll(/[*_](\w+)[*_]/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Writes the types of a function's parameters, which the reference has in a table, into its declaration. */
function withTypes(declaration: string, text: string): string {
  const types = [...text.matchAll(/^\| `(\w+)\??` \| (.*?) \| .* \|$/gm)];
  return types.reduce(
    (written, [, name = '', type = '']) =>
      written.replace(
        new RegExp(`([(,] ?(?:\\.{3})?${name}\\??)(?=[,)])`),
        (_, before: string) => `${before}: ${plain(type)}`,
      ),
    declaration,
  );
}

function declarationOf(name: string, text: string): string {
  const [, code] = /^```ts\n([^]*?)\n?```/m.exec(text) ?? [];
  const body = plain((code ?? '').replaceAll('\n', ' '))
    .replaceAll(/\( | \)/g, (match) => match.trim())
    .replace(/;$/, '');
  const calls = text.split('\n#### Call Signature\n').length - 1;
  const [first = ''] = text.split('\n#### Call Signature\n').slice(calls > 0 ? 1 : 0);
  if (body.startsWith('function '))
    return withTypes(body.slice('function '.length), first) + (calls > 1 ? ` and ${calls - 1} more` : '');
  if (/^(?:type|const) /.test(body)) return body;
  return `${text.includes('\n#### Constructors\n') ? 'class' : 'interface'} ${name}`;
}

/** The first sentence of a symbol's description. */
function sentenceOf(text: string): string {
  const described = text
    .replaceAll(/^```[^]*?^```$/gm, '')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .find((part) => part !== '' && !/^(?:#|Defined in: |\|)/.test(part));
  return /^.*?[.:](?=\s|$)/.exec(plain(described ?? ''))?.[0] ?? '';
}

/** What is shown of each name that an entry exports. */
export function publicNames(drafts: readonly Draft[]): PublicNames {
  const names = new Map<string, Map<string, PublicName>>();
  for (const { entryName, route, symbols } of drafts) {
    const ofEntry = names.get(entryName) ?? new Map<string, PublicName>();
    names.set(entryName, ofEntry);
    for (const { name, anchor, text } of symbols) {
      const parts = [cut(declarationOf(name, text)), sentenceOf(text)].filter((part) => part !== '');
      ofEntry.set(name, { address: `${route}#${anchor}`, text: parts.join('\n') });
    }
  }
  return names;
}
