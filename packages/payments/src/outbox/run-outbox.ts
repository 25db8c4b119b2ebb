import { reasonOf } from '@coin/errors';
import { isRpcError, type AbortSignalLike, type NodeClient } from '@coin/rpc';
import { array } from 'zod/mini';
import { platformSignal, rejectUnknown, wordArgument } from '../arguments.ts';
import { PaymentsError } from '../errors.ts';
import { createFunds } from '../funds/account-funds.ts';
import { createFundsQueues, queueOf } from '../funds/funds-queues.ts';
import { addressOf } from '../funds/signing-plan.ts';
import { parseArgument } from '../parse-value.ts';
import { abortLater, isAbort, unlessAborted } from '../sleep.ts';
import { type OutboxStore } from '../store/outbox-store.ts';
import { keepMark, reviewChain } from './chain/review-chain.ts';
import { requireStoreNetwork } from './chain/store-network.ts';
import { createDuplicateSearch } from './chain/unknown-transactions.ts';
import { fundsAwaitedBy } from './entry/outbox-entry.ts';
import { findEntry } from './entry/stored-entries.ts';
import { addressSchema } from './intent/intent-schema.ts';
import { type CheckedOptions } from './outbox-options.ts';
import { runEntries, type Waker } from './run-entries.ts';
import { createRunOwners } from './run-owners.ts';
import { HOLDER_SHARE, openRunStore } from './run-store.ts';
import { createReport, watchNode } from './watch-node.ts';
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
  /**
   * The accounts whose entries the run works on, base58check or 41-hex; by default those for which a signer may sign.
   * Name them if several services share a store: otherwise the run reads the permissions of each account in it.
   */
  readonly owners?: readonly string[];
}

/** The error that a run rejects with when this one ended it. */
function runFailure(error: unknown, client: NodeClient): unknown {
  if (isRpcError(error, 'ENDPOINT_MISMATCH')) {
    const { context, endpoint = client.endpoint } = error;
    return new PaymentsError('NETWORK_MISMATCH', { ...context, endpoint }, { cause: error });
  }
  return isRpcError(error) ? new PaymentsError('NODE_FAILED', { reason: reasonOf(error) }, { cause: error }) : error;
}

/** Works until the run ends, or aborts `lost`. */
async function runWithClaims<T>(
  options: CheckedOptions<T>,
  { wakers, signal: stop, until, whenIdle, owners: given }: RunSettings,
  lost: AbortController,
): Promise<void> {
  const { signers, maxSigningMs = 0, maxFailures, retryDelayMs, concurrency, pollMs, leaseMs } = options;
  const failed = new AbortController();
  const signal = AbortSignal.any([stop, lost.signal, failed.signal]);
  const report = createReport(options.onProblem, (error) => failed.abort(error));
  const client = watchNode(options.client, report);
  const { store, epoch, claims } = await openRunStore(options.store, { leaseMs, lost, until });
  const reader = { store, client, report, maxFailures, retryDelayMs, signal };
  const marking = new AbortController();
  let marked = Promise.resolve();
  try {
    const genesisId = await requireStoreNetwork(store, client, reader);
    const addresses = given ?? (typeof signers === 'function' ? [] : signers.map(addressOf));
    const review = { ...reader, epoch, addresses, maxSigningMs };
    await reviewChain(review);
    marked = keepMark({ ...review, signal: marking.signal }).catch(() => {});
    const funds = createFunds(client, { signers, signal });
    await reserveEarlier(store, funds);
    const owners = createRunOwners({ store, client, signers, given, report, signal });
    const context = {
      ...options,
      store,
      client,
      report,
      leave: owners.leave,
      holder: claims.holder,
      genesisId,
      refusals: new Set<string>(),
      funds,
      queues: createFundsQueues(store, { clock: client.clock, findQueue: (id) => findQueue(store, id) }),
      findDuplicate: createDuplicateSearch(reader),
      signal,
    };
    await runEntries(context, { claims, owners, concurrency, whenIdle, pollMs, wakers });
  } catch (error) {
    throw failed.signal.aborted ? failed.signal.reason : error;
  } finally {
    marking.abort();
    await marked;
    await claims.release();
  }
  failed.signal.throwIfAborted();
}

interface RunSettings {
  /** Called when there may be new entries. */
  readonly wakers: Set<Waker>;
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** Ends calls of the store that have no answer. */
  readonly until: AbortSignal;
  readonly whenIdle: 'return' | 'wait';
  readonly owners: readonly string[] | undefined;
}

/** Works until the run ends, its claims are lost, or its server has another history. Returns whether it has ended. */
async function runUntilLost<T>(options: CheckedOptions<T>, settings: RunSettings): Promise<boolean> {
  const lost = new AbortController();
  try {
    await runWithClaims(options, settings, lost);
  } catch (error) {
    if (!isAbort(error, lost.signal)) throw error;
  }
  return !lost.signal.aborted;
}

/** Returns the queue in which an entry waits now; undefined if it does not. */
async function findQueue<T>(store: OutboxStore<T>, id: string): Promise<string | undefined> {
  const entry = await findEntry(store, id);
  const funds = entry && fundsAwaitedBy(entry);
  return funds && queueOf(entry.intent.owner, funds.token);
}

/** The method `run` of an outbox. */
export const createRun =
  <T>(options: CheckedOptions<T>, wakers: Set<Waker>) =>
  async (runOptions: RunOptions = {}): Promise<void> => {
    rejectUnknown(runOptions, ['signal', 'whenIdle', 'owners']);
    const { signal: given = new AbortController().signal, whenIdle = 'return' } = runOptions;
    wordArgument('whenIdle', whenIdle, ['return', 'wait']);
    const owners = runOptions.owners && parseArgument(array(addressSchema, 'a list'), runOptions.owners, 'owners');
    const { signal, release } = platformSignal(given);
    const patience = abortLater(signal, options.leaseMs * HOLDER_SHARE);
    const { store } = options;
    const until = patience.signal;
    let stopListening = async (): Promise<void> => {};
    try {
      if (store.check) await unlessAborted(store.check(), until);
      stopListening = await listen(store, wakers, until);
      let hasEnded = false;
      while (!hasEnded && !signal.aborted)
        hasEnded = await runUntilLost(options, { wakers, signal, until, whenIdle, owners });
    } catch (error) {
      if (!isAbort(error, signal)) throw runFailure(error, options.client);
    } finally {
      release();
      await stopListening();
      patience.release();
    }
  };

/** Has the store wake this process when other processes add entries. Returns the function that ends that. */
async function listen<T>(store: OutboxStore<T>, wakers: Set<Waker>, until: AbortSignal): Promise<() => Promise<void>> {
  const listening = store.listen?.((owner) => {
    for (const wake of wakers) wake(owner);
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
