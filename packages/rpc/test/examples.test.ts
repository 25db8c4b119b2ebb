import { describeExamples } from '../../../tools/examples.ts';

describeExamples(`${import.meta.dirname}/..`, { setup: `${import.meta.dirname}/replay-examples.ts` });
