import { describeExamples } from '../../../tools/examples.ts';

describeExamples(`${import.meta.dirname}/..`);
