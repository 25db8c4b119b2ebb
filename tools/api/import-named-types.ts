// Lets the section of an entry import the types that other entries of its package export, instead of repeating them.

export interface Section {
  /** The entry as it is imported: `@coin/rpc/signer`. */
  readonly entry: string;
  /** Imports, one a line, then declarations, each after a blank line; those that are not exported have no `export`. */
  readonly code: string;
}

/** A type that the exports of an entry reach and that no entry of its package exports: nobody can write its name. */
export interface UnnamedType {
  readonly entry: string;
  readonly name: string;
}

interface Declaration {
  readonly name: string;
  readonly isExported: boolean;
  readonly text: string;
}

const IMPORT = /^import \{ (?<name>\w+) \} from '.+';$/gm;
const DECLARATION =
  /^(?<exported>export )?(?:declare )?(?:(?:abstract )?class|const|enum|function|interface|let|namespace|type) (?<name>[\w$]+)/;
/** An alias with parameters is a computation, whose steps need no name. */
const COMPUTED = /^(?:export )?type [\w$]+</;
/** A value whose type an export takes by `typeof`: only the types that it has need names. */
const VALUE = /^(?:declare )?(?:const|function|let) /;

const blocksOf = (code: string): string[] => code.split(/\n\n(?=\S)/);
const wordsOf = (text: string): Set<string> => new Set(text.match(/[\w$]+/g));
const withoutModifiers = (text: string): string => text.replace(/^(?:export )?(?:declare )?/, '');

const readDeclarations = (code: string): Declaration[] =>
  blocksOf(code).flatMap((text) => {
    const { name, exported } = DECLARATION.exec(text)?.groups ?? {};
    return name === undefined ? [] : [{ name, isExported: exported !== undefined, text }];
  });

/** The exported declarations, and those that they use through declarations that `follows` accepts. */
function reached(declarations: readonly Declaration[], follows: (text: string) => boolean): Set<Declaration> {
  const found = new Set(declarations.filter(({ isExported }) => isExported));
  for (const { text } of found) {
    if (!follows(text)) continue;
    const words = wordsOf(text);
    for (const declaration of declarations) if (words.has(declaration.name)) found.add(declaration);
  }
  return found;
}

/** The sections with an import for each type that another entry exports, and the types that no entry exports. */
export function importNamedTypes(sections: readonly Section[]): { sections: Section[]; unnamed: UnnamedType[] } {
  const exported = sections.flatMap(({ entry, code }) =>
    readDeclarations(code).flatMap(({ name, isExported, text }) => (isExported ? [{ entry, name, text }] : [])),
  );
  const unnamed: UnnamedType[] = [];
  const written = sections.map(({ entry, code }): Section => {
    const imports = new Map([...code.matchAll(IMPORT)].map(([line, name = '']) => [name, line]));
    const own: Declaration[] = [];
    for (const declaration of readDeclarations(code)) {
      const { name, isExported, text } = declaration;
      const isSame = (other: { name: string; text: string }) =>
        other.name === name && withoutModifiers(other.text) === withoutModifiers(text);
      const home = isExported ? undefined : exported.find(isSame);
      if (home === undefined) own.push(declaration);
      else imports.set(name, `import { ${name} } from '${home.entry}';`);
    }
    for (const { name, isExported, text } of reached(own, (text) => !COMPUTED.test(text)))
      if (!isExported && !VALUE.test(text)) unnamed.push({ entry, name });
    const dropped = new Set(readDeclarations(code).map(({ text }) => text));
    for (const { text } of reached(own, () => true)) dropped.delete(text);
    const kept = blocksOf(code).filter((block) => !dropped.has(block) && !block.startsWith('import '));
    const words = wordsOf(kept.join('\n'));
    const used = [...imports].flatMap(([name, line]) => (words.has(name) ? [line] : []));
    return { entry, code: [used.toSorted().join('\n'), ...kept].filter((block) => block !== '').join('\n\n') };
  });
  return { sections: written, unnamed };
}
