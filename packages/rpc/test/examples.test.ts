import { fileURLToPath } from 'node:url';
import { describeExamples } from '../../../tools/examples.ts';

describeExamples(`${import.meta.dirname}/..`, { setup: fileURLToPath(import.meta.resolve('./replay-examples.ts')) });
