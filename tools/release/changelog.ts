// How `changeset version` writes changelogs (.changeset/config.json names this file): what a changeset says, without
// commit ids, and new versions of dependencies on one line.

interface Changeset {
  readonly summary: string;
}

interface UpdatedDependency {
  readonly name: string;
  readonly newVersion: string;
}

/** A summary of one paragraph is an item of a list; a longer one is its own text. */
export function getReleaseLine({ summary }: Changeset): string {
  const text = summary.trim();
  return /\n\s*\n/.test(text) ? `${text}\n\n` : `- ${text.replaceAll('\n', '\n  ')}`;
}

export function getDependencyReleaseLine(
  _changesets: readonly Changeset[],
  updated: readonly UpdatedDependency[],
): string {
  if (updated.length === 0) return '';
  return `- Uses ${updated.map(({ name, newVersion }) => `\`${name}\` ${newVersion}`).join(', ')}.`;
}
