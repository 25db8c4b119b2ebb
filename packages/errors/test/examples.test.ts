import { describeExamples } from '@coin/test-kit';

describeExamples(`${import.meta.dirname}/..`);
