import { isRpcError, type AbortSignalLike, type NodeClient } from '@coin/rpc';
import { platformSignal, strictArgument, wordArgument } from '../arguments.ts';
import { PaymentsError, reasonOf } from '../errors.ts';
import { createFunds } from '../funds/account-funds.ts';
import { addressOf } from '../funds/signing-plan.ts';
import { createLines, lineOf } from '../funds/waiting-line.ts';
import { abortLater, isAbort, unlessAborted } from '../sleep.ts';
import { limitToEpoch, readEpoch } from '../store/epoch-store.ts';
import { guardStore, type OutboxStore } from '../store/outbox-store.ts';
import { keepMark, reviewChain } from './chain/review-chain.ts';
import { requireStoreNetwork } from './chain/store-network.ts';
import { createTwins } from './chain/unknown-transactions.ts';
import { holdClaims, HOLDER_SHARE } from './claims.ts';
import { entryOf, fundsAwaitedBy, keyOfEntry } from './entry/outbox-entry.ts';
import { type CheckedOptions } from './outbox-options.ts';
import { runEntries } from './run-entries.ts';
import { reserveEarlier } from './work/earlier-payments.ts';

/** Options of a run. */
export interface RunOptions {
  /**
   * Ends the run, which then resolves: after four fifths of `leaseMs` if its store does not answer. The next run
   * continues the work in progress. The run rejects nevertheless if its store fails or `onChange` throws, also after
   * the abort: otherwise nobody would learn of it.
   */
  readonly signal?: AbortSignalLike;
  /** `return`, the default, ends the run when all entries have ended or wait. `wait` waits for more entries. */
  readonly whenIdle?: 'return' | 'wait';
}

/** The error that a run rejects with when this one ended it. */
function runFailure(error: unknown, client: NodeClient): unknown {
  if (isRpcError(error, 'ENDPOINT_MISMATCH')) {
    const { context, endpoint = client.endpoint } = error;
    return new PaymentsError('NETWORK_MISMATCH', { ...context, endpoint }, { cause: error });
  }
  return isRpcError(error) ? new PaymentsError('NODE_FAILED', { reason: reasonOf(error) }, { cause: error }) : error;
}

/** A store whose calls reject with the reason of a signal if they have no answer when it aborts. */
function abortableStore<T>(store: OutboxStore<T>, signal: AbortSignal): OutboxStore<T> {
  const calls = Object.entries(store) as [string, (...args: unknown[]) => Promise<unknown>][];
  const abortable = calls.map(([name, call]) => [name, (...args: unknown[]) => unlessAborted(call(...args), signal)]);
  return Object.fromEntries(abortable) as OutboxStore<T>;
}

/** Works until the run ends, or aborts `lost`. */
async function runWithClaims<T>(
  options: CheckedOptions<T>,
  wakers: Set<() => void>,
  { signal, until, lost, whenIdle }: RunSettings & { readonly lost: AbortController },
): Promise<void> {
  const { client, maxFailures, retryDelayMs, concurrency, pollMs, leaseMs } = options;
  const server = abortableStore(guardStore(options.store), until);
  const epoch = await readEpoch(server);
  const requireEpoch = async (): Promise<void> => {
    if ((await readEpoch(server)) !== epoch) lost.abort();
    lost.signal.throwIfAborted();
  };
  const openStore = (beforeChange?: () => void) =>
    limitToEpoch(abortableStore(guardStore(options.store, beforeChange), until), { epoch, requireEpoch });
  const store = openStore();
  const patience = { maxFailures, retryDelayMs, signal };
  const genesisId = await requireStoreNetwork(store, client, patience);
  const { signers, maxSigningMs = 0 } = options;
  const addresses = signers.map(addressOf);
  const review = { ...patience, store, client, epoch, addresses, maxSigningMs };
  await reviewChain(review);
  const claims = holdClaims(store, { leaseMs, lost });
  const workSignal = AbortSignal.any([signal, lost.signal]);
  const checkedStore = openStore(claims.check);
  const funds = createFunds(client, { signers, signal: workSignal });
  const context = {
    ...options,
    store: checkedStore,
    holder: claims.holder,
    genesisId,
    refusals: new Set<string>(),
    funds,
    lines: createLines(checkedStore, { clock: client.clock, lineOfEntry: (id) => lineOfEntry(checkedStore, id) }),
    twins: createTwins({ ...patience, store: checkedStore, client, signal: workSignal }),
    signal: workSignal,
  };
  const marking = new AbortController();
  const marked = keepMark({ ...review, signal: marking.signal }).catch(() => {});
  try {
    await reserveEarlier(checkedStore, funds);
    await runEntries(context, { claims, concurrency, whenIdle, pollMs, wakers });
  } finally {
    marking.abort();
    await marked;
    await claims.release();
  }
}

interface RunSettings {
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** Ends the calls of the store. */
  readonly until: AbortSignal;
  readonly whenIdle: 'return' | 'wait';
}

/** Works until the run ends, its claims are lost, or its server has another history. Returns whether it has ended. */
async function runUntilLost<T>(
  options: CheckedOptions<T>,
  wakers: Set<() => void>,
  settings: RunSettings,
): Promise<boolean> {
  const lost = new AbortController();
  try {
    await runWithClaims(options, wakers, { ...settings, lost });
  } catch (error) {
    if (!isAbort(error, lost.signal)) throw error;
  }
  return !lost.signal.aborted;
}

/** The line in which an entry waits now; undefined if it does not. */
async function lineOfEntry<T>(store: OutboxStore<T>, id: string): Promise<string | undefined> {
  const record = await store.get(keyOfEntry(id));
  const entry = record && entryOf(record).entry;
  const funds = entry && fundsAwaitedBy(entry);
  return funds && lineOf(entry.intent.owner, funds.token);
}

/** The method `run` of an outbox. */
export const createRun =
  <T>(options: CheckedOptions<T>, wakers: Set<() => void>) =>
  async (runOptions: RunOptions = {}): Promise<void> => {
    const { signal: given = new AbortController().signal, whenIdle = 'return' } = strictArgument(
      'options',
      runOptions,
      ['signal', 'whenIdle'],
    );
    wordArgument('whenIdle', whenIdle, ['return', 'wait']);
    const { signal, release } = platformSignal('signal', given);
    const patience = abortLater(signal, options.leaseMs * HOLDER_SHARE);
    const until = patience.signal;
    let stopListening = async (): Promise<void> => {};
    try {
      await abortableStore(guardStore(options.store), until).check?.();
      stopListening = await listen(options.store, wakers, until);
      while (!(await runUntilLost(options, wakers, { signal, until, whenIdle })));
    } catch (error) {
      if (!isAbort(error, signal)) throw runFailure(error, options.client);
    } finally {
      release();
      await stopListening();
      patience.release();
    }
  };

/** Has the store wake this process when other processes add entries. Returns the function that ends that. */
async function listen<T>(
  store: OutboxStore<T>,
  wakers: Set<() => void>,
  until: AbortSignal,
): Promise<() => Promise<void>> {
  const listening = guardStore(store).listen?.(() => {
    for (const wake of wakers) wake();
  });
  if (listening === undefined) return async () => {};
  const stop = async (): Promise<void> => {
    const stopped = listening.then(async (stopListening) => stopListening());
    await unlessAborted(stopped, until).catch(() => {});
  };
  try {
    await unlessAborted(listening, until);
  } catch (error) {
    // It may listen later, and stops then.
    void stop();
    throw error;
  }
  return stop;
}
