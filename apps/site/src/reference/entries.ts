import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The packages, from the lowest layer up. */
export const PACKAGES = ['errors', 'units', 'fee', 'rpc', 'payments', 'mock-node', 'testing', 'cli'];

/** An entry point of a package. */
export interface Entry {
  /** The folder of the package below `packages`. */
  readonly packageName: string;
  /** What code imports: `@coin/rpc/abi`. */
  readonly name: string;
  /** Its source, from the repository's root. */
  readonly source: string;
}

/** Every entry point that has a source, the main one of each package first. */
export function findEntries(root: string): Entry[] {
  return PACKAGES.flatMap((packageName) => {
    const text = readFileSync(join(root, 'packages', packageName, 'package.json'), 'utf8');
    const manifest = JSON.parse(text) as { name: string; exports: Record<string, string | Record<string, string>> };
    return Object.entries(manifest.exports).flatMap(([path, target]) => {
      const source = typeof target === 'string' ? undefined : target['@coin/source'];
      if (source === undefined) return [];
      return [{ packageName, name: manifest.name + path.slice(1), source: join('packages', packageName, source) }];
    });
  });
}
