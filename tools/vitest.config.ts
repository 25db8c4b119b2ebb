import { defineProject } from 'vitest/config';
import { maxWorkers } from './examples/vitest-project.ts';

export default defineProject({
  test: {
    name: 'tools',
    maxWorkers,
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.{system,full}.test.ts'],
    testTimeout: 60_000,
  },
});
