// A setup file for vitest: properties and `Math.random` draw the same cases in every run, so a failed run can be
// repeated. FC_SEED=N draws others. A mutation run draws fewer.
import { relative } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, aroundAll, beforeEach, type RunnerTestFile, type RunnerTestSuite, vi } from 'vitest';
import { randomFrom } from './random-from.ts';
import { repeatCommand } from './repeat-command.ts';
import { FACTOR, scaled } from './scaled.ts';

const SEED = Number(process.env['FC_SEED'] ?? 20_261_121);
const ROOT = `${import.meta.dirname}/../..`;

fc.configureGlobal({ seed: SEED, numRuns: Math.min(100, scaled(100)) });

Math.random = randomFrom(SEED);

beforeEach(({ task, onTestFailed }) => {
  // From the beginning in each test, so it draws the same numbers alone as among others.
  Math.random = randomFrom(SEED);
  onTestFailed(() => {
    if (task.fails !== true) printRepeatCommand(task.file, task.fullTestName);
  });
});

// A hook that fails outside of tests, such as `beforeAll`, skips the tests that would print a command.
// oxlint-disable-next-line no-empty-pattern -- vitest reads the names of fixtures from the pattern
aroundAll(async (runFile, {}, suite) => {
  await runFile();
  if (hookFailed(suite)) printRepeatCommand(suite.file);
});

const hookFailed = ({ result, tasks }: Readonly<RunnerTestSuite>): boolean =>
  (result?.errors ?? []).length > 0 || tasks.some((task) => task.type === 'suite' && hookFailed(task));

function printRepeatCommand({ filepath }: RunnerTestFile, title?: string): void {
  // A mutation run plants failures, which nobody repeats.
  if (process.env['STRYKER_MUTATOR_WORKER'] !== undefined) return;
  const file = relative(ROOT, filepath).replaceAll('\\', '/');
  const command = repeatCommand({ file, title, seed: SEED, factor: FACTOR });
  process.stderr.write(`To repeat: ${command}\n`);
}

// Files share a worker, so no test may leave its timers to the next file.
afterEach(() => void vi.useRealTimers());
