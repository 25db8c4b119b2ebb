// A setup file for vitest: properties draw the same cases in every run, so a failed run can be repeated. FC_SEED=N
// draws others. A mutation run draws fewer.
import * as fc from 'fast-check';
import { afterEach, vi } from 'vitest';
import { scaled } from './scaled.ts';

fc.configureGlobal({
  seed: Number(process.env['FC_SEED'] ?? 20_261_121),
  numRuns: Math.min(100, scaled(100)),
});

// Files share a worker, so no test may leave its timers to the next file.
afterEach(() => void vi.useRealTimers());
