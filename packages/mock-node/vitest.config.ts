import { defineProject } from 'vitest/config';

export default defineProject({
  test: { name: 'mock-node', include: ['test/**/*.test.ts'], exclude: ['test/**/*.system.test.ts'] },
});
