import { type AllNames } from '@coin/errors';
import { type TransactionInfo } from '../answers/transaction-info.ts';
import { argumentInvalid, hexArgument, wordArgument } from '../encoding/arguments.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { getNewestOutline } from '../endpoints/block-outlines.ts';
import { getTransactionInfoById } from '../endpoints/get-transaction-info-by-id.ts';
import { isRpcError, RpcError } from '../errors.ts';
import { CALL_OPTIONS, checkCallOptions, timeOption } from '../transport/call-options.ts';
import { sleepBy } from '../transport/clock.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';
import { createExpiryProof } from './expiry-proof.ts';
import { readLifetime } from './reference-block.ts';

/** The transaction to wait for: a {@link Transaction}, or only its id. */
export interface WaitForTransactionArgs {
  /** 64 hex digits. */
  readonly txID: string;
  /** The transaction's bytes in hex. Without them, the wait cannot tell that the transaction has expired. */
  readonly rawDataHex?: string;
  /** Genesis block id of the transaction's network, 64 hex digits: see {@link getGenesisId}. */
  readonly genesisId?: string;
}

/** Options of waiting. */
export interface WaitOptions extends CallOptions {
  /** Wait until it is in a block (`head`, the default), or in one that no fork can undo (`solid`). */
  readonly until?: 'head' | 'solid';
  /**
   * Limit of the whole wait in milliseconds; 300,000 by default. An expiry is proven about two minutes after a
   * transaction was built.
   */
  readonly timeoutMs?: number;
  /** First pause between two polls in milliseconds, at least 1, growing to the block interval; 500 by default. */
  readonly pollMs?: number;
}

export const WAIT_OPTIONS = ['until', 'pollMs', ...CALL_OPTIONS] as const;
WAIT_OPTIONS satisfies AllNames<WaitOptions, typeof WAIT_OPTIONS>;

const BLOCK_INTERVAL_MS = 3000;
/** The time that the solid state usually takes to reach the expiration. Earlier requests would find nothing. */
const SOLID_LAG_MS = 60_000;

/**
 * Waits until a transaction is in a block and returns its outcome. Fees in small units. Failed reads are repeated until
 * the time is up.
 *
 * Pass the whole transaction: then the wait also ends when the transaction has expired.
 *
 * Source: docs/protocol/checked-answers.md, Expiry; docs/protocol/fee-limit.md, Receipt and TransactionInfo.
 *
 * @param args - a transaction, or its `txID`: 64 hex digits; `genesisId`
 * @param options - `until: 'solid'` to wait until no fork can undo it; `timeoutMs`, `pollMs`, `signal`
 * @throws `TRANSACTION_FAILED` with the decoded reason; `TRANSACTION_EXPIRED` when every solid block that could include
 * the transaction was read and none does: it is safe to sign another one; `ENDPOINT_MISMATCH` when the node is of
 * another network than `genesisId`; `RESPONSE_INVALID` when the chain lacks the block that the transaction refers
 * to; `TIMEOUT`, `ABORTED`, `ARGUMENT_INVALID`
 *
 * @example
 * ```ts
 * import { createNodeClient, waitForTransaction } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
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
  return requireSuccess(await pollUntilIncluded(client, { args }, options));
}

/** The info of a transaction that succeeded; throws `TRANSACTION_FAILED` for one that did not. */
export function requireSuccess(info: TransactionInfo): TransactionInfo {
  const { txID, result, reason = '', contractResult: data, fee } = info;
  if (!info.succeeded) throw new RpcError('TRANSACTION_FAILED', { txID, result, reason, data, fee });
  return info;
}

/** Throws `ARGUMENT_INVALID` for options that no wait can have. */
export function checkWaitOptions(options: WaitOptions): void {
  checkCallOptions(options, WAIT_OPTIONS);
  const { until, pollMs } = options;
  if (until !== undefined) wordArgument('until', until, ['head', 'solid']);
  if (pollMs !== undefined) timeOption('pollMs', pollMs);
}

/** The time after a timeout in which a wait still asks the node for its last state. */
const LAST_READ_MS = 1000;

/** The times of the newest block of each state, as an error shows them. */
async function describeNewest(client: NodeClient, options: CallOptions): Promise<string> {
  const read = async (state: 'head' | 'solid'): Promise<string> => {
    try {
      return `${(await getNewestOutline(client, { ...options, state, timeoutMs: LAST_READ_MS, retries: 0 })).time} ms`;
    } catch {
      return 'an unknown time';
    }
  };
  const [head, solid] = await Promise.all([read('head'), read('solid')]);
  return `the head was at ${head}, the solid block at ${solid}`;
}

/** The part of a transaction's bytes that its expiry depends on. */
function readExpiring({ txID, rawDataHex, genesisId }: WaitForTransactionArgs) {
  if (rawDataHex === undefined) return undefined;
  const lifetime = readLifetime(hexArgument('rawDataHex', rawDataHex));
  if (lifetime.txID !== txID) throw argumentInvalid('rawDataHex', rawDataHex, `the bytes of transaction ${txID}`);
  return { ...lifetime, genesisId };
}

/** Polls for a transaction's info, whether it succeeded or not; `betweenPolls` is called after each pause. */
export async function pollUntilIncluded(
  client: NodeClient,
  { args, betweenPolls }: { readonly args: WaitForTransactionArgs; readonly betweenPolls?: () => Promise<void> },
  waitOptions: WaitOptions,
): Promise<TransactionInfo> {
  const { txID: requested, rawDataHex, genesisId: network } = args;
  const txID = hexArgument('txID', requested, { bytes: 32 });
  const genesisId = network === undefined ? undefined : hexArgument('genesisId', network, { bytes: 32 });
  checkWaitOptions(waitOptions);
  const { until: state = 'head', timeoutMs = 300_000, pollMs = 500, signal, retries } = waitOptions;
  const expiring = readExpiring(omitUndefined({ txID, rawDataHex, genesisId }));
  const proof = expiring && { from: expiring.expiration + SOLID_LAG_MS, continue: createExpiryProof(client, expiring) };
  /** Why the expiry is not proven yet. */
  let unproven: string | undefined;
  const path = `waiting for ${txID}`;
  const what = expiring === undefined ? path : `${path}, which expires at ${expiring.expiration} ms`;
  const started = Date.now();
  // A clock with its own timer may not move the machine's time.
  let sleptMs = 0;
  const options = omitUndefined({ signal, retries });

  for (let pause = pollMs; ; pause = Math.min(Math.round(pause * 1.5), BLOCK_INTERVAL_MS)) {
    let info: TransactionInfo | undefined;
    try {
      info = await getTransactionInfoById(client, { txID }, { ...options, state });
      // Before it expires by the local clock there is nothing to prove. If the clock is wrong, the proof only begins
      // earlier or later.
      if (info === undefined && proof !== undefined && client.clock.now() >= proof.from)
        unproven = await proof.continue(options);
    } catch (error) {
      if (!isRpcError(error) || !error.retryable) throw error;
    }
    if (info !== undefined) return info;
    const leftMs = timeoutMs - Math.max(Date.now() - started, sleptMs);
    if (leftMs <= 0) {
      const seen = unproven ?? (await describeNewest(client, omitUndefined({ signal })));
      throw new RpcError('TIMEOUT', { path: `${what}; ${seen}`, timeoutMs }, { retryable: true });
    }
    // The last pause lasts for the remaining time, so the last poll is at its end.
    const pauseMs = Math.min(pause, leftMs);
    await sleepBy(client.clock, { ms: pauseMs, path, signal });
    sleptMs += pauseMs;
    await betweenPolls?.();
  }
}
