import { setTimeout as sleep } from 'node:timers/promises';
import { type OutboxQueue } from '@coin/payments';
import { type Fleet } from './fleet.ts';
import { type EndedPayment } from './messages.ts';
import { forEachAtOnce, type Withdrawal } from './withdrawals.ts';

/** The payments of a phase. */
export interface PaidPhase {
  readonly ended: readonly EndedPayment[];
  /** Milliseconds from `enqueue` to the broadcast, ascending. */
  readonly latencies: readonly number[];
  /** Payments a second, from the start of the workers to the last payment in a solid block. */
  readonly perSecond: number;
  /** Broadcasts a second, from the start of the workers to the last one. */
  readonly broadcastsPerSecond: number;
}

function summarize(
  ended: readonly EndedPayment[],
  { startedAt, enqueuedAt }: { startedAt: number; enqueuedAt: ReadonlyMap<string, number> },
): PaidPhase {
  const rate = (until: readonly number[]) => (ended.length * 1000) / (Math.max(...until) - startedAt);
  const sent = ended.flatMap(({ id, broadcastAt }) => (broadcastAt === undefined ? [] : [{ id, broadcastAt }]));
  return {
    ended,
    latencies: sent.map(({ id, broadcastAt }) => broadcastAt - (enqueuedAt.get(id) ?? NaN)).toSorted((a, b) => a - b),
    perSecond: rate(ended.map(({ endedAt }) => endedAt)),
    broadcastsPerSecond: rate(sent.map(({ broadcastAt }) => broadcastAt)),
  };
}

/** Enqueues all withdrawals, and then starts the workers. */
export async function payBacklog(fleet: Fleet, queue: OutboxQueue, withdrawals: readonly Withdrawal[]) {
  const enqueuedAt = new Map<string, number>();
  await forEachAtOnce(withdrawals, 8, async ({ id, intent }) => {
    enqueuedAt.set(id, Date.now());
    await queue.enqueue(id, intent);
  });
  const startedAt = Date.now();
  const collected = fleet.collect(withdrawals.length);
  await fleet.send('run');
  const phase = summarize(await collected, { startedAt, enqueuedAt });
  await fleet.send('stop');
  return phase;
}

/** Enqueues withdrawals at a steady rate while the workers run. */
export async function paySteadily(
  fleet: Fleet,
  queue: OutboxQueue,
  { withdrawals, perSecond }: { withdrawals: readonly Withdrawal[]; perSecond: number },
): Promise<PaidPhase> {
  const enqueuedAt = new Map<string, number>();
  const collected = fleet.collect(withdrawals.length);
  await fleet.send('run');
  // The workers begin to listen.
  await sleep(1000);
  const startedAt = Date.now();
  const enqueuing: Promise<unknown>[] = [collected];
  for (const [index, { id, intent }] of withdrawals.entries()) {
    await sleep(Math.max(0, startedAt + (index * 1000) / perSecond - Date.now()));
    enqueuedAt.set(id, Date.now());
    enqueuing.push(queue.enqueue(id, intent));
  }
  await Promise.all(enqueuing);
  const phase = summarize(await collected, { startedAt, enqueuedAt });
  await fleet.send('stop');
  return phase;
}
