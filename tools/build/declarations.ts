import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** In declarations of tsc every relative import ends in `.ts`. */
const IMPORT = /(?<=\bfrom ['"]|\bimport\(['"]|^import ['"])(?<path>\.{1,2}\/[^'"]+)\.ts(?=['"])/gm;

/**
 * Copies the declarations that entries reach. Their imports name the built files, as every tool expects.
 *
 * @param from - the folder of all declarations
 * @param to - the folder of those that are published
 * @param entries - paths below both
 * @param edit - applied to the text of each
 */
export function copyDeclarations(
  from: string,
  to: string,
  entries: readonly string[],
  edit: (text: string) => string,
): void {
  const reached = new Set(entries.map((entry) => normalize(entry)));
  for (const file of reached) {
    const text = edit(readFileSync(join(from, file), 'utf8')).replaceAll(IMPORT, (_, path: string) => {
      reached.add(join(dirname(file), `${path}.d.ts`));
      return `${path}.js`;
    });
    mkdirSync(dirname(join(to, file)), { recursive: true });
    writeFileSync(join(to, file), text);
  }
}
