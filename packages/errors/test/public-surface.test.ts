import * as errors from '@coin/errors';
import { documentationGaps } from '@coin/test-kit';
import { expect, test } from 'vitest';

test('the package exports these names and no others', () => {
  expect(Object.keys(errors).sort()).toMatchInlineSnapshot(`
    [
      "CodedError",
      "argumentMessage",
      "closestName",
      "createArgumentChecks",
      "createTextChecks",
      "describeValue",
      "isCodedError",
      "oneOfNames",
      "quoteContext",
      "quoteSentence",
      "quoteText",
      "reasonOf",
    ]
  `);
});

test('documents every export', () => {
  expect(documentationGaps(`${import.meta.dirname}/..`)).toEqual([]);
});
