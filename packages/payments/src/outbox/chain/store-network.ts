import { getGenesisId, isRpcError, type NodeClient } from '@coin/rpc';
import { PaymentsError } from '../../errors.ts';
import { findFault } from '../../find-fault.ts';
import { retryPause } from '../../retry-pause.ts';
import { sleep } from '../../sleep.ts';
import { type OutboxStore } from '../../store/outbox-store.ts';

const KEY = 'network';

/** The limits of waiting for an answer of a node. */
export interface Patience {
  /** Maximum number of consecutive failures, not counting faults of the surroundings. */
  readonly maxFailures: number;
  /** Reports faults of the surroundings. */
  readonly report: (error: unknown) => void;
  readonly retryDelayMs: number;
  readonly signal: AbortSignal;
}

/**
 * Reads the genesis id of the client's network and compares it with the store's, which the first run writes. Waits
 * while the node cannot be reached.
 *
 * On another network every stored payment would look expired, and would be signed again.
 *
 * @throws `NETWORK_MISMATCH` with both genesis ids
 */
export async function requireStoreNetwork(store: OutboxStore, client: NodeClient, patience: Patience): Promise<string> {
  const actual = await untilAnswered(patience, () => getGenesisId(client, { signal: patience.signal }));
  await store.createIfAbsent({ key: KEY, value: actual, listing: 'none' });
  const { value: expected = '' } = (await store.get(KEY)) ?? {};
  requireSame(client, { expected, actual });
  return actual;
}

/** Throws `NETWORK_MISMATCH` unless the client's network has this genesis block. */
export async function requireNetwork(
  client: NodeClient,
  expected: string,
  options: { signal: AbortSignal },
): Promise<void> {
  requireSame(client, { expected, actual: await getGenesisId(client, options) });
}

function requireSame({ endpoint }: NodeClient, { expected, actual }: { expected: string; actual: string }): void {
  if (actual !== expected) throw new PaymentsError('NETWORK_MISMATCH', { expected, actual, endpoint });
}

/** Reads from a node. Retries after faults of the surroundings, and a few times after any other failure. */
export async function untilAnswered<T>(
  { maxFailures, report, retryDelayMs, signal }: Patience,
  ask: () => Promise<T>,
): Promise<T> {
  let counted = 0;
  for (let failures = 0; ; failures++) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !isRpcError(error)) throw error;
      report(error);
      counted = findFault(error) === undefined ? counted + 1 : 0;
      if (counted >= maxFailures) throw error;
      await sleep(retryPause(failures, retryDelayMs), signal);
    }
  }
}
