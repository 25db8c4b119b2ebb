import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The most that an installation of a package may take with its dependencies, in bytes of all files. */
export const INSTALL_LIMITS: ReadonlyMap<string, string> = new Map([
  ['@coin/errors', '0.1 MB'],
  ['@coin/units', '0.1 MB'],
  ['@coin/fee', '0.4 MB'],
  ['@coin/rpc', '9.5 MB'],
  ['@coin/payments', '10 MB'],
  ['@coin/mock-node', '2.1 MB'],
  ['@coin/testing', '2.2 MB'],
  ['@coin/cli', '13 MB'],
]);

const BYTES_PER_MB = 1_000_000;

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The folder that Node loads a package from. */
function findPackage(name: string, from: string): string {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  const folder = places.map((place) => join(place, name)).find((place) => existsSync(place));
  if (folder === undefined) throw new Error(`${name} is not installed for ${from}`);
  return realpathSync(folder);
}

/** Adds the folders of a package's dependencies, and of theirs. */
function addDependencies(folder: string, found: Set<string>): Set<string> {
  found.add(folder);
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  for (const name of Object.keys(dependencies)) {
    const dependency = findPackage(name, folder);
    if (!found.has(dependency)) addDependencies(dependency, found);
  }
  return found;
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules', folder.length))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

/** Bytes of a package that is installed in a project, and of everything that it depends on. */
export const installSize = (project: string, name: string): number =>
  [...addDependencies(findPackage(name, project), new Set())].reduce((sum, folder) => sum + bytesIn(folder), 0);

/** What is wrong with the size of an installed package; undefined if it is within its limit. */
export function sizeProblem(name: string, bytes: number): string | undefined {
  const limit = INSTALL_LIMITS.get(name);
  if (limit === undefined) return `${name} has no limit in tools/tarball/install-size.ts`;
  const megabytes = bytes / BYTES_PER_MB;
  if (megabytes <= Number.parseFloat(limit)) return undefined;
  return `${name} takes ${megabytes.toFixed(2)} MB installed with its dependencies, and may take ${limit}`;
}
