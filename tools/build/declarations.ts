import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/** In declarations of tsc every relative import ends in `.ts`. */
const IMPORT = /(?<=\bfrom ['"]|\bimport\(['"]|^import ['"])(?<path>\.{1,2}\/[^'"]+)\.ts(?=['"])/gm;

/** The types of our own package that a standalone package contains: the module's name, and its declarations. */
const INLINED = { module: '@coin/errors', from: '../errors/.types', to: 'coin-errors' };

/**
 * Copies the declarations that entries reach. Their imports name the built files, as every tool expects. Those of
 * `@coin/errors` are copied too if `isStandalone`, because its users do not install that package.
 *
 * @param from - the folder of all declarations
 * @param to - the folder of those that are published
 * @param entries - paths below both
 * @param options.edit - applied to the text of each
 */
export function copyDeclarations(
  from: string,
  to: string,
  entries: readonly string[],
  { edit, isStandalone }: { readonly edit: (text: string) => string; readonly isStandalone: boolean },
): void {
  const reached = new Set(entries.map((entry) => normalize(entry)));
  for (const file of reached) {
    const inlined = file.startsWith(`${INLINED.to}/`);
    const source = inlined ? join(INLINED.from, file.slice(INLINED.to.length)) : join(from, file);
    const declarations = edit(readFileSync(source, 'utf8'));
    const local = isStandalone
      ? declarations.replaceAll(`'${INLINED.module}'`, () => {
          const path = relative(dirname(file), `${INLINED.to}/index.ts`).replace(/^(?!\.)/, './');
          return `'${path}'`;
        })
      : declarations;
    const text = local.replaceAll(IMPORT, (_, path: string) => {
      reached.add(join(dirname(file), `${path}.d.ts`));
      return `${path}.js`;
    });
    mkdirSync(dirname(join(to, file)), { recursive: true });
    writeFileSync(join(to, file), text);
  }
}
