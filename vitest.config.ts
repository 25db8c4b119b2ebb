import { defineConfig } from 'vitest/config';
import { maxWorkers } from './tools/examples/vitest-project.ts';

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      'packages/*/vitest.config.ts',
      'apps/*/vitest.config.ts',
      'apps/examples/*/vitest.config.ts',
      'tools/vitest.config.ts',
    ],
  },
});
