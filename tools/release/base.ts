// What a change is compared with: the commit at which it left the base branch.
import { execFileSync } from 'node:child_process';

export interface Base {
  readonly commit: string;
  /** For a line of output. */
  readonly description: string;
}

const BASE_BRANCH = 'main';

export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

function attempt(folder: string, ...args: readonly string[]): string | undefined {
  try {
    return git(folder, ...args);
  } catch {
    return undefined;
  }
}

/**
 * The commit that the checkout in `folder` is compared with. A pull request's base branch (`GITHUB_BASE_REF`) must be
 * there; elsewhere the nearest of `origin/main` and `main` counts. On the base branch itself that is the current
 * commit, so only uncommitted changes count.
 *
 * @throws Error when the base branch of a pull request is not in the clone
 */
export function findBase(folder: string, pullRequestBase = process.env['GITHUB_BASE_REF']): Base {
  if (pullRequestBase) {
    const ref = `origin/${pullRequestBase}`;
    const commit = attempt(folder, 'merge-base', 'HEAD', ref);
    if (commit !== undefined) return { commit, description: `the merge base with ${ref}` };
    throw new Error(`No common commit with ${ref} in this clone: check out with its history ("fetch-depth: 0")`);
  }
  const current = attempt(folder, 'symbolic-ref', '--short', 'HEAD');
  const candidates = [`origin/${BASE_BRANCH}`, BASE_BRANCH].flatMap((ref): Base[] => {
    const commit = ref === current ? undefined : attempt(folder, 'merge-base', 'HEAD', ref);
    return commit === undefined ? [] : [{ commit, description: `the merge base with ${ref}` }];
  });
  const nearest = candidates.toSorted(
    (one, other) => commitsSince(folder, one.commit) - commitsSince(folder, other.commit),
  )[0];
  const head = git(folder, 'rev-parse', 'HEAD');
  if (nearest !== undefined && nearest.commit !== head) return nearest;
  return { commit: head, description: `the last commit, as ${BASE_BRANCH} has it or is not in this clone` };
}

function commitsSince(folder: string, commit: string): number {
  return Number(git(folder, 'rev-list', '--count', `${commit}..HEAD`));
}

/** The text of a file at the base; `undefined` when it was not there. */
export function fileAtBase(folder: string, { commit }: Base, file: string): string | undefined {
  return attempt(folder, 'show', `${commit}:${file}`);
}
