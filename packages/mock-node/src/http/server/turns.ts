import { TrialOverError, type WorkBudget } from '../../chain/work-budget.ts';
import { type TakeTurn } from './http-api.ts';

/** Work of a trial: some milliseconds, which nearly every request fits into. */
export const TRIAL_WORK = 10_000_000;
/**
 * How often the event loop runs after a long turn. The first run accepts a connection that has arrived, and the next
 * reads its request. The third is for a request that arrives in pieces.
 */
const LOOKS_AFTER_LONG_TURN = 3;
/** Number of trials before the next long turn, while both kinds of requests wait. */
const TRIALS_IN_ROW = 64;

export interface TurnsOptions {
  /** Maximum work of one request, more than a trial has. */
  readonly requestWork: number;
  /** Calls back after events have been processed; replaced in tests. */
  readonly defer?: (act: () => void) => void;
}

/** Divides a server's time among its clients. */
export interface Turns {
  /** The turns of a connection. Its requests run one after another. */
  readonly of: (client: object) => TakeTurn;
}

interface Job {
  readonly client: object;
  readonly run: (budget: WorkBudget) => unknown;
  readonly settle: (outcome: Promise<unknown>) => void;
}

/**
 * Runs one request at a time, and looks at the connections after each. Every request starts with a trial of a little
 * work that can be undone. If it needs more, it waits for a long turn. Nobody therefore waits for more than one long
 * turn and the trials of others. Among requests of a kind, the connection with the fewest turns goes first.
 */
export function createTurns({ requestWork, defer = (act) => void setImmediate(act) }: TurnsOptions): Turns {
  const trials: Job[] = [];
  const long: Job[] = [];
  const turnsOf = new WeakMap<object, number>();
  /** The last waiting or running request of each connection. */
  const lastOf = new WeakMap<object, Promise<unknown>>();
  let trialsInRow = 0;
  let isRunning = false;

  const deferFor = (looks: number, act: () => void): void => defer(looks <= 1 ? act : () => deferFor(looks - 1, act));

  const runNext = (): void => {
    const isLong = long.length > 0 && (trials.length === 0 || trialsInRow >= TRIALS_IN_ROW);
    const job = takeFrom(isLong ? long : trials, turnsOf);
    isRunning = job !== undefined;
    if (job === undefined) return;
    trialsInRow = isLong ? 0 : trialsInRow + 1;
    turnsOf.set(job.client, (turnsOf.get(job.client) ?? 0) + 1);
    deferFor(isLong ? LOOKS_AFTER_LONG_TURN : 1, runNext);
    const isTrial = !isLong;
    const outcome = promiseOf(() => job.run({ left: isTrial ? TRIAL_WORK : requestWork, isTrial }));
    if (!isTrial) return job.settle(outcome);
    outcome.then(
      () => job.settle(outcome),
      (error: unknown) => {
        if (!(error instanceof TrialOverError)) return job.settle(outcome);
        long.push(job);
        if (!isRunning) runNext();
      },
    );
  };

  const enqueue = <T>(client: object, run: (budget: WorkBudget) => T | Promise<T>): Promise<T> =>
    new Promise((resolve) => {
      trials.push({ client, run, settle: (outcome) => resolve(outcome as Promise<T>) });
      if (!isRunning) runNext();
    });

  return {
    of: (client) => (run) => {
      const earlier = lastOf.get(client);
      const answer = earlier === undefined ? enqueue(client, run) : earlier.then(() => enqueue(client, run));
      const forget = (): void => {
        if (lastOf.get(client) === done) lastOf.delete(client);
      };
      const done = answer.then(forget, forget);
      lastOf.set(client, done);
      return answer;
    },
  };
}

async function promiseOf(run: () => unknown): Promise<unknown> {
  return run();
}

/** Takes the first job of the connection with the fewest turns so far. */
function takeFrom(jobs: Job[], turnsOf: WeakMap<object, number>): Job | undefined {
  const count = ({ client }: Job): number => turnsOf.get(client) ?? 0;
  const fewest = jobs.reduce((least, job) => Math.min(least, count(job)), Number.POSITIVE_INFINITY);
  const first = jobs.findIndex((job) => count(job) === fewest);
  return first === -1 ? undefined : jobs.splice(first, 1)[0];
}
