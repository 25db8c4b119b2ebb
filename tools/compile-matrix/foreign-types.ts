import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** An import that a package's declarations reach. */
export interface ForeignImport {
  /** As in `node:http`. */
  readonly specifier: string;
  /** The declaration file that imports it. */
  readonly file: string;
}

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*(['"])(?<specifier>[^'"\s]+)\1/g;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/**
 * What the declarations behind an entry import besides each other. Every import costs those who type-check the package:
 * the types of a collection library alone took them five seconds.
 *
 * @param entry - the entry's declaration file
 * @returns imports of other packages and of the platform's modules, in the order in which they are reached
 */
export function foreignImports(entry: string): ForeignImport[] {
  const reached = new Set([resolve(entry)]);
  const found: ForeignImport[] = [];
  for (const file of reached) {
    const text = readFileSync(file, 'utf8').replaceAll(COMMENT, '');
    for (const { groups: { specifier = '' } = {} } of text.matchAll(IMPORT)) {
      if (specifier.startsWith('.'))
        reached.add(resolve(dirname(file), specifier.replace(/(?:\.d)?\.[jt]s$/, '.d.ts')));
      else found.push({ specifier, file });
    }
  }
  return found;
}
