// A package whose public API lost something has a changeset that says so.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getReleasePlan } from '@changesets/get-release-plan';
import { findNarrowings, type Narrowing } from '../api/find-narrowings.ts';
import { fileAtBase, type Base } from './base.ts';

/** How many of the things that a package lost a message lists. */
const LISTED = 12;

/**
 * The packages, by directory, whose committed API report lost something since the base, while no changeset of the same
 * change says so by its bump: a minor version before 1.0.0, a major one after. An earlier changeset does not do, as its
 * text tells users of something else.
 *
 * @returns a message for each
 */
export async function findSmallBumps(folder: string, base: Base, directories: readonly string[]): Promise<string[]> {
  const narrowed = directories.flatMap((directory) => {
    const before = fileAtBase(folder, base, `${directory}/api.md`);
    const now = readFileSync(join(folder, directory, 'api.md'), 'utf8').trim();
    const narrowings =
      before === undefined || before === now ? [] : findNarrowings(join(folder, directory), before, now);
    return narrowings.length === 0 ? [] : [{ directory, narrowings }];
  });
  if (narrowed.length === 0) return [];
  const { changesets } = await getReleasePlan(folder, base.commit);
  const releases = changesets.flatMap((changeset) => changeset.releases);
  return narrowed.flatMap(({ directory, narrowings }) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, directory, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
    };
    const needed = version.startsWith('0.') ? 'minor' : 'major';
    const bumps = releases.filter((release) => release.name === name).map(({ type }) => type);
    if (bumps.includes(needed) || bumps.includes('major')) return [];
    const lines = narrowings.slice(0, LISTED).map(describe);
    if (narrowings.length > LISTED) lines.push(`  and ${narrowings.length - LISTED} more`);
    return [
      `${name} ${version} takes away or narrows what users have, which needs a ${needed} release; the changesets of ` +
        `this change (that git tracks) say "${bumps.join('", "') || 'none'}":\n${lines.join('\n')}`,
    ];
  });
}

function describe({ entry, name, reason }: Narrowing): string {
  return `  ${[entry, name].filter(Boolean).join(': ')}: ${reason}`;
}
