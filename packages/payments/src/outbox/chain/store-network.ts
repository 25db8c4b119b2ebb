import { getGenesisId, getNowBlock, isRpcError, RpcError, type Block, type NodeClient } from '@coin/rpc';
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

/** The age of a head from which on its node is not synchronized, as for the nodes that build transactions. */
const MAX_LAG_MS = 30_000;

/**
 * Reads the newest block, once from a node that is synchronized by the client's clock and not behind a block that was
 * seen before. One reading of a node that lags settles nothing: it may be as old as a copy of the store.
 */
export const readHead = (
  patience: Patience & { readonly client: NodeClient },
  seen: { readonly number: number; readonly time: number },
): Promise<Block> =>
  untilAnswered(patience, async () => {
    const { client, signal } = patience;
    const head = await getNowBlock(client, { signal });
    const lagMs = Math.max(client.clock.now(), seen.time) - head.time;
    if (lagMs > MAX_LAG_MS || head.number < seen.number) throw nodeLags(client, lagMs);
    return head;
  });

/** The error of a node that is behind. */
export const nodeLags = ({ endpoint }: NodeClient, lagMs: number): RpcError =>
  new RpcError('NODE_LAGS', { lagMs }, { retryable: true, endpoint });

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
