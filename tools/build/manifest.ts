import { readFileSync } from 'node:fs';

/** What the build of a package reads in its manifest. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly repository: { readonly url: string };
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
}

/** The manifest of the package in the current folder. */
export const readManifest = (): Manifest => JSON.parse(readFileSync('package.json', 'utf8'));

/** The built files by which a package is entered, and their declarations, as in `./dist/index.js`. */
export function entriesOf({ exports, bin = {} }: Manifest): { code: string[]; declarations: string[] } {
  const entries = Object.values(exports).filter((target) => typeof target === 'object');
  return {
    code: [...entries.map((entry) => entry.default), ...Object.values(bin)],
    declarations: entries.map(({ types }) => types),
  };
}
