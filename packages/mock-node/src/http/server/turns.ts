import { TrialOverError, type WorkBudget } from '../../chain/work-budget.ts';
import { type TakeTurn } from './http-api.ts';

/** Work of a trial, some milliseconds: what nearly every request needs. */
export const TRIAL_WORK = 10_000_000;
/**
 * Looks of the event loop after a long turn: one accepts a connection that came meanwhile, the next reads its request.
 * The third is for a request that comes in pieces.
 */
const LOOKS_AFTER_LONG_TURN = 3;
/** Trials before the next long turn, while requests of both kinds wait. */
const TRIALS_IN_ROW = 64;

export interface TurnsOptions {
  /** Maximum work of one request, more than a trial has. */
  readonly requestWork: number;
  /** Calls back once events have been looked at; replaced in tests. */
  readonly defer?: (act: () => void) => void;
}

/** Divides the time of a server among its clients. */
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
 * Lets requests run one at a time, with a look at the connections after each. A request begins with a trial, which ends
 * after a little work without a trace; a request that needs more waits for a long turn. So nobody waits for more than a
 * long turn and the trials of the others. Among requests of a kind, the connection with the fewest turns goes first.
 */
export function createTurns({ requestWork, defer = (act) => void setImmediate(act) }: TurnsOptions): Turns {
  const trials: Job[] = [];
  const long: Job[] = [];
  const turnsOf = new WeakMap<object, number>();
  /** The last request of each connection that waits or runs. */
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

/** The first job of the connection that has had the fewest turns. */
function takeFrom(jobs: Job[], turnsOf: WeakMap<object, number>): Job | undefined {
  const count = ({ client }: Job): number => turnsOf.get(client) ?? 0;
  const fewest = jobs.reduce((least, job) => Math.min(least, count(job)), Number.POSITIVE_INFINITY);
  const first = jobs.findIndex((job) => count(job) === fewest);
  return first === -1 ? undefined : jobs.splice(first, 1)[0];
}
