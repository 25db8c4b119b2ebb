import { relative } from 'node:path';

/** The part of the output of vitest's reporter "json" that is read here. */
export interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** One run of the suite. */
export interface Run {
  readonly seed: number;
  /** The exit code of vitest; null when a signal ended it. */
  readonly status: number | null;
  readonly report: Report;
}

/** A test, and the seeds with which it failed. */
export interface Failure {
  readonly test: string;
  readonly seeds: readonly number[];
}

/**
 * Lists the tests that failed, most frequent first. A file that failed outside its tests counts as one. So does a run
 * without tests, and one that failed although all its tests passed (an unhandled error).
 */
export function countFailures(runs: readonly Run[], root: string): Failure[] {
  const seedsOf = new Map<string, number[]>();
  for (const run of runs) {
    const failed = failuresOf(run, root);
    const { numPassedTests, numFailedTests } = run.report;
    if (failed.length === 0 && numPassedTests + numFailedTests === 0) failed.push('no test ran');
    else if (failed.length === 0 && run.status !== 0) failed.push('an error outside the tests');
    for (const test of failed) seedsOf.set(test, [...(seedsOf.get(test) ?? []), run.seed]);
  }
  return [...seedsOf]
    .map(([test, seeds]) => ({ test, seeds }))
    .toSorted((a, b) => b.seeds.length - a.seeds.length || (a.test < b.test ? -1 : 1));
}

function failuresOf({ report }: Run, root: string): string[] {
  return report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults.filter((result) => result.status === 'failed');
    if (tests.length === 0) return status === 'failed' ? [file] : [];
    return tests.map(({ fullName }) => `${file}: ${fullName}`);
  });
}
