import { sendTransaction, waitForTransaction, type WaitForTransactionArgs } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientOfBackEnds, type BackEnd, type BackEndsOptions } from '../support/back-ends.ts';
import { ALICES_KEY, builtTransfer } from '../support/built-transfer.ts';
import { errorCodeOf } from '../support/outcome.ts';
import {
  EXPIRATION,
  numberAt,
  REFERENCE,
  simulateChain,
  timeOf,
  type SimulatedChain,
} from '../support/simulated-chain.ts';

const transfer = await builtTransfer();
const { txID } = transfer;
/** The last block that may include the transfer: its parent is older than the expiration. */
const LAST = numberAt(EXPIRATION - 1) + 1;

/** How a wait for a transaction ends: every pause passes immediately. */
async function waitBehind(
  { timeoutMs = 300_000, ...options }: Partial<BackEndsOptions> & { backEnds: BackEnd[]; timeoutMs?: number },
  args: WaitForTransactionArgs = transfer,
) {
  const { client, requests } = clientOfBackEnds({ start: EXPIRATION, ...options });
  const error = await waitForTransaction(client, args, { timeoutMs }).then(
    () => ({ code: 'found', message: '' }),
    (thrown) => thrown,
  );
  return { code: error.code as string, message: error.message as string, error, requests };
}

/** A chain whose block of a number includes the transfer. */
function chainWith(number: number): SimulatedChain {
  const chain = simulateChain();
  chain.include(txID, timeOf(number));
  return chain;
}

describe('a transaction that no block includes', () => {
  test('expires once the blocks from its reference block to the first one past its expiration were read', async () => {
    const { code, error, requests } = await waitBehind({ backEnds: [{ chain: simulateChain() }] });
    expect(code).toBe('TRANSACTION_EXPIRED');
    expect(error).toMatchObject({
      context: { txID, expiration: EXPIRATION, solidTime: timeOf(LAST) },
      endpoint: 'http://node.example',
    });
    expect(requests.filter((path) => path.endsWith('/getblockbylimitnext'))).toHaveLength(2);
  });

  test('expires although the blocks include other transactions', async () => {
    const chain = simulateChain();
    for (const number of [REFERENCE, REFERENCE + 1, LAST])
      chain.include(number.toString(16).padStart(64, '0'), timeOf(number));
    expect((await waitBehind({ backEnds: [{ chain }] })).code).toBe('TRANSACTION_EXPIRED');
  });

  test.each([3, 30])('expires when the wait begins %i days later', async (days) => {
    const start = EXPIRATION + days * 86_400_000;
    expect((await waitBehind({ start, backEnds: [{ chain: simulateChain() }] })).code).toBe('TRANSACTION_EXPIRED');
    const dropped = simulateChain({ hasReference: false });
    const args = { ...transfer, genesisId: dropped.genesisId };
    expect((await waitBehind({ start, backEnds: [{ chain: dropped }] }, args)).code).toBe('TRANSACTION_EXPIRED');
  });

  test('does not expire while the node gives no blocks', async () => {
    const { code, message } = await waitBehind({
      backEnds: [{ chain: simulateChain() }],
      intercept: ({ path }) => (path.endsWith('/getblockbylimitnext') ? { block: [] } : undefined),
    });
    expect([code, message]).toEqual(['TIMEOUT', expect.stringContaining(`the newest solid block, ${REFERENCE},`)]);
  });

  test.each([
    ['a block is too large', 'RESPONSE_TOO_LARGE', { padding: 'x'.repeat(5000) }],
    ['blocks are in another form', 'RESPONSE_INVALID', { block: 5 }],
  ])('ends with the error of the node when %s', async (_, code, answer) => {
    const waited = await waitBehind({
      backEnds: [{ chain: simulateChain() }],
      client: { maxResponseBytes: 3000 },
      intercept: ({ path }) => (path.endsWith('/getblockbylimitnext') ? answer : undefined),
    });
    expect(waited.code).toBe(code);
  });

  test('expires behind any number of nodes that have its chain, in any order of answers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 5 }),
        fc.infiniteStream(fc.nat({ max: 4 })),
        fc.constantFrom('kept', 'none'),
        async (lags, stream, infos) => {
          const chain = simulateChain();
          const backEnds = lags.map((lagMs): BackEnd => ({ chain, lagMs, infos }));
          const { code } = await waitBehind({ backEnds, choose: () => Number(stream.next().value) % lags.length });
          expect(code).toBe('TRANSACTION_EXPIRED');
        },
      ),
      { numRuns: scaled(20) },
    );
  });

  test('reads blocks that are too large for one answer in smaller batches', async () => {
    const chain = simulateChain();
    const sizes: number[] = [];
    const { code } = await waitBehind({
      backEnds: [{ chain }],
      client: { maxResponseBytes: 3000 },
      intercept: ({ path, body }) => {
        if (path.endsWith('/getblockbylimitnext')) sizes.push(Number(body['endNum']) - Number(body['startNum']));
        return undefined;
      },
    });
    expect(code).toBe('TRANSACTION_EXPIRED');
    expect(sizes.slice(0, 4)).toEqual([20, 10, 5, 5]);
  });
});

describe('a transaction that a block includes', () => {
  const backEnd = (chain: SimulatedChain): fc.Arbitrary<BackEnd> =>
    fc.record({
      chain: fc.constant(chain),
      lagMs: fc.oneof(fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: 0, max: 86_400_000 })),
      infos: fc.constantFrom('kept', 'none'),
      isLite: fc.boolean(),
      prunedBelow: fc.constantFrom(0, REFERENCE, REFERENCE + 1, LAST, LAST + 1),
    });

  test('never counts as expired, for any answers in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: REFERENCE + 1, max: LAST }).chain((number) => {
          const chain = chainWith(number);
          return fc.array(backEnd(chain), { minLength: 1, maxLength: 4 });
        }),
        fc.infiniteStream(fc.nat({ max: 3 })),
        fc.integer({ min: 0, max: 200_000 }),
        fc.boolean(),
        async (backEnds, stream, lateMs, isCached) => {
          const choose = () => Number(stream.next().value) % backEnds.length;
          const start = EXPIRATION + lateMs;
          const { code } = await waitBehind({ start, backEnds, choose, isCached, timeoutMs: 100_000 });
          expect(code).not.toBe('TRANSACTION_EXPIRED');
        },
      ),
      { numRuns: scaled(20) },
    );
  });

  test('is searched for once in each block, however long the node lacks its info', async () => {
    const { requests } = await waitBehind({ backEnds: [{ chain: chainWith(REFERENCE + 5), infos: 'none' }] });
    expect(requests.filter((path) => path.endsWith('/getblockbylimitnext'))).toHaveLength(1);
    expect(requests.length).toBeGreaterThan(50);
  });

  test('is found in the last block that may include it', async () => {
    expect((await waitBehind({ backEnds: [{ chain: chainWith(LAST), infos: 'none' }] })).message).toContain(
      `block ${LAST} includes it`,
    );
  });

  const included = chainWith(REFERENCE + 5);
  const other = simulateChain({ hash: 'deadbeefdeadbeef', hasReference: false });
  const table: [node: string, backEnds: BackEnd[], code: string, says: string, isCached?: boolean][] = [
    [
      'keeps no transaction history',
      [{ chain: included, infos: 'none' }],
      'TIMEOUT',
      `block ${REFERENCE + 5} includes it`,
    ],
    ['is a lite node', [{ chain: included, isLite: true }], 'NOT_SUPPORTED', 'lite fullnode'],
    [
      'is a lite node that opens all but the blocks',
      [{ chain: included, infos: 'none', prunedBelow: numberAt(EXPIRATION + 86_400_000) }],
      'TIMEOUT',
      'the node lacks block',
    ],
    [
      'has pruned the blocks after the reference block',
      [{ chain: included, infos: 'none', prunedBelow: REFERENCE + 9 }],
      'TIMEOUT',
      'the node lacks block',
    ],
    ['is syncing', [{ chain: included, lagMs: 86_400_000 }], 'TIMEOUT', 'the newest solid block'],
    ['is behind a cache', [{ chain: included, lagMs: 86_400_000 }], 'TIMEOUT', 'the newest solid block', true],
    ['is of another network', [{ chain: other }], 'RESPONSE_INVALID', 'another network'],
    [
      'is behind a gateway with a node of another network',
      [{ chain: included, infos: 'none' }, { chain: other }],
      'RESPONSE_INVALID',
      '',
    ],
  ];
  test.each(table)('is never signed again when the node %s', async (_, backEnds, code, says, isCached = false) => {
    const waited = await waitBehind({ backEnds, isCached });
    expect([waited.code, waited.message]).toEqual([code, expect.stringContaining(says)]);
    const { client } = clientOfBackEnds({
      start: EXPIRATION - 30_000,
      backEnds,
      isCached,
      intercept: ({ path, body }) =>
        path === '/wallet/broadcasttransaction' ? { result: true, txid: body['txID'] } : undefined,
    });
    const signer = createKeySigner(ALICES_KEY);
    expect(await errorCodeOf(sendTransaction(client, { transaction: transfer, signer }))).toBe(
      'BROADCAST_OUTCOME_UNKNOWN',
    );
  });
});
