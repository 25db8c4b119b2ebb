import { availableParallelism } from 'node:os';
import { defineProject } from 'vitest/config';
import { scaled } from './scaled.ts';

// Vite's own conditions for code that runs in Node; naming one more replaces the list.
const conditions = ['@coin/source', 'module', 'node', 'development|production'];

/** Lets tests import the packages of the workspace from their sources; for a configuration of vitest to spread. */
export const fromSources = { resolve: { conditions }, ssr: { resolve: { conditions } } };

/**
 * Two at least: vitest leaves one processor free, which on a machine with two leaves one for all tests. Each project
 * says so for itself, and all say the same.
 */
export const maxWorkers = Math.max(2, availableParallelism() - 1);

/** The configuration of a workspace's tests: all but those that need a service or another runtime. */
export const testProject = (name: string) =>
  defineProject({
    ...fromSources,
    test: {
      name,
      maxWorkers,
      setupFiles: ['@coin/examples/seed'],
      // One worker runs many files, so that modules load once; what a test replaces is restored after it.
      isolate: false,
      restoreMocks: true,
      unstubGlobals: true,
      unstubEnvs: true,
      include: ['test/**/*.test.ts'],
      exclude: ['test/**/*.{system,full}.test.ts'],
      // A test that reaches its end without an assertion fails.
      expect: { requireAssertions: true },
      // In `test:full` a property draws more cases.
      testTimeout: scaled(60_000),
      hookTimeout: 60_000,
    },
  });
