import { describeExamples } from '@coin/examples';

describeExamples(`${import.meta.dirname}/..`);
