import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The manifest of the package in a folder. */
export interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, { readonly default: string } | string>>;
}

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The built file behind an entry of the package in the current folder. */
export function builtEntry(entry: '.' | `./${string}`): URL {
  const { name, exports } = readManifest('.');
  const target = exports[entry];
  const file = typeof target === 'object' ? target.default : target;
  if (file === undefined) throw new Error(`${name} does not publish the entry "${entry}".`);
  return pathToFileURL(file);
}

/** What the package in the current folder publishes, loaded as it is built. */
export const importBuilt = async <Module>(entry: '.' | `./${string}` = '.'): Promise<Module> =>
  (await import(builtEntry(entry).href)) as Module;
