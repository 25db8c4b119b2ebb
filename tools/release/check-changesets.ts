// Every change of a package's source is described by a changeset of the same change.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedFiles, type Base } from './base.ts';
import { writtenChangesets } from './written-changesets.ts';

const SOURCE = /^(packages\/[^/]+)\/src\//;

/**
 * The packages whose `src` differs from the base while no changeset that was added or edited since then names them; a
 * changeset that names no package covers all of them, and its text says why users notice nothing.
 *
 * @returns a message for each
 */
export async function findMissingChangesets(folder: string, base: Base): Promise<string[]> {
  const files = changedFiles(folder, base);
  const changed = [...new Set(files.flatMap((file) => SOURCE.exec(file)?.[1] ?? []))];
  // A package that is gone, or was only moved away, has nothing to release.
  const packages = changed.filter((directory) => existsSync(join(folder, directory, 'package.json')));
  if (packages.length === 0) return [];
  const changesets = await writtenChangesets(folder, base);
  const named = changesets.map(({ releases }) => releases.map(({ name }) => name));
  if (named.some((names) => names.length === 0)) return [];
  return packages.flatMap((directory) => {
    const { name, private: isPrivate } = JSON.parse(readFileSync(join(folder, directory, 'package.json'), 'utf8')) as {
      name: string;
      private?: boolean;
    };
    if (isPrivate === true || named.some((names) => names.includes(name))) return [];
    return [
      `${directory}/src changed, and no changeset of this change names ${name}. Describe it for users with ` +
        '"npx -y pnpm@12 changeset"; if they notice nothing, write one with "npx -y pnpm@12 changeset add --empty".',
    ];
  });
}
