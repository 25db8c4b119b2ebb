import { createMockNode, type Fault } from '@coin/mock-node';
import {
  createNodeClient,
  http,
  createTransaction,
  decodeTransaction,
  encodeTransaction,
  getBalance,
  getGenesisId,
  getTransactionInfoById,
  isRpcError,
  resumeTransaction,
  sendTransaction,
  signTransaction,
  type ResumedTransaction,
} from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

useVirtualTime();

const AMOUNT = 1_234_567n;

const faultMix: readonly { path?: string; fault: Fault; probability: number }[] = [
  {
    path: '/wallet/broadcasttransaction',
    fault: { kind: 'lost-broadcast', taken: true, answer: 'reset' },
    probability: 0.3,
  },
  {
    path: '/wallet/broadcasttransaction',
    fault: { kind: 'lost-broadcast', taken: false, answer: 'reset' },
    probability: 0.3,
  },
  {
    path: '/wallet/broadcasttransaction',
    fault: { kind: 'lost-broadcast', taken: false, answer: 'success' },
    probability: 0.2,
  },
  { fault: { kind: 'status', status: 503 }, probability: 0.15 },
  { fault: { kind: 'html' }, probability: 0.1 },
  { fault: { kind: 'reset-in-body' }, probability: 0.1 },
];

/** What happens while no process runs. */
type Meanwhile = 'nothing' | 'a block' | 'an older state' | 'the expiration';

interface Crash {
  /** With which of its requests a process dies. */
  request: number;
  /** Whether the node still gets that request. */
  arrives: boolean;
}

/** One payment by processes that die, each continuing with what the one before it stored. */
async function payThroughCrashes(seed: number, crashes: readonly Crash[], meanwhile: readonly Meanwhile[]) {
  await using node = createMockNode({ faultSeed: seed, mining: { kind: 'manual' } });
  const [{ privateKey, address: owner }, { address: to }] = node.accounts;
  const signer = createKeySigner(privateKey);
  const clock = {
    now: node.now,
    /** While a process waits, the network makes blocks. */
    sleep: async (ms: number) => {
      node.advanceTime(ms);
      node.mine(1);
    },
  };
  const reliableClient = createNodeClient({ transport: node, clock });
  const before = await getBalance(reliableClient, { address: to });
  const genesisId = await getGenesisId(reliableClient);
  node.mine(1);
  const older = node.snapshot();
  let stored: string | undefined;

  /** Runs a process; undefined when it died. */
  const run = async (crash: Crash | undefined): Promise<ResumedTransaction | string | undefined> => {
    let requests = 0;
    const { promise: death, resolve: die } = Promise.withResolvers<undefined>();
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (crash === undefined || ++requests < crash.request) return node.fetch(input, init);
      if (requests === crash.request && crash.arrives) await node.fetch(input, init).catch(() => {});
      die(undefined);
      return new Promise<Response>(() => {});
    };
    const client = createNodeClient({ transport: http('http://node', { fetch, retry: 2 }), clock });
    const work = async () => {
      try {
        if (stored !== undefined) return await resumeTransaction(client, { transaction: stored, genesisId });
        const built = await createTransaction(client, { owner, to, amount: AMOUNT });
        stored = encodeTransaction(await signTransaction(built, signer));
        const info = await sendTransaction(client, { transaction: decodeTransaction(stored) });
        return { status: 'succeeded', txID: info.txID, info } as const;
      } catch (error) {
        if (!isRpcError(error)) throw error;
        return error.code;
      }
    };
    return Promise.race([work(), death]);
  };

  for (const rule of faultMix) node.faults.add(rule);
  for (const [index, crash] of crashes.entries()) {
    await run(crash);
    const event = meanwhile[index];
    if (event === 'a block') node.mine(1);
    if (event === 'an older state') node.revert(older);
    if (event === 'the expiration') {
      node.advanceTime(200_000);
      node.mine(2);
    }
  }
  // The faults of a real node pass too.
  let end = await run(undefined);
  for (let turn = 0; turn < 20 && typeof end === 'string'; turn++) {
    if (turn === 5) node.faults.reset();
    end = await run(undefined);
  }
  node.faults.reset();
  const paid = (await getBalance(reliableClient, { address: to })) - before;
  const txID = stored === undefined ? undefined : decodeTransaction(stored).txID;
  const info = txID === undefined ? undefined : await getTransactionInfoById(reliableClient, { txID });
  return { end, txID, paid, info };
}

const crash = fc.record({ request: fc.integer({ min: 1, max: 8 }), arrives: fc.boolean() });
const event = fc.constantFrom<Meanwhile>('nothing', 'a block', 'an older state', 'the expiration');

test('a payment whose processes die at any request ends as paid once, or as expired and not paid', async () => {
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.array(crash, { maxLength: 4 }),
      fc.array(event, { minLength: 4, maxLength: 4 }),
      async (seed, crashes, meanwhile) => {
        const { end, txID, paid, info } = await payThroughCrashes(seed, crashes, meanwhile);
        if (typeof end !== 'object') return expect.fail(`it ended with ${end}`);
        outcomes.add(end.status);
        expect(end.txID).toBe(txID);
        expect(end.status).toBe(info === undefined ? 'expired' : 'succeeded');
        expect(paid).toBe(end.status === 'succeeded' ? AMOUNT : 0n);
      },
    ),
    {
      numRuns: scaled(40),
      examples: [
        // Before the broadcast.
        [1, [{ request: 2, arrives: false }], ['nothing', 'nothing', 'nothing', 'nothing']],
        // After it, with its answer lost.
        [1, [{ request: 2, arrives: true }], ['nothing', 'nothing', 'nothing', 'nothing']],
        // After it was in a block.
        [1, [{ request: 2, arrives: true }], ['a block', 'nothing', 'nothing', 'nothing']],
        // After it expired: never sent, and sent.
        [1, [{ request: 2, arrives: false }], ['the expiration', 'nothing', 'nothing', 'nothing']],
        [1, [{ request: 2, arrives: true }], ['the expiration', 'nothing', 'nothing', 'nothing']],
        // With a node that comes back with an older state.
        [1, [{ request: 3, arrives: true }], ['an older state', 'nothing', 'nothing', 'nothing']],
        // With one that has lost the block to which the transaction refers: only a known network proves the expiry.
        [
          1,
          [
            { request: 1, arrives: false },
            { request: 2, arrives: false },
          ],
          ['the expiration', 'an older state', 'nothing', 'nothing'],
        ],
      ],
    },
  );
  expect(outcomes).toEqual(new Set(['succeeded', 'expired']));
});
