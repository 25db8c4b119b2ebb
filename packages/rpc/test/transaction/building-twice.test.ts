import { createTransaction, decodeTransaction, encodeTransaction, type NodeClient } from '@coin/rpc';
import { extendExpiration } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { forgetBuilds, isFirstBuild } from '../../src/transaction/built-transactions.ts';
import { composeTransaction } from '../../src/transaction/compose-transaction.ts';
import { clientWithAnswers } from '../support/client-with-answers.ts';
import { clockAt } from '../support/clock-at.ts';
import { errorCodeOf } from '../support/outcome.ts';

const OWNER = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const TO = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const START = 1_795_000_000_000;

useVirtualTime();

/** A node that takes each transaction's time from this clock, and the expiration from a head that moves by itself. */
function nodeAt({ timestamp, expiration }: { timestamp: () => number; expiration: () => number }, now: () => number) {
  return clientWithAnswers(
    ({ body }) => {
      const value = { owner_address: OWNER, to_address: TO, amount: BigInt(body['amount'] as number) };
      const memo = body['extra_data'] as string | undefined;
      const { txID, rawData, rawDataHex } = composeTransaction(
        { type: 'TransferContract', value, memo },
        { refBlockBytes: '0001', refBlockHash: '0102030405060708', expiration: expiration(), timestamp: timestamp() },
      );
      const raw_data = JSON.parse(
        JSON.stringify(rawData, (_, item) => (typeof item === 'bigint' ? Number(item) : item)),
      );
      return Response.json({ visible: true, txID, raw_data, raw_data_hex: rawDataHex });
    },
    { clock: clockAt(now) },
  );
}

const build = (client: NodeClient, memo?: string) =>
  createTransaction(client, { owner: OWNER, to: TO, amount: 1n, ...(memo !== undefined && { memo }) });

test('a client never returns the same transaction twice, however a node’s clock runs', () =>
  fc.assert(
    fc.asyncProperty(
      fc.record({
        // Milliseconds by which the node's clock moves with each request; it may be set back.
        steps: fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 1, maxLength: 40 }),
        lives: fc.array(fc.constantFrom(57_000, 60_000), { minLength: 1, maxLength: 40 }),
        memos: fc.array(fc.constantFrom(undefined, 'a'), { minLength: 2, maxLength: 6 }),
        isParallel: fc.boolean(),
      }),
      async ({ steps, lives, memos, isParallel }) => {
        let time = START;
        let request = 0;
        const timestamp = () => (time += steps[request++ % steps.length] ?? 0);
        const expiration = () => START + (lives[request % lives.length] ?? 0);
        const { client } = nodeAt({ timestamp, expiration }, () => START);
        const results: PromiseSettledResult<Awaited<ReturnType<typeof build>>>[] = [];
        if (isParallel) results.push(...(await Promise.allSettled(memos.map((memo) => build(client, memo)))));
        else for (const memo of memos) results.push(...(await Promise.allSettled([build(client, memo)])));
        // What signers elsewhere get, who need more time.
        const extended = results.flatMap((result) => {
          if (result.status === 'fulfilled') return extendExpiration(result.value, START + 3_600_000).txID;
          expect(result.reason).toMatchObject({ code: 'SAME_TRANSACTION', retryable: true });
          return [];
        });
        expect(new Set(extended).size).toBe(extended.length);
        expect(extended.length).toBeGreaterThan(0);
      },
    ),
    { numRuns: scaled(30) },
  ));

test.each([
  ['is built again until its time differs', 5, 'success', 1 + 6],
  ['is given up after five more requests', 6, 'SAME_TRANSACTION', 1 + 6],
])('an equal transaction %s', async (_, repeats, end, expected) => {
  let built = 0;
  const timestamp = () => START + Number(built++ > repeats);
  const { client, requests } = nodeAt({ timestamp, expiration: () => START + 60_000 }, () => START);
  const first = await build(client);
  expect(await errorCodeOf(build(client))).toBe(end);
  expect(requests).toHaveLength(expected);
  expect(decodeTransaction(encodeTransaction(first)).txID).toBe(first.txID);
});

test('a client forgets a transaction that has expired', async () => {
  let now = START;
  const { client } = nodeAt({ timestamp: () => START, expiration: () => START + 60_000 }, () => now);
  const built = await build(client);
  const isFirstAt = (time: number) => {
    now = time;
    forgetBuilds(client);
    return isFirstBuild(client, built);
  };
  expect([START + 59_999, START + 60_000].map(isFirstAt)).toEqual([false, true]);
});

test('a client whose clock is set back, as by a node that reverts its chain, builds everything again', async () => {
  let now = START;
  const { client } = nodeAt({ timestamp: () => ++now, expiration: () => START + 60_000 }, () => now);
  const first = await build(client);
  for (let round = 0; round < 10; round++) {
    now = START;
    expect(await build(client)).toEqual(first);
  }
});

test('two clients may build the same transaction', async () => {
  const times = { timestamp: () => START, expiration: () => START + 60_000 };
  const ids = [1, 2].map(async () => (await build(nodeAt(times, () => START).client)).txID);
  expect(new Set(await Promise.all(ids)).size).toBe(1);
});
