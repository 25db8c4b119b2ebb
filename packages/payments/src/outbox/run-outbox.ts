import { isRpcError, type AbortSignalLike, type NodeClient } from '@coin/rpc';
import { platformSignal, strictArgument, wordArgument } from '../arguments.ts';
import { PaymentsError, reasonOf } from '../errors.ts';
import { addressOf } from '../funds/signing-plan.ts';
import { createLines, lineOf } from '../funds/waiting-line.ts';
import { createWallets } from '../funds/wallets.ts';
import { isAbort } from '../sleep.ts';
import { guardStore, type OutboxStore } from '../store/outbox-store.ts';
import { keepMark, reviewChain } from './chain/review-chain.ts';
import { requireStoreNetwork } from './chain/store-network.ts';
import { createTwins } from './chain/unknown-transactions.ts';
import { holdClaims } from './claims.ts';
import { entryOf, fundsAwaitedBy, keyOfEntry } from './entry/outbox-entry.ts';
import { type CheckedOptions } from './outbox-options.ts';
import { runEntries } from './run-entries.ts';
import { reserveEarlier } from './work/earlier-payments.ts';

/** Options of a run. */
export interface RunOptions {
  /**
   * Ends the run, which then resolves. The next run continues the work in progress. The run rejects nevertheless if its
   * store fails or `onChange` throws, also after the abort: otherwise nobody would learn of it.
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

/** Works until the run ends or its claims are lost, and returns which. */
async function runWithClaims<T>(
  options: CheckedOptions<T>,
  wakers: Set<() => void>,
  { signal, whenIdle }: { signal: AbortSignal; whenIdle: 'return' | 'wait' },
): Promise<'ended' | 'lost'> {
  const { client, maxFailures, retryDelayMs, concurrency, pollMs, leaseMs } = options;
  const store = guardStore(options.store);
  const patience = { maxFailures, retryDelayMs, signal };
  const genesisId = await requireStoreNetwork(store, client, patience);
  const readEpoch = async (): Promise<string> => (await store.epoch?.()) ?? '';
  const epoch = await readEpoch();
  const { signers, maxSigningMs = 0 } = options;
  const addresses = signers.map(addressOf);
  const review = { ...patience, store, client, epoch, addresses, maxSigningMs };
  await reviewChain(review);
  const claims = holdClaims(store, { leaseMs, epoch, readEpoch });
  const workSignal = AbortSignal.any([signal, claims.signal]);
  const checkedStore = guardStore(options.store, claims.check);
  const wallets = createWallets(client, { signers, signal: workSignal });
  const context = {
    ...options,
    store: checkedStore,
    holder: claims.holder,
    genesisId,
    refusals: new Set<string>(),
    wallets,
    lines: createLines(checkedStore, { clock: client.clock, lineOfEntry: (id) => lineOfEntry(checkedStore, id) }),
    twins: createTwins({ ...patience, store: checkedStore, client, signal: workSignal }),
    signal: workSignal,
  };
  const marking = new AbortController();
  const marked = keepMark({ ...review, readEpoch, signal: marking.signal }).catch(() => {});
  try {
    await reserveEarlier(checkedStore, wallets);
    await runEntries(context, { claims, concurrency, whenIdle, pollMs, wakers });
    return claims.signal.aborted ? 'lost' : 'ended';
  } catch (error) {
    if (isAbort(error, claims.signal)) return 'lost';
    throw error;
  } finally {
    marking.abort();
    await marked;
    await claims.release();
  }
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
    let stopListening = async (): Promise<void> => {};
    try {
      await guardStore(options.store).check?.();
      stopListening = await listen(options.store, wakers);
      while ((await runWithClaims(options, wakers, { signal, whenIdle })) === 'lost');
    } catch (error) {
      if (!isAbort(error, signal)) throw runFailure(error, options.client);
    } finally {
      release();
      await stopListening();
    }
  };

/** Lets the store wake this process when other processes add entries. */
async function listen<T>(store: OutboxStore<T>, wakers: Set<() => void>): Promise<() => Promise<void>> {
  const { listen: listenToStore } = guardStore(store);
  if (listenToStore === undefined) return async () => {};
  return listenToStore(() => {
    for (const wake of wakers) wake();
  });
}
