import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'units',
    setupFiles: ['@coin/examples/seed'],
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.system.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
