import { expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse } from './support/client-with-answers.ts';
import { outcomeOf } from './support/outcome.ts';
import { recordedReads } from './support/recorded-reads.ts';
import { recorded, recordedResponse } from './support/recordings.ts';

/** The JSON with each integer's digits in quotes, as a node of 4.8.2 prints int64 with `int64_as_string`. */
const quoted = (json: string): string =>
  json.replaceAll(/"(?:\\.|[^"\\])*"|-?\d+/g, (token) => (token.startsWith('"') ? token : `"${token}"`));

test.each(recordedReads)('%s reads integers in quotes as it reads them without', async (_, id, read) => {
  const { path, answer } = recorded(id);
  const clientOf = (text: string) =>
    clientWithAnswers((request) =>
      request.path === path.replace(/\?.*/, '') ? jsonResponse(text) : recordedResponse('chain.block-0'),
    ).client;
  const expected = await outcomeOf(read(clientOf(answer)));
  expect(await outcomeOf(read(clientOf(quoted(answer))))).toEqual(expected);
});
