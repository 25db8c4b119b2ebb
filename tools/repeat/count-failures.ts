import { relative } from 'node:path';

/** The part of the output of vitest's reporter "json" that is read here. */
export interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** One run of the suite. */
export interface Run {
  readonly seed: number;
  /** The exit code of vitest; null when a signal ended it. */
  readonly status: number | null;
  readonly report: Report;
}

/** A test, the message of its first failure, and the seeds with which it failed. */
export interface Failure {
  readonly test: string;
  readonly message: string;
  readonly seeds: readonly number[];
}

/**
 * Lists the tests that failed, most frequent first. A file that failed outside its tests counts as one, and so does a
 * run that failed although all its tests passed (an unhandled error).
 */
export function countFailures(runs: readonly Run[], root: string): Failure[] {
  const failures = new Map<string, { readonly message: string; readonly seeds: number[] }>();
  for (const run of runs) {
    const failed = failuresOf(run, root);
    if (failed.length === 0 && run.status !== 0) failed.push(['an error outside the tests', '']);
    for (const [test, message] of failed) {
      const failure = failures.get(test) ?? { message, seeds: [] };
      failure.seeds.push(run.seed);
      failures.set(test, failure);
    }
  }
  return [...failures]
    .map(([test, failure]) => ({ test, ...failure }))
    .toSorted((a, b) => b.seeds.length - a.seeds.length || (a.test < b.test ? -1 : 1));
}

function failuresOf({ report }: Run, root: string): [test: string, message: string][] {
  return report.testResults.flatMap(({ name, status, message, assertionResults }): [string, string][] => {
    const file = relative(root, name);
    const tests = assertionResults.filter((result) => result.status === 'failed');
    if (tests.length === 0) return status === 'failed' ? [[file, message]] : [];
    return tests.map(({ fullName, failureMessages }) => [`${file}: ${fullName}`, failureMessages[0] ?? '']);
  });
}
