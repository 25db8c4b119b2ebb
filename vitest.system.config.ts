import { defineConfig } from 'vitest/config';

/** Tests that need a service or another runtime; `.ci/run` installs what they need. */
export default defineConfig({
  test: {
    name: 'system',
    include: ['packages/*/test/**/*.system.test.ts', 'apps/*/test/**/*.system.test.ts'],
    passWithNoTests: true,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
