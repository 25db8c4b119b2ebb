import { defineProject } from 'vitest/config';

export default defineProject({
  test: { name: 'units', include: ['test/**/*.test.ts'], exclude: ['test/**/*.system.test.ts'] },
});
