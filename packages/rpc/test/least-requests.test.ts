import * as rpc from '@coin/rpc';
import { createEnergySource } from '@coin/rpc/energy-source';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse } from './support/client-with-answers.ts';
import { JUDY } from './support/judy.ts';
import { RECORDED_AT, recorded } from './support/recordings.ts';

useVirtualTime({ now: RECORDED_AT });

const newest = JSON.parse(recorded('chain.getnowblock').answer);
const NUMBER: number = newest.block_header.raw_data.number;
const idOf = (number: number) => number.toString(16).padStart(16, '0') + newest.blockID.slice(16);
const { raw_data: raw, ...transaction } = newest.transactions[0];
const [contract] = raw.contract;
const named = { ...contract, parameter: { value: { owner_address: JUDY, url: 'named' } } };
/** A block with a text that may stand for other fields, in an answer with `visible` true. */
const blockAt = (number: number) => ({
  blockID: idOf(number),
  block_header: { raw_data: { ...newest.block_header.raw_data, number, parentHash: idOf(number - 1) } },
  transactions: [{ ...transaction, raw_data: { ...raw, contract: [named] } }],
});

/** A client of a node whose every text is doubtful, and what it was asked. */
function doubtfulNode(onRequest: (asked: readonly unknown[]) => void = () => {}) {
  const { client, requests } = clientWithAnswers(({ path, body }) => {
    onRequest(requests);
    const endpoint = path.split('/')[2] ?? '';
    if (endpoint === 'getaccount') return jsonResponse(recorded('account.visible').answer.replace('Judy', 'cafe'));
    if (endpoint === 'getnowblock') return Response.json(blockAt(NUMBER));
    if (endpoint === 'getblockbynum') return Response.json(blockAt(Number(body['num'])));
    if (endpoint === 'getblockbylimitnext')
      return Response.json({ block: [blockAt(Number(body['startNum'])), blockAt(Number(body['startNum']) + 1)] });
    if (endpoint === 'getaccountresource') return jsonResponse(recorded('account.resource').answer);
    if (endpoint === 'gettransactionbyid') return Response.json({ ...blockAt(NUMBER).transactions[0] });
    return Response.json({});
  });
  return {
    client,
    asked: () => requests.map(({ path, body }) => `${path.split('/')[2]}${body['visible'] === false ? ' in hex' : ''}`),
  };
}

type Read = (client: rpc.NodeClient) => Promise<unknown>;
const address = { address: JUDY };
const reads: [string, Read, string[]][] = [
  ['getBalance', (client) => rpc.getBalance(client, address), ['getaccount']],
  [
    'getAccount, whose name is doubtful',
    (client) => rpc.getAccount(client, address),
    ['getaccount', 'getaccount in hex'],
  ],
  ['accountExists', (client) => createEnergySource(client).accountExists(JUDY), ['getaccount']],
  ['funds', (client) => createEnergySource(client).funds(JUDY), ['getaccount', 'getaccountresource']],
  ['getGenesisId', (client) => rpc.getGenesisId(client), ['getblockbynum in hex']],
  [
    'getNextMaintenanceTime, which may be 0',
    (client) => rpc.getNextMaintenanceTime(client).catch(() => 'absent'),
    ['getnextmaintenancetime', 'getnowblock in hex'],
  ],
  ['getNowBlock', (client) => rpc.getNowBlock(client), ['getnowblock', 'getnowblock in hex']],
  ['getBlock', (client) => rpc.getBlock(client, { number: 7 }), ['getblockbynum', 'getblockbynum in hex']],
  [
    'getBlocks',
    (client) => rpc.getBlocks(client, { fromBlock: 7, toBlock: 8 }),
    ['getblockbylimitnext', 'getblockbylimitnext in hex'],
  ],
  [
    'getTransactionById',
    (client) => rpc.getTransactionById(client, { txID: transaction.txID }),
    ['gettransactionbyid', 'gettransactionbyid in hex'],
  ],
];

test.each(reads)('%s asks for nothing that its answer does not need', async (_, read, expected) => {
  const { client, asked } = doubtfulNode();
  await read(client);
  expect(asked()).toEqual(expected);
});

test('blocks asks for the texts of a new block once, and not again as long as it is the newest', async () => {
  const controller = new AbortController();
  const { client, asked } = doubtfulNode(({ length }) => length === 6 && controller.abort());
  const events = rpc.watchBlocks(client, { state: 'head' }, { signal: controller.signal });
  expect((await events.next()).value).toMatchObject({ kind: 'block', block: { number: NUMBER } });
  await expect(events.next()).rejects.toMatchObject({ code: 'ABORTED' });
  const polls = ['getnowblock', 'getnowblock', 'getnowblock'];
  expect(asked()).toEqual(['getblockbynum in hex', 'getnowblock', 'getnowblock in hex', ...polls]);
});
