import { createEnergyReporter } from '@coin/testing/vitest-reporter';
import { defineConfig, mergeConfig } from 'vitest/config';
import tests from './vitest.config.ts';

// Elsewhere the reporter stands in vitest.config.ts. Here that file is read before the packages are built.
export default mergeConfig(
  tests,
  defineConfig({
    test: {
      reporters: ['default', createEnergyReporter({ tolerance: 1 })],
    },
  }),
);
