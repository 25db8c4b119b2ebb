// What can happen to a store while two workers pay over it. One outcome is allowed: each id is paid once, or its entry
// is stopped and names the transaction that a person must compare. A crash at each step is in outbox-crashes.ts.
// Real time: for stores of servers; tests of the other stores run it in virtual time.
import { once } from 'node:events';
import { createMockNode } from '@coin/mock-node';
import { createOutbox, isPaymentsError, type OutboxEntry, type OutboxStore } from '@coin/payments';
import { createNodeClient, getBlocks, getNowBlock, type NodeClient } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { randomFrom } from '@coin/test-kit/random-from';
import { abortAfter } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { createMiningClock } from './mining-clock.ts';
import { SOLIDITY_LAG, treasuryOptions } from './treasury.ts';

const COIN = 1_000_000n;
const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const LEASE_MS = 500;
const MAX_LIFE_MS = 90_000;
/** A worker accepts its node's transactions if its clock is this far from the network's. */
const NEAR_MS = [-10_000, 10_000] as const;
const FAR_MS = [-10 * MINUTE_MS, 10 * MINUTE_MS] as const;
/** After this time people set the clocks that are wrong. */
const WRONG_MS = 4 * LEASE_MS;

type Random = () => number;

/** A disaster of the server or the file behind a store. */
interface Incident {
  /** Makes the copy as which the store comes back. */
  readonly copy?: () => Promise<void>;
  /** Resolves once the store works again, unless `mend` has to repair it first. */
  readonly strike: (random: Random) => Promise<void>;
  readonly mend?: () => Promise<void>;
  /** Whether people stop all runs before, and wait afterwards until forgotten transactions have expired. */
  readonly isStopped?: boolean;
}

export type IncidentName = 'killed' | 'clock' | 'older' | 'restored' | 'full';

/** An empty store to pay over. */
export interface TestedStore {
  /** Opens the store with a new connection, as each process does. */
  readonly open: () => OutboxStore;
  readonly incidents: { readonly [Name in IncidentName]?: Incident };
}

/** Answers a call of a store. */
type Answer = (call: () => Promise<unknown>, method: string) => Promise<unknown>;

/** A disaster. Its name completes "a store that …". */
interface Disaster {
  readonly name: string;
  /** What happens to its server or file. A disaster without one can happen to any store. */
  readonly incident?: IncidentName;
  /** How it answers the changes of a worker, and also what it reads if `isOfReads`. */
  readonly answer?: (random: Random) => Answer;
  readonly isOfReads?: boolean;
  /** Whether it loses changes that it has confirmed, so a run may end with STORE_OUTDATED, or an entry be stopped. */
  readonly isForgetful?: boolean;
  /** Whether a call, or a run that waits for a lost change, may not end until the service stops it. */
  readonly isEndless?: boolean;
  /** How far the clock of each worker is from the network's. */
  readonly clocksMs?: readonly [number, number];
  readonly maxFeesPerDay?: bigint;
  /** Whether payments wait for minutes by the clock of the store. */
  readonly isLong?: boolean;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export const disasters: readonly Disaster[] = [
  {
    name: 'stalls for one or two leases',
    isOfReads: true,
    answer: (random) => {
      let [stalled, isBefore] = [Promise.resolve(), false];
      return async (call, method) => {
        // Other calls are made each time that a worker looks for entries.
        if (method === 'compareAndSet' && random() < 0.2) {
          stalled = pause((1 + random()) * LEASE_MS);
          isBefore = random() < 0.5;
        }
        if (isBefore) await stalled;
        const result = await call();
        await stalled;
        return result;
      };
    },
  },
  {
    name: 'confirms changes that it does not make',
    isForgetful: true,
    isEndless: true,
    // It cannot invent the records of a claim.
    answer: (random) => async (call, method) => (method === 'claim' || random() < 0.9 ? call() : true),
  },
  {
    name: 'makes changes and reports failures',
    answer: (random) => async (call) => {
      const result = await call();
      if (random() < 0.1) throw new Error('the connection was lost');
      return result;
    },
  },
  {
    name: 'makes changes and never answers',
    isEndless: true,
    answer: (random) => async (call) => {
      const result = await call();
      return random() < 0.03 ? new Promise(() => {}) : result;
    },
  },
  {
    name: 'makes changes twice, because its client repeats them',
    isEndless: true,
    answer: (random) => async (call) => {
      const result = await call();
      return random() < 0.1 ? call() : result;
    },
  },
  { name: 'has workers with clocks seconds apart', clocksMs: NEAR_MS, maxFeesPerDay: 100n * COIN },
  {
    name: 'has workers with clocks seconds apart and a small budget',
    clocksMs: NEAR_MS,
    maxFeesPerDay: (3n * COIN) / 2n,
    isLong: true,
  },
  { name: 'has workers whose clocks are wrong for a while', clocksMs: FAR_MS },
  { name: 'is killed and started again', incident: 'killed' },
  { name: 'has its clock set', incident: 'clock' },
  { name: 'comes back older', incident: 'older', isForgetful: true },
  { name: 'comes back older and does not report it', incident: 'restored', isForgetful: true },
  { name: 'has no space for a while', incident: 'full' },
];

/** What is paid, and when the disaster happens. */
export interface DisasterPlan {
  readonly seed: number;
  readonly payments: number;
  /** Which changes count: there are few of records, and most of them are of transactions. */
  readonly counted: 'all' | 'compareAndSet';
  /** The number of the change at which it happens, or at which the copy is made. */
  readonly at: number;
  /** How many changes the copy lacks. */
  readonly lag: number;
  /** Whether changes are under way while the store ends. */
  readonly isDuring: boolean;
  /** If given, the store comes back older after the payments, at the call of this number of a run that starts. */
  readonly startingAt: number | undefined;
}

export const disasterPlans: fc.Arbitrary<DisasterPlan> = fc.record({
  seed: fc.nat(),
  payments: fc.integer({ min: 2, max: 4 }),
  counted: fc.constantFrom('all', 'compareAndSet'),
  at: fc.integer({ min: 1, max: 8 }),
  lag: fc.integer({ min: 5, max: 20 }),
  isDuring: fc.boolean(),
  startingAt: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
});

type Calls = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;
const CHANGES: ReadonlySet<string> = new Set(['createIfAbsent', 'compareAndSet', 'claim', 'renew']);

/** A store that answers its changes, or all calls, by a function. */
export function answerBy(store: () => OutboxStore, answer: Answer, { isOfReads = false } = {}): OutboxStore {
  const calls = () => store() as unknown as Calls;
  const answered = Object.keys(calls()).map((method) => {
    const call = (...args: unknown[]) => calls()[method]?.(...args) ?? expect.unreachable();
    if (!isOfReads && !CHANGES.has(method)) return [method, call];
    return [method, (...args: unknown[]) => answer(() => call(...args), method)];
  });
  return Object.fromEntries(answered) as OutboxStore;
}

/** Has an incident happen in the middle of changes; for one that people stop all runs for, calls `stop`. */
function createTimeline(incident: Incident, plan: DisasterPlan, random: Random, stop: () => void) {
  const isOlder = incident.copy !== undefined;
  const startingAt = isOlder && incident.isStopped !== true ? plan.startingAt : undefined;
  const working = isOlder ? plan.lag : 0;
  const lag = startingAt === undefined ? working : Infinity;
  let changes = 0;
  let [copied, struck, mended]: (Promise<void> | undefined)[] = [];
  const copy = () => (copied ??= incident.copy?.() ?? Promise.resolve());
  const strike = () => (struck ??= copy().then(() => incident.strike(random)));
  const answer: Answer = async (call, method) => {
    if (plan.counted === 'all' || plan.counted === method) changes++;
    if (changes >= plan.at) await copy();
    if (changes >= plan.at + lag) {
      if (incident.isStopped === true) stop();
      else if (plan.isDuring && incident.mend === undefined) strike().catch(() => {});
      else await strike();
    }
    return call();
  };
  const mend = async (): Promise<void> => {
    if (struck === undefined) return;
    await struck;
    await (mended ??= incident.mend?.());
  };
  let calls = 0;
  const answerStarting: Answer = async (call) => {
    if (++calls === startingAt) await strike();
    return call();
  };
  return { answer, answerStarting: startingAt === undefined ? undefined : answerStarting, strike, mend };
}

/** The transactions of each memo in the blocks of the chain, if they succeeded. */
async function readPayments(client: NodeClient): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const { number: head } = await getNowBlock(client);
  for (let from = 1; from <= head; from += 100)
    for (const { transactions } of await getBlocks(client, { fromBlock: from, toBlock: Math.min(from + 99, head) }))
      for (const { memoHex = '', txID, result } of transactions)
        if (result === 'SUCCESS') (found[Buffer.from(memoHex, 'hex').toString()] ??= []).push(txID);
  return found;
}

/** Whether an error has people repair the store or, if it is forgetful, compare it with the chain. */
function isExpected(error: unknown, { isForgetful = false }: Disaster): boolean {
  if (isPaymentsError(error, 'STORE_FAILED') || isPaymentsError(error, 'STORE_UNSAFE')) return true;
  // The second one is of `enqueue`: the store forgot the id while it ran.
  const isForgotten =
    isPaymentsError(error, 'STORE_OUTDATED') ||
    (isPaymentsError(error, 'ARGUMENT_INVALID') && error.context.argument === 'store');
  return isForgetful && isForgotten;
}

/** A network whose first account pays, by workers over a store. */
function startNetwork({ payments }: DisasterPlan, { clocksMs, maxFeesPerDay, isLong }: Disaster) {
  const node = createMockNode(treasuryOptions);
  const [{ privateKey, address: owner }, { address: to }] = node.accounts;
  const { sleep } = createMiningClock(node);
  const pass = (ms: number) => {
    node.advanceTime(ms);
    node.mine(SOLIDITY_LAG + 2);
  };
  // Clocks that differ show different days.
  pass(DAY_MS - (node.now() % DAY_MS) - MINUTE_MS);
  const setAt = Date.now() + WRONG_MS;
  const isSet = (offsetMs: number) => Math.abs(offsetMs) >= MINUTE_MS && Date.now() >= setAt;
  const createClient = (offsetMs: number) =>
    createNodeClient({
      transport: node,
      clock: { now: () => node.now() + (isSet(offsetMs) ? 0 : offsetMs), sleep },
      ...(clocksMs === undefined && { maxLifeMs: MAX_LIFE_MS }),
    });
  const createWorker = (store: OutboxStore, offsetMs = 0) => {
    const outbox = createOutbox({
      store,
      client: createClient(offsetMs),
      signer: createKeySigner(privateKey),
      concurrency: 2,
      maxFailures: 3,
      leaseMs: LEASE_MS,
      pollMs: isLong === true ? 1000 : LEASE_MS / 50,
      retryDelayMs: LEASE_MS / 50,
      ...(maxFeesPerDay !== undefined && { maxFeesPerDay }),
    });
    const enqueue = (id: string) => outbox.enqueue(id, { kind: 'transfer', owner, to, amount: 7n, memo: id });
    return { ...outbox, enqueue };
  };
  const ids = Array.from({ length: payments }, (_, index) => `payment ${index}`);
  return { ids, pass, createWorker, readPayments: () => readPayments(createClient(0)) };
}

/** That each payment is on the chain once, and that each entry names its transaction. */
function expectPaidOnce(
  entries: readonly OutboxEntry[],
  { ids, paid, disaster }: { ids: readonly string[]; paid: Record<string, string[]>; disaster: Disaster },
): void {
  const { isForgetful = false, maxFeesPerDay = Infinity } = disaster;
  const outcomes = entries.map(({ id, status, problem, txID, duplicateTxID = '' }) => {
    if (status === 'succeeded') return [id, [txID]];
    const isStopped =
      status === 'rejected' && problem?.code === 'STORE_OUTDATED' && problem.message.includes(duplicateTxID);
    return [id, isForgetful && isStopped ? [duplicateTxID] : { status, problem }];
  });
  expect(Object.fromEntries(outcomes)).toEqual(paid);
  expect(Object.values(paid).map(({ length }) => length)).toEqual(ids.map(() => 1));
  const burned: Record<string, bigint> = {};
  for (const { feeDay = '', fee = 0n } of entries) burned[feeDay] = (burned[feeDay] ?? 0n) + fee;
  expect(Object.values(burned).filter((fee) => fee > maxFeesPerDay)).toEqual([]);
}

/**
 * Pays over a store that a disaster happens to. Fails unless each payment is on the chain once and each entry names its
 * transaction: the one that it sent, or the one that a person must compare.
 */
export async function payThroughDisaster(disaster: Disaster, plan: DisasterPlan, tested: TestedStore): Promise<void> {
  const { answer, isOfReads, isEndless, clocksMs = [0, 0] } = disaster;
  const random = randomFrom(plan.seed);
  const { ids, pass, createWorker, readPayments } = startNetwork(plan, disaster);
  // A first run, which every store of a service has had.
  await createWorker(tested.open()).run();

  const stop = new AbortController();
  const incident = disaster.incident && tested.incidents[disaster.incident];
  expect(incident === undefined).toBe(disaster.incident === undefined);
  const timeline = incident && createTimeline(incident, plan, random, () => stop.abort());
  let failures = 0;
  /** Repeats a call until it succeeds in time, or people stop all runs. */
  const insist = async (call: (signal: AbortSignal) => Promise<unknown>): Promise<void> => {
    while (!stop.signal.aborted) {
      const signal = AbortSignal.any([stop.signal, abortAfter(LEASE_MS * (isEndless === true ? 4 : 100))]);
      try {
        await call(signal);
        if (!signal.aborted) return;
      } catch (error) {
        if (!isExpected(error, disaster)) throw error;
        failures++;
      }
      if (failures > 2) await timeline?.mend();
      await pause(LEASE_MS / 20);
    }
  };
  const work = async (offsetMs: number): Promise<void> => {
    const store = tested.open();
    const answerChange = answer?.(random) ?? timeline?.answer ?? ((call) => call());
    const worker = createWorker(
      answerBy(() => store, answerChange, { isOfReads }),
      offsetMs,
    );
    for (const id of ids) await insist((signal) => Promise.race([worker.enqueue(id), once(signal, 'abort')]));
    await insist((signal) => worker.run({ signal }));
  };
  await Promise.all(clocksMs.map(work));
  if (timeline?.answerStarting !== undefined) {
    const store = tested.open();
    const starting = createWorker(answerBy(() => store, timeline.answerStarting, { isOfReads: true }));
    await insist((signal) => starting.run({ signal }));
  }
  await timeline?.strike();
  if (incident?.isStopped === true) pass(MAX_LIFE_MS + 3 * MINUTE_MS);
  await timeline?.mend();

  const last = createWorker(tested.open());
  if (plan.isDuring) await last.run();
  for (const id of ids) await last.enqueue(id);
  await last.run();
  for (let day = 1; day < ids.length && (await last.summary()).counts['waiting-for-budget'] > 0; day++) {
    pass(DAY_MS);
    await last.run();
  }

  expectPaidOnce(await Array.fromAsync(last.entries('all')), { ids, paid: await readPayments(), disaster });
}
