import type { CallOptions, NodeClient } from '../transport/node-client.ts';
import type { Abi } from '../contract/abi.ts';
import { getNowBlock } from '../endpoints/get-now-block.ts';
import type { TransactionInfo } from '../answers/transaction-info.ts';
import { getTransactionInfoById } from '../endpoints/get-transaction-info-by-id.ts';
import { isRpcError, RpcError } from '../errors.ts';
import { sleep } from '../transport/sleep.ts';

/** Which transaction, and what can be told from it. */
export interface WaitForTransactionArgs {
  /** 64 hex digits. */
  txID: string;
  /** When it expires, in milliseconds since 1970; without it, expiry can't be noticed. */
  expiration?: number;
  /** Names the contract's own errors, so that a revert with one can be read. */
  abi?: Abi;
}

/** Options of waiting. */
export interface WaitOptions extends CallOptions {
  /** Until it is in a block (`head`, the default), or in one that no fork can undo (`solid`). */
  until?: 'head' | 'solid';
  /** Limit of the whole wait in milliseconds; 180,000 by default. */
  timeoutMs?: number;
  /** First pause between two looks, in milliseconds, growing to one block's time; 500 by default. */
  pollMs?: number;
}

const BLOCK_MS = 3000;

/**
 * Waits until a transaction is in a block, and gives how it ended. Fees in small units. Failing reads are asked again until the time is up.
 *
 * @param args - `txID`: 64 hex digits; `expiration` in ms, from the transaction
 * @param options - `until: 'solid'` for what no fork can undo; `timeoutMs`, `pollMs`, `signal`
 * @throws `TRANSACTION_FAILED` with the decoded reason; `TRANSACTION_EXPIRED` when it can't get into a block any more, as told by the solid
 * state, and only then is it safe to sign anew; `TIMEOUT`, `ABORTED`, `ARGUMENT_INVALID`
 *
 * Source: docs/protocol/http.md, Broadcast; docs/protocol/fee-limit.md, Receipt and TransactionInfo.
 *
 * @example
 * ```ts
 * import { createNodeClient, waitForTransaction } from '@coin/rpc';
 *
 * const client = createNodeClient({ endpoints: 'http://127.0.0.1:8090' });
 * const txID = '3a71721b11ad3f5cc300c1bd1df3fbbdee40249d5936bf560029526623b127a3';
 * const info = await waitForTransaction(client, { txID });
 * info.blockNumber; // => 4
 * ```
 */
export async function waitForTransaction(
  client: NodeClient,
  args: WaitForTransactionArgs,
  options: WaitOptions = {},
): Promise<TransactionInfo> {
  return lookUntilSettled(client, args, options, async () => {});
}

/** The wait, with something done before each look after the first. */
export async function lookUntilSettled(
  client: NodeClient,
  { txID, expiration, abi }: WaitForTransactionArgs,
  { until = 'head', timeoutMs = 180_000, pollMs = 500, signal, retries }: WaitOptions,
  betweenLooks: () => Promise<void>,
): Promise<TransactionInfo> {
  const path = `waiting for ${txID}`;
  const deadline = Date.now() + timeoutMs;
  const read = { ...(signal === undefined ? {} : { signal }), ...(retries === undefined ? {} : { retries }) };
  const query = abi === undefined ? { txID } : { txID, abi };

  const look = async (): Promise<TransactionInfo | undefined> => {
    const info = await getTransactionInfoById(client, query, { ...read, state: until });
    // Before its time by the local clock there is nothing to find out; a wrong clock only makes this earlier or later.
    if (info !== undefined || expiration === undefined || client.clock() < expiration) return info;
    const { endpoint } = client;
    const solid = await getNowBlock(client, { ...read, state: 'solid' });
    // A block takes it only while the block before is older than the expiration: none after this solid one will.
    if (solid.time < expiration) return undefined;
    const late = await getTransactionInfoById(client, query, { ...read, state: 'solid' });
    // Another endpoint may lag behind the one whose solid block was seen.
    if (late !== undefined || client.endpoint !== endpoint) return late;
    throw new RpcError('TRANSACTION_EXPIRED', { txID, expiration, solidTime: solid.time }, { endpoint });
  };

  for (let pause = pollMs; ; pause = Math.min(pause * 1.5, BLOCK_MS)) {
    let info: TransactionInfo | undefined;
    try {
      info = await look();
    } catch (error) {
      if (!isRpcError(error) || !error.retryable) throw error;
    }
    if (info?.succeeded === true) return info;
    if (info !== undefined)
      throw new RpcError('TRANSACTION_FAILED', { txID, result: info.result, reason: info.reason ?? '', fee: info.fee });
    if (Date.now() + pause > deadline) throw new RpcError('TIMEOUT', { path, timeoutMs }, { retryable: true });
    await sleep(pause, path, signal);
    await betweenLooks();
  }
}
