import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'tools',
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.system.test.ts'],
    testTimeout: 60_000,
  },
});
