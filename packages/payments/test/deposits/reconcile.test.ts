// What counts when a ledger is compared with the chain, and in which order differences are told.
import { reconcile, type LedgerEntry, type ReconcileOptions } from '@coin/payments';
import { addressToHex } from '@coin/rpc/address';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { clientOf } from '../support/client-of.ts';
import { transfer } from '../support/paying-node.ts';

useVirtualTime();

const { owner, to } = transfer;
const TOKEN = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
const TRANSFERRED = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const DAY_MS = 86_400_000;
const word = (value: string): string => value.padStart(64, '0');
const idOf = (number: number): string => number.toString(16).padStart(64, '0');

const contracts = [
  { type: 'TransferContract', value: { owner_address: owner, to_address: to, amount: 5 } },
  { type: 'TransferAssetContract', value: { owner_address: owner, to_address: to, asset_name: '1000001', amount: 6 } },
  { type: 'TriggerSmartContract', value: { owner_address: owner, contract_address: TOKEN, data: 'a9059cbb' } },
];
const log = {
  address: addressToHex(TOKEN).slice(2),
  topics: [TRANSFERRED, ...[owner, to].map((address) => word(addressToHex(address).slice(2)))],
  data: word('7'),
};

/** A chain with a block a day, each of which moves 5 units of coin, 6 of a TRC-10 and 7 of a TRC-20 token. */
function openChain() {
  const block = (number: number) => ({
    blockID: idOf(number).slice(48) + idOf(0).slice(16),
    block_header: {
      raw_data: {
        number,
        timestamp: number * DAY_MS,
        parentHash: idOf(Math.max(0, number - 1)).slice(48) + idOf(0).slice(16),
      },
    },
    transactions: contracts.map(({ type, value }, index) => ({
      txID: idOf(number * 10 + index),
      raw_data: { contract: [{ type, parameter: { value } }] },
      raw_data_hex: '',
      ret: [{ contractRet: 'SUCCESS' }],
    })),
  });
  return clientOf(({ path, body }) => {
    const number = Number(body['num']);
    if (path.endsWith('/getnowblock')) return Response.json(block(9));
    if (path.endsWith('/getblockbynum')) return Response.json(block(number));
    if (path.endsWith('/gettransactioninfobyblocknum')) {
      const infos = contracts.map((_, index) => ({
        id: idOf(number * 10 + index),
        blockNumber: number,
        blockTimeStamp: number * DAY_MS,
        receipt: {},
        ...(index === 2 && { log: [log] }),
      }));
      return Response.json(infos);
    }
    const [start, end] = [Number(body['startNum']), Math.min(Number(body['endNum']), 10)];
    return Response.json({
      block: Array.from({ length: Math.max(0, end - start) }, (_, index) => block(start + index)),
    });
  });
}

const compare = (ledger: readonly LedgerEntry[], options: Partial<ReconcileOptions> = {}) =>
  reconcile({ client: openChain().client, accounts: new Set([to]), fromBlock: 2, toBlock: 3, ledger, ...options });
/** What the chain moved to an account in a block. */
const moved = (number: number, currency: string, amount: bigint): LedgerEntry => ({
  account: to,
  currency,
  amount,
  time: number * DAY_MS,
});

test('counts coin alone, of the given accounts and blocks', async () => {
  expect(await compare([2, 3].map((number) => moved(number, 'coin', 5n)))).toEqual([]);
});

test('counts the given tokens', async () => {
  const ledger = [2, 3].flatMap((number) => [
    moved(number, 'coin', 5n),
    moved(number, '1000001', 6n),
    moved(number, TOKEN, 7n),
  ]);
  expect(await compare(ledger, { tokens: [TOKEN], tokenIds: ['1000001'] })).toEqual([]);
});

test('tells differences by day, account and currency, in any order of the ledger', async () => {
  const days = ['1970-01-04', '1970-01-02', '1970-01-03'].map((day) => ({
    ...moved(0, 'gold', 1n),
    time: Date.parse(day),
  }));
  const ledger = [...days, { ...moved(2, 'gold', 1n), account: owner }, moved(1, 'coal', 1n)];
  const found = await compare(ledger, { accounts: new Set([owner, to]) });
  const told = found.map(({ day, account, currency }) => `${day} ${account} ${currency}`);
  expect(told).toEqual(told.toSorted());
  expect(told).toHaveLength(9);
});

describe('checks', () => {
  test.each<[string, Partial<ReconcileOptions>]>([
    ['addresses', { accounts: new Set(['41aa']) }],
    ['fromBlock', { fromBlock: -1 }],
    ['toBlock', { toBlock: 1 }],
  ])('%s before it reads', async (argument, options) => {
    await expect(compare([], options)).rejects.toMatchObject({
      name: 'PaymentsError',
      code: 'ARGUMENT_INVALID',
      context: { argument },
    });
  });

  test('its signal', async () => {
    await expect(compare([], { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' });
  });
});
