import { describeExamples } from '@coin/examples';

describeExamples(`${import.meta.dirname}/..`, { files: ['../../README.md'] });
