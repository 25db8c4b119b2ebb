import { fileURLToPath } from 'node:url';
import { describeExamples } from '@coin/test-kit';

describeExamples(`${import.meta.dirname}/..`, {
  setup: fileURLToPath(import.meta.resolve('./support/replay-examples.ts')),
});
