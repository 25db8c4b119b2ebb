import { getTransactionInfoById, waitForTransaction } from '@coin/rpc';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientWithAnswers } from '../support/client-with-answers.ts';
import { errorCodeOf, outcomeOf } from '../support/outcome.ts';
import { recorded, recordings } from '../support/recordings.ts';

const txID = 'ab'.repeat(32);
const transfer = { id: txID, blockNumber: 7, blockTimeStamp: 1_795_231_230_000, receipt: { net_usage: 267 } };
const call = {
  ...transfer,
  contract_address: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8',
  receipt: { energy_usage_total: 5, result: 'SUCCESS' },
};

const read = (answer: object) =>
  outcomeOf(getTransactionInfoById(clientWithAnswers(Response.json(answer)).client, { txID }));

test.each([
  ['an id alone', { id: txID }],
  ['no block', { ...transfer, blockNumber: undefined }],
  ['block 0', { ...transfer, blockNumber: 0 }],
  ['a negative block', { ...transfer, blockNumber: -7 }],
  ['no time', { ...transfer, blockTimeStamp: undefined }],
  ['no receipt', { ...transfer, receipt: undefined }],
  ['a result in other words', { ...transfer, result: 'OK' }],
  ['a contract without a result', { ...call, receipt: { energy_usage_total: 5 } }],
])('an info with %s is not a success', async (_, answer) => {
  expect(await read(answer)).toBe('RESPONSE_INVALID');
});

test.each(['REVERT', 'OUT_OF_ENERGY', 'TRANSFER_FAILED', 'UNKNOWN'])(
  'a receipt with the result %s is a failure, with and without FAILED beside it',
  async (result) => {
    const answer = { ...call, receipt: { result } };
    expect(await read(answer)).toMatchObject({ succeeded: false, result });
    expect(await read({ ...answer, result: 'FAILED' })).toMatchObject({ succeeded: false, result });
    const { client } = clientWithAnswers(Response.json(answer));
    expect(await errorCodeOf(waitForTransaction(client, { txID }))).toBe('TRANSACTION_FAILED');
  },
);

test('accepts the node’s own name for success', async () => {
  expect(await read({ ...transfer, result: 'SUCESS' })).toMatchObject({ succeeded: true, blockNumber: 7 });
});

test('an info about another transaction is rejected', async () => {
  expect(await read({ ...transfer, id: 'cd'.repeat(32) })).toBe('RESPONSE_INVALID');
  expect(await read({ ...transfer, id: undefined })).toBe('RESPONSE_INVALID');
});

test('an info that lost any of its fields reports no success that it did not report before', async () => {
  const infos = Object.entries(recordings)
    .filter(([id, { answer }]) => id.endsWith('.info') && answer.includes('"id"'))
    .map(([id]) => JSON.parse(recorded(id).answer) as Record<string, unknown>);
  expect(infos.length).toBeGreaterThan(30);
  const essential = ['id', 'blockNumber', 'blockTimeStamp', 'receipt'];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...infos), fc.constantFrom(...essential), async (info, key) => {
      const { [key]: _, ...rest } = info;
      expect(
        await outcomeOf(
          getTransactionInfoById(clientWithAnswers(Response.json(rest)).client, { txID: String(info.id) }),
        ),
      ).toBe('RESPONSE_INVALID');
    }),
  );
});
