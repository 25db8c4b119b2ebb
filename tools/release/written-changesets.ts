// The changesets that belong to a change.
import { getReleasePlan } from '@changesets/get-release-plan';
import { changedFiles, type Base } from './base.ts';

const CHANGESET = /^\.changeset\/(.+)\.md$/;

/** The changesets that were added or edited since the base. */
export async function writtenChangesets(folder: string, base: Base) {
  const written = new Set(changedFiles(folder, base).flatMap((file) => CHANGESET.exec(file)?.[1] ?? []));
  const { changesets } = await getReleasePlan(folder);
  return changesets.filter(({ id }) => written.has(id));
}
