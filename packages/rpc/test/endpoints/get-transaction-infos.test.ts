import { getTransactionInfoById, getTransactionInfos } from '@coin/rpc';
import { expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse } from '../support/client-with-answers.ts';
import { recorded } from '../support/recordings.ts';

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

test.each<[string, unknown[], object]>([
  ['infos of another block', [transfer], { number: block.number + 1 }],
  ['two infos of one transaction', [transfer, transfer], { number: block.number }],
  ['an info without an id', [{ ...transfer, id: undefined }], { number: block.number }],
  ['an info without a receipt', [{ ...transfer, receipt: undefined }], { number: block.number }],
  ['no infos of a block with transactions', [], block],
  ['a missing info', [transfer], block],
  ['infos in another order', [call, transfer], block],
  ['an info too many', [transfer, call, { ...call, id: 'ab'.repeat(32) }], block],
  ['infos of a block of another time', [transfer, call], { ...block, time: block.time + 3000 }],
])('getTransactionInfos rejects %s', async (_, infos, args) => {
  const { client } = answering(...infos);
  await expect(getTransactionInfos(client, args as typeof block)).rejects.toMatchObject({
    name: 'RpcError',
    code: 'RESPONSE_INVALID',
  });
});
