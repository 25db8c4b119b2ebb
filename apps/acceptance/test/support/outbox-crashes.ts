import { createMockNode, type Fault, type MockNode } from '@coin/mock-node';
import {
  createOutbox,
  type OutboxEntry,
  type OutboxIntent,
  type OutboxOptions,
  type OutboxStore,
  isPaymentsError,
} from '@coin/payments';
import { createNodeClient, getBlocks, getNowBlock, http, type HttpOptions, type NodeClient } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
// Real time: for stores in PostgreSQL; tests of the store in memory run it in virtual time.
import { randomFrom } from '@coin/test-kit/random-from';
import * as fc from 'fast-check';
import { createMiningClock } from './mining-clock.ts';
import { countIntents, intentOf, KINDS, prepareTreasury, SOLIDITY_LAG, treasuryOptions } from './treasury.ts';

const PAYMENTS = 5;

const status = (code: number, body = ''): Fault => ({ kind: 'status', status: code, body });
const error = (message: string): Fault => ({ kind: 'error', message: `class org.tron.core.exception.${message}` });

/** Each kind of fault, and how often in 1,000 requests. */
const anywhere: readonly (readonly [Fault, number])[] = [
  [status(400), 3],
  [status(401), 3],
  [status(403), 3],
  [status(404), 3],
  [status(500), 10],
  [status(503), 20],
  [{ kind: 'html' }, 10],
  [{ kind: 'html', status: 502 }, 10],
  [{ kind: 'empty' }, 10],
  [{ kind: 'truncated' }, 10],
  [{ kind: 'content-type', value: 'text/plain' }, 5],
  [{ kind: 'replaced', key: 'txID', json: '{"is":"wrong"}' }, 20],
  [{ kind: 'replaced', key: 'blockNumber', json: '1.5' }, 20],
  [{ kind: 'duplicate-key', key: 'txID', json: '"00"' }, 10],
  [error('ContractValidateException : no such account'), 2],
  [error('BadItemException : odd'), 3],
  [{ kind: 'rejection', code: 'SIGERROR', message: 'Validate signature error', notation: 'text' }, 3],
  [{ kind: 'rate-limited' }, 10],
  [{ kind: 'hang' }, 2],
  [{ kind: 'hang-in-body' }, 2],
  [{ kind: 'endless-body' }, 1],
  [{ kind: 'reset' }, 20],
  [{ kind: 'reset-in-body' }, 20],
  [{ kind: 'redirect', location: 'http://elsewhere/' }, 3],
  [{ kind: 'latency', latencyMs: 2000 }, 5],
  [{ kind: 'stale', blocks: 2 }, 20],
];

const onBroadcast: readonly (readonly [Fault, number])[] = [
  [{ kind: 'lost-broadcast', taken: true, answer: 'reset' }, 100],
  [{ kind: 'lost-broadcast', taken: false, answer: 'reset' }, 100],
  [{ kind: 'lost-broadcast', taken: true, answer: 'hang' }, 20],
  [{ kind: 'lost-broadcast', taken: false, answer: 'success' }, 100],
];

const onBuilding: readonly (readonly [Fault, number])[] = [
  [{ kind: 'tampered', change: { amount: 1n } }, 10],
  [{ kind: 'tampered', change: { memo: 'another' } }, 10],
  [{ kind: 'tampered', change: { secondContract: true } }, 10],
  [{ kind: 'tampered', change: { expiration: 4_102_444_800_000n } }, 10],
];

/** Adds all faults; the draws of each process fall on others first. */
function addFaults({ faults }: MockNode, process: number): void {
  const first = (process * 7) % anywhere.length;
  for (const [fault, perMille] of [...anywhere.slice(first), ...anywhere.slice(0, first)])
    faults.add({ fault, probability: perMille / 1000 });
  for (const [fault, perMille] of onBroadcast)
    faults.add({ path: '/wallet/broadcasttransaction', fault, probability: perMille / 1000 });
  for (const [fault, perMille] of onBuilding)
    for (const path of ['createtransaction', 'transferasset', 'freezebalancev2', 'delegateresource'])
      faults.add({ path: `/wallet/${path}`, fault, probability: perMille / 1000 });
}

/** How often each memo is in the blocks of the chain, in transactions that succeeded. */
export async function countPayments(client: NodeClient, ids: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = Object.fromEntries(ids.map((id) => [id, 0]));
  const { number: head } = await getNowBlock(client);
  for (let from = 1; from <= head; from += 100)
    for (const { transactions } of await getBlocks(client, { fromBlock: from, toBlock: Math.min(from + 99, head) }))
      for (const { memoHex = '', result } of transactions) {
        const memo = Buffer.from(memoHex, 'hex').toString();
        if (result === 'SUCCESS') counts[memo] = (counts[memo] ?? 0) + 1;
      }
  return counts;
}

/** What the payments of a seed came to. */
export interface CrashReport {
  /** How often each id is in the blocks of the chain. */
  readonly paid: Readonly<Record<string, number>>;
  readonly states: readonly OutboxEntry['status'][];
  /** How many processes died before they had done everything. */
  readonly deaths: number;
  /** How many transactions expired and were signed again. */
  readonly expired: number;
}

/** How a process dies, and what happens to the network before the next one. */
export interface Crash {
  /** With which of its requests and changes of the store it dies: the n-th, or the first request to a path. */
  readonly at: number | `/${string}`;
  /** Whether that request or change still arrives. */
  readonly arrives: boolean;
  readonly meanwhile: 'nothing' | 'blocks' | 'an older state' | 'the expiration';
}

/** Which processes die, and how; the faults and the other choices of a run are drawn by its seed. */
export interface CrashPlan {
  readonly seed: number;
  readonly crashes: readonly Crash[];
  /** What is paid; transfers of coin by default. */
  readonly kinds?: readonly OutboxIntent['kind'][];
  /** Whether the node answers without faults. */
  readonly isReliable?: boolean;
  /** Shorter waits than the defaults, for stores that need real time. */
  readonly http?: HttpOptions;
  readonly outbox?: Partial<OutboxOptions>;
}

const crashOf = fc.record({
  at: fc.integer({ min: 1, max: 60 }),
  arrives: fc.boolean(),
  meanwhile: fc.constantFrom('nothing', 'blocks', 'an older state', 'the expiration'),
});

/** Rewards and unstaked coin can be withdrawn once in the time of a plan; to unstake withdraws the latter too. */
const isPossible = (kinds: readonly OutboxIntent['kind'][]): boolean => {
  const count = (kind: OutboxIntent['kind']) => kinds.filter((each) => each === kind).length;
  return count('withdraw-reward') < 2 && count('withdraw-unstaked') < (count('unstake') === 0 ? 2 : 1);
};

/** Two to five processes that die at any of their requests and changes. */
export const crashPlans: fc.Arbitrary<CrashPlan> = fc.record({
  seed: fc.nat(),
  crashes: fc.array(crashOf, { minLength: 2, maxLength: 5 }),
  kinds: fc.array(fc.constantFrom(...KINDS), { minLength: PAYMENTS, maxLength: PAYMENTS }).filter(isPossible),
});

/**
 * Payments by processes that die, over a node with every fault, which comes back with an older state at times.
 * `openStore` opens the same store for each process.
 */
export async function payThroughCrashes(
  { seed, crashes, kinds, isReliable = false, http: httpOptions, outbox: outboxOptions }: CrashPlan,
  openStore: () => OutboxStore,
): Promise<CrashReport> {
  const random = randomFrom(seed);
  const upTo = (limit: number) => Math.floor(random() * limit);
  await using node = createMockNode({ ...treasuryOptions, faultSeed: seed });
  const treasury = await prepareTreasury();
  node.load(treasury.dump);
  const [{ privateKey, address: owner }, { address: to }] = node.accounts;
  const signer = createKeySigner(privateKey);
  const clock = createMiningClock(node);
  const observer = createNodeClient({ transport: node, clock });
  const headNumber = async (state: 'head' | 'solid') => (await getNowBlock(observer, { state })).number;
  const older: { number: number; dump: string }[] = [];
  const paidKinds = kinds ?? Array.from({ length: PAYMENTS }, () => 'transfer' as const);
  const intents = Object.fromEntries(
    paidKinds.map((kind, index) => [`payment ${seed}-${index}`, intentOf(kind, index, { ...treasury, owner, to })]),
  );
  const first = (await headNumber('head')) + 1;

  /** Runs a process until it has nothing more to do, or dies. */
  async function runProcess(crash?: Crash): Promise<'died' | 'stopped' | 'ended'> {
    const death = new AbortController();
    let steps = 0;
    /** Does a step; the step that a process dies with may still arrive. */
    const step = async <T>(run: () => Promise<T>, path?: string): Promise<T> => {
      const isAlive = !death.signal.aborted;
      steps++;
      if (isAlive && (crash === undefined || (crash.at !== steps && crash.at !== path))) return run();
      death.abort();
      if (isAlive && crash?.arrives === true) await run().catch(() => {});
      throw new Error('the process is dead');
    };
    const living = openStore();
    const store: OutboxStore = {
      get: (...args) => step(() => living.get(...args)),
      list: (range) => step(() => living.list(range)),
      createIfAbsent: (...args) => step(() => living.createIfAbsent(...args)),
      compareAndSet: (change) => step(() => living.compareAndSet(change)),
      claim: (claim) => step(() => living.claim(claim)),
      renew: (claims) => step(() => living.renew(claims)),
      history: (key) => step(() => living.history(key)),
      count: () => step(() => living.count()),
    };
    const client = createNodeClient({
      transport: http('http://node', {
        fetch: (input, init) => {
          const request = new Request(input, init);
          return step(() => node.fetch(request), new URL(request.url).pathname);
        },
        retry: 1,
        ...httpOptions,
      }),
      clock,
    });
    const outbox = createOutbox({ store, client, signer, concurrency: 3, ...outboxOptions });
    try {
      // The caller asks again for each payment, because it may not have seen the answer.
      for (const [id, intent] of Object.entries(intents)) {
        const { status } = await outbox.enqueue(id, intent);
        if (status === 'rejected') await outbox.retry(id);
      }
      await outbox.run({ signal: death.signal });
    } catch (failure) {
      // An operator runs again after the node was slow.
      if (isPaymentsError(failure, 'NODE_FAILED')) return 'stopped';
      if (!death.signal.aborted) throw failure;
    }
    return death.signal.aborted ? 'died' : 'ended';
  }

  async function comeBackOlder(): Promise<void> {
    const solid = await headNumber('solid');
    const possible = older.filter(({ number }) => number >= solid);
    const chosen = possible[upTo(possible.length)];
    if (chosen === undefined) return;
    // Later states are of a branch that the node has left: they lack blocks that become solid from now on.
    older.length = older.indexOf(chosen) + 1;
    const now = node.now();
    node.load(chosen.dump);
    node.advanceTime(Math.max(0, now - node.now()));
  }

  let deaths = 0;
  for (const [index, crash] of crashes.entries()) {
    older.push({ number: await headNumber('head'), dump: node.dump() });
    if (!isReliable) addFaults(node, index);
    if ((await runProcess(crash)) === 'died') deaths++;
    node.faults.reset();
    if (crash.meanwhile === 'blocks') node.mine(1 + upTo(5));
    if (crash.meanwhile === 'an older state') await comeBackOlder();
    if (crash.meanwhile === 'the expiration') {
      node.advanceTime(200_000);
      node.mine(SOLIDITY_LAG + 2);
    }
  }
  // Faults pass too; what was rejected because of one is retried as an operator would.
  while ((await runProcess()) === 'stopped');
  const entries = await Array.fromAsync(createOutbox({ store: openStore(), client: observer, signer }).entries('all'));

  const paid = await countIntents(observer, intents, first);
  return {
    paid,
    states: entries.map(({ status }) => status),
    deaths,
    expired: entries.reduce((sum, { earlierTxIDs }) => sum + earlierTxIDs.length, 0),
  };
}
