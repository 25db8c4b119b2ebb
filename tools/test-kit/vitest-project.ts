import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { scaled } from './scaled.ts';

// Those of Node. Vite's own list also has `module`, which chooses files for bundlers that Node may not be able to load.
const conditions = ['@coin/source', 'node', 'development|production'];

/** Lets tests import the packages of the workspace from their sources; for a configuration of vitest to spread. */
export const fromSources = { resolve: { conditions }, ssr: { resolve: { conditions } } };

/** Two at least: vitest leaves one processor free, which on a machine with two leaves one for all tests. */
export const maxWorkers = Math.max(2, availableParallelism() - 1);

const setupFile = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** What applies to every test of this repository; for a configuration of vitest to spread. */
export const guards = {
  setupFiles: [setupFile('seed.ts')],
  // Replacements that a test makes are restored after it.
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
  // A test that reaches its end without an assertion fails.
  expect: { requireAssertions: true },
};

/**
 * The configuration of tests that need Node only.
 *
 * @param include - patterns of test files, relative to the configuration's folder; those of one package by default
 */
export const testProject = (include: readonly string[] = ['test/**/*.test.ts']) =>
  defineConfig({
    test: {
      ...guards,
      setupFiles: [...guards.setupFiles, setupFile('real-timers.ts')],
      maxWorkers,
      // Node runs the sources as they are, which takes a tenth less time than Vite's module runner.
      execArgv: ['--conditions=@coin/source'],
      experimental: { viteModuleRunner: false, nodeLoader: false },
      // One worker runs many files, so modules load once.
      isolate: false,
      include: [...include],
      exclude: ['**/node_modules/**', '**/*.system.test.ts'],
      // Long enough for a machine that does twenty other things. In `test:full` a property draws more cases.
      testTimeout: scaled(300_000),
      hookTimeout: 300_000,
    },
  });
