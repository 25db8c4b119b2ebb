import { getTransactionInfoById, getTransactionInfos } from '@coin/rpc';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse, type SentRequest } from '../support/client-with-answers.ts';
import { recorded, recordedResponse } from '../support/recordings.ts';
import { type TestClientOptions } from '../support/test-client.ts';

useVirtualTime();

interface WireInfo {
  id: string;
  blockNumber: number;
  blockTimeStamp: number;
}

const wire = (id: string) => JSON.parse(recorded(id).answer) as WireInfo;
/** The infos of a transfer and of a call that ran out of energy, as one block would have them. */
const transfer = wire('transfer.plain.info');
const call: WireInfo = {
  ...wire('fee.one-short.info'),
  blockNumber: transfer.blockNumber,
  blockTimeStamp: transfer.blockTimeStamp,
};
const block = {
  number: transfer.blockNumber,
  time: transfer.blockTimeStamp,
  transactions: [{ txID: transfer.id }, { txID: call.id }],
};
const answering = (...infos: unknown[]) => clientWithAnswers(jsonResponse(JSON.stringify(infos)));

test('getTransactionInfos returns the same info as getTransactionInfoById for each transaction, in one request', async () => {
  const { client, requests } = answering(transfer, call);
  const single = await Promise.all(
    [transfer, call].map((info) =>
      getTransactionInfoById(clientWithAnswers(Response.json(info)).client, { txID: info.id }),
    ),
  );
  expect(await getTransactionInfos(client, { number: block.number }, { state: 'solid' })).toEqual(single);
  expect(await getTransactionInfos(client, block)).toEqual(single);
  expect(requests.map(({ path, body }) => ({ path, body }))).toEqual(
    ['/walletsolidity/', '/wallet/'].map((base) => ({
      path: `${base}gettransactioninfobyblocknum`,
      body: { num: block.number, visible: true },
    })),
  );
});

test('getTransactionInfos returns an empty list without infos, and requests none of block 0', async () => {
  const { client, requests } = clientWithAnswers('chain.infos-by-number');
  expect(await getTransactionInfos(client, { number: 1 })).toEqual([]);
  expect(await getTransactionInfos(client, { number: 0, transactions: [{ txID: transfer.id }] })).toEqual([]);
  expect(requests).toHaveLength(1);
});

test.each<[string, unknown[], object, boolean]>([
  ['infos of another block', [transfer], { number: block.number + 1 }, false],
  ['two infos of one transaction', [transfer, transfer], { number: block.number }, false],
  ['an info without an id', [{ ...transfer, id: undefined }], { number: block.number }, false],
  ['an info without a receipt', [{ ...transfer, receipt: undefined }], { number: block.number }, false],
  ['no infos of a block with transactions', [], block, true],
  ['a missing info', [transfer], block, true],
  ['another missing info', [call], block, true],
  ['infos in another order', [call, transfer], block, true],
  ['an info too many', [transfer, call, { ...call, id: 'ab'.repeat(32) }], block, true],
  ['infos of a block of another time', [transfer, call], { ...block, time: block.time + 3000 }, true],
])('getTransactionInfos rejects %s', async (_, infos, args, retryable) => {
  const { client } = answering(...infos);
  await expect(getTransactionInfos(client, args as typeof block)).rejects.toMatchObject({
    name: 'RpcError',
    code: 'RESPONSE_INVALID',
    retryable,
  });
});

test.each<[string, TestClientOptions]>([
  ['reads again from a node that is behind', { retry: 1 }],
  ['reads from the next node if one is behind', { endpoints: ['http://a.example', 'http://b.example'] }],
])('getTransactionInfos %s', async (_, options) => {
  let answered = 0;
  const answer = ({ path }: SentRequest) =>
    path.endsWith('getblockbynum')
      ? recordedResponse('chain.block-0')
      : Response.json(answered++ === 0 ? [] : [transfer, call]);
  const { client } = clientWithAnswers(answer, options);
  expect(await getTransactionInfos(client, block)).toHaveLength(2);
  expect(answered).toBe(2);
});
