import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getReleasePlan } from '@changesets/get-release-plan';
import { type Page } from './find-pages.ts';

/** The changelog of each package: what was released, and before it what waits for a release. */
export async function findChangelogs(root: string, packages: readonly string[]): Promise<Page[]> {
  const { changesets } = await getReleasePlan(root);
  return packages.map((folder) => {
    const name = `@coin/${folder}`;
    const pending = changesets.filter(({ releases }) => releases.some((release) => release.name === name));
    const source = `packages/${folder}/CHANGELOG.md`;
    const released = existsSync(join(root, source))
      ? readFileSync(join(root, source), 'utf8').replace(/^# .*\n/, '')
      : '';
    const title = `Changelog of ${name}`;
    const waiting = pending.map(({ summary }) => releaseLine(summary)).join('\n');
    const text = `# ${title}\n\n${waiting === '' ? '' : `## Not released yet\n\n${waiting}\n`}${released}`;
    return { source, route: `packages/${folder}/changelog`, title, text };
  });
}

/** As tools/release/changelog.ts writes it into a release. */
function releaseLine(summary: string): string {
  const text = summary.trim();
  return /\n\s*\n/.test(text) ? `${text}\n` : `- ${text.replaceAll('\n', '\n  ')}`;
}
