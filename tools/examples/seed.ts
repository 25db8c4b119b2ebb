// A setup file for vitest: properties draw the same cases in every run, so that a red run can be had again. FC_SEED=N
// draws others.
import * as fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_261_121) });
