import { type ShikiTransformer } from 'shiki';
import { type PublicName, type PublicNames } from '../reference/public-names.ts';

type Code = Parameters<NonNullable<ShikiTransformer['code']>>[0];
type Nodes = Code['children'];

const IMPORT = /import (?:type )?\{([^}]*)\} from '(@coin\/[^']+)'/g;
const SPECIFIER = /^(?:type )?(\w+)(?: as (\w+))?$/;

/** The mark of a block whose names are not explained, on a page that is to be small. */
export const UNEXPLAINED = 'unexplained';

interface Imported extends PublicName {
  /** Where the imports of the code end. */
  readonly importedUntil: number;
}

/** The public names that code imports, by the names that it gives them. */
function importedNames(source: string, names: PublicNames): ReadonlyMap<string, Imported> {
  const imported = new Map<string, Imported>();
  for (const { 0: statement, 1: list = '', 2: entry = '', index } of source.matchAll(IMPORT))
    for (const part of list.split(',')) {
      const [, name = '', local = name] = SPECIFIER.exec(part.trim()) ?? [];
      const found = names.get(entry)?.get(name);
      if (found !== undefined) imported.set(local, { ...found, importedUntil: index + statement.length });
    }
  return imported;
}

/** Whether the word at a place is a use of an imported name, and not a property or a key of that name. */
const isUse = (source: string, start: number, end: number): boolean =>
  !/(?<!\.\.)\.\s*$/.test(source.slice(0, start)) && !/^\s*:/.test(source.slice(end));

/**
 * Explains the public names in code: each shows its type and the first sentence about it to a pointer that rests on it.
 * In the import it is a link to the reference, which a keyboard reaches.
 */
export const explainNames = (names: PublicNames, base: string): ShikiTransformer => ({
  name: 'explain-names',
  code(code) {
    const { source } = this;
    const imported = importedNames(source, names);
    const { __raw: mark } = this.options.meta ?? {};
    if (imported.size === 0 || mark === UNEXPLAINED) return;
    let at = 0;

    function explain(text: string): Nodes {
      const parts: Nodes = [];
      let done = 0;
      for (const { 0: word, index } of text.matchAll(/[A-Za-z_]\w*/g)) {
        const name = imported.get(word);
        const start = at + index;
        if (name === undefined || !isUse(source, start, start + word.length)) continue;
        const [page = '', anchor = ''] = name.address.split('#');
        const isImport = start < name.importedUntil;
        parts.push(
          { type: 'text', value: text.slice(done, index) },
          {
            type: 'element',
            tagName: isImport ? 'a' : 'span',
            properties: {
              ...(isImport && { href: `${base}${page}.html#${anchor}` }),
              title: name.text,
            },
            children: [{ type: 'text', value: word }],
          },
        );
        done = index + word.length;
      }
      at += text.length;
      return [...parts, { type: 'text', value: text.slice(done) }];
    }

    function visit(nodes: Nodes, isProse: boolean): Nodes {
      return nodes.flatMap((node): Nodes => {
        if (node.type === 'text') {
          if (!isProse) return explain(node.value);
          at += node.value.length;
        } else if (node.type === 'element') {
          const { class: own } = node.properties;
          node.children = visit(node.children, isProse || /token-(?:comment|string)/.test(String(own)));
        }
        return [node];
      });
    }
    code.children = visit(code.children, false);
  },
});
