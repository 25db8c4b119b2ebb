import { defineConfig } from 'vitest/config';
import { fromSources, maxWorkers } from './tools/examples/vitest-project.ts';

/** Tests that need a service or another runtime; `.ci/run` installs what they need. */
export default defineConfig({
  ...fromSources,
  test: {
    name: 'system',
    maxWorkers,
    include: ['{packages,apps,apps/examples}/*/test/**/*.system.test.ts', 'tools/test/**/*.system.test.ts'],
    passWithNoTests: true,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
