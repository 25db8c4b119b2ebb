import { defineConfig } from 'vitest/config';
import { scaled } from './tools/test-kit/scaled.ts';
import { fromSources, guards, maxWorkers } from './tools/test-kit/vitest-project.ts';

// Most of these tests wait for other processes, so twice as many run at the same time.
const common = {
  ...guards,
  maxWorkers: 2 * maxWorkers,
  // Long enough for a machine ten times slower. In `test:full` some tests draw more cases.
  testTimeout: 600_000 + scaled(300_000),
  hookTimeout: 900_000,
  expect: { ...guards.expect, poll: { timeout: 60_000 } },
};

/** Browsers, package managers, compilers and other people's programs: minutes, which `.ci/run` leaves to pull requests. */
const slow = [
  'tools/test/**/*.system.test.ts',
  'apps/acceptance/test/browser.system.test.ts',
  'apps/examples/swap-pool/test/*.system.test.ts',
  'packages/testing/test/vitest-reporter/*.system.test.ts',
  'apps/site/test/**/*.system.test.ts',
  'apps/examples/foreign-monorepo/test/*.system.test.ts',
  'packages/mock-node/test/tre/tronbox.system.test.ts',
];

/** Tests that need a service or another runtime. */
export default defineConfig({
  ...fromSources,
  test: {
    projects: [
      // First, because browsers keep the processors busy while other tests wait.
      {
        ...fromSources,
        test: { ...common, name: 'slow', include: slow, globalSetup: ['apps/site/test/support/build-site.ts'] },
      },
      {
        ...fromSources,
        test: {
          ...common,
          name: 'services',
          include: ['{packages,apps,apps/examples}/*/test/**/*.system.test.ts'],
          exclude: ['**/node_modules/**', ...slow],
        },
      },
    ],
  },
});
