import { getGenesisId } from '../endpoints/get-genesis-id.ts';
import { isRpcError, RpcError } from '../errors.ts';
import { type NodeClient } from '../transport/node-client.ts';
import { type PlatformSignal } from '../transport/platform.ts';
import { sleep } from '../transport/sleep.ts';
import { OUTBOX, type OutboxStore } from './outbox-store.ts';
import { retryPause } from './retry-pause.ts';

const KEY = 'network';

/** How long a node is asked for its network. */
interface Patience {
  /** How many failures may follow each other that are not of a busy or unreachable node. */
  readonly maxFailures: number;
  readonly retryDelayMs: number;
  readonly signal: PlatformSignal;
}

/**
 * Reads the genesis id of the client's network and compares it with the store's, which the first run writes. Waits
 * while the node cannot be reached.
 *
 * On another network every stored payment would look expired, and would be signed again.
 *
 * @throws `ENDPOINT_MISMATCH` with both genesis ids
 */
export async function requireStoreNetwork(store: OutboxStore, client: NodeClient, patience: Patience): Promise<string> {
  const actual = await readGenesisId(client, patience);
  await store.createIfAbsent({ key: KEY, value: actual, listing: 'none' });
  const { value: expected = '' } = (await store.get(KEY)) ?? {};
  if (actual !== expected) throw new RpcError('ENDPOINT_MISMATCH', { expected, actual }, { endpoint: client.endpoint });
  return actual;
}

async function readGenesisId(client: NodeClient, { maxFailures, retryDelayMs, signal }: Patience): Promise<string> {
  let counted = 0;
  for (let failures = 0; ; failures++) {
    try {
      return await getGenesisId(client, { signal });
    } catch (error) {
      if (signal.aborted || !isRpcError(error)) throw error;
      counted = error.retryable ? 0 : counted + 1;
      if (counted >= maxFailures) throw error;
      await sleep(retryPause(failures, retryDelayMs), OUTBOX, signal);
    }
  }
}
