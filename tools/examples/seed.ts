// A setup file for vitest: properties and `Math.random` draw the same cases in every run, so a failed run can be
// repeated. FC_SEED=N draws others. A mutation run draws fewer.
import { relative } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, vi } from 'vitest';
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
    // A mutation run plants failures, which nobody repeats.
    if (task.fails === true || process.env['STRYKER_MUTATOR_WORKER'] !== undefined) return;
    const file = relative(ROOT, task.file.filepath).replaceAll('\\', '/');
    const command = repeatCommand({ file, title: task.fullTestName, seed: SEED, factor: FACTOR });
    process.stderr.write(`To repeat: ${command}\n`);
  });
});

// Files share a worker, so no test may leave its timers to the next file.
afterEach(() => void vi.useRealTimers());
