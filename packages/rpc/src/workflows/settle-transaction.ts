import { reasonOf } from '@coin/errors';
import { type TransactionInfo } from '../answers/transaction-info.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { broadcastTransaction } from '../endpoints/broadcast-transaction.ts';
import { getTransactionInfoById } from '../endpoints/get-transaction-info-by-id.ts';
import { isRpcError, RpcError } from '../errors.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type NodeClient } from '../transport/transport.ts';
import { pollUntilIncluded, type WaitOptions } from './wait-for-transaction.ts';

/**
 * Rejections of bytes that are too old. A node does not check whether a block already has them.
 *
 * Source: docs/protocol/http.md, Broadcast.
 */
const TIME_REJECTIONS: ReadonlySet<string> = /* @__PURE__ */ new Set(['TRANSACTION_EXPIRATION_ERROR', 'TAPOS_ERROR']);

/**
 * Rejections for the state of the accounts, which the same bytes may have changed: the balance is spent, the reward
 * withdrawn.
 */
const STATE_REFUSALS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'CONTRACT_VALIDATE_ERROR',
  'CONTRACT_EXE_ERROR',
  'BANDWITH_ERROR',
  'OTHER_ERROR',
  'NODE_ERROR',
  'VALIDATION_FAILED',
]);

/**
 * How long to wait before sending the same bytes again while no block includes them, because the node may have lost
 * them. A transaction normally gets into a block within a few seconds, unless blocks are full.
 */
const SEND_AGAIN_MS = 10_000;

/** The error of a transaction that may be in a block, or may get into one. */
export function outcomeUnknown(
  { txID, expiration }: Pick<Transaction, 'txID' | 'expiration'>,
  cause: unknown,
): RpcError {
  const reason = reasonOf(cause).replace(/\.$/, '');
  return new RpcError('BROADCAST_OUTCOME_UNKNOWN', { txID, expiration, reason }, { retryable: true, cause });
}

/** A signed transaction, and its known state. */
interface Unsettled {
  readonly signed: Transaction;
  /** Genesis block id of the network that it was signed for, if it is known. */
  readonly genesisId?: string | undefined;
  /** Whether its bytes may have reached a node before, or were found in a block. */
  readonly history: 'unsent' | 'perhaps sent' | 'in a block';
}

/** The outcome of a transaction in a block. */
interface Settled {
  /** Whether it succeeded or not. */
  readonly info: TransactionInfo;
  /** Whether a node answered that it had the bytes already. */
  readonly wasKnown: boolean;
}

/**
 * Broadcasts the same signed bytes until they are in a block, and returns the outcome; bytes that were found in a block are sent again only if no block has them any more.
 *
 * @throws `BROADCAST_REJECTED`, `TRANSACTION_EXPIRED`, `BROADCAST_OUTCOME_UNKNOWN` as `sendTransaction` describes them
 */
export async function settleTransaction(
  client: NodeClient,
  { signed, genesisId, history }: Unsettled,
  options: WaitOptions,
): Promise<Settled> {
  const { txID, expiration, rawDataHex } = signed;
  const { signal, until = 'head' } = options;
  const wasSigned = history !== 'unsent';
  const isOnChain = async (): Promise<boolean> => {
    try {
      return (await getTransactionInfoById(client, { txID }, omitUndefined({ signal }))) !== undefined;
    } catch {
      return wasSigned;
    }
  };
  /** Whether the same bytes, sent earlier, may be why the node rejects them now. */
  const mayBeExplained = async (error: unknown): Promise<boolean> => {
    if (!isRpcError(error)) return false;
    const code = error.code === 'BROADCAST_REJECTED' ? error.context.nodeCode : error.code;
    return TIME_REJECTIONS.has(code) || (wasSigned && STATE_REFUSALS.has(code)) || isOnChain();
  };
  let mayBeAccepted = history === 'in a block';
  let wasKnown = false;
  /** When the wait that followed the last broadcast began. */
  let sentAt: number | undefined;
  /** The last broadcast's failure, if the same bytes may be sent again. */
  let retryableError: unknown;
  const broadcast = async () => {
    sentAt = undefined;
    try {
      const { status } = await broadcastTransaction(client, signed, omitUndefined({ signal }));
      wasKnown ||= status === 'known';
      mayBeAccepted = true;
      retryableError = undefined;
    } catch (error) {
      if (isRpcError(error, 'BROADCAST_OUTCOME_UNKNOWN')) mayBeAccepted = true;
      retryableError = isRpcError(error) && error.retryable ? error : undefined;
      // Once an attempt may have been accepted, a later rejection proves nothing: the wait settles it.
      if (retryableError !== undefined || mayBeAccepted) return;
      if (!(await mayBeExplained(error))) throw error;
      mayBeAccepted = true;
    }
  };
  /** Whether a node may have lost bytes that no block can have yet. */
  const mayBeLost = async (): Promise<boolean> => {
    const now = client.clock.now();
    sentAt ??= now;
    if (now < sentAt + SEND_AGAIN_MS || now > expiration) return false;
    sentAt = now;
    // The poll has just looked for it in the head state, unless it waits for the solid one.
    return until === 'head' || !(await isOnChain());
  };
  if (history !== 'in a block') await broadcast();
  try {
    const args = omitUndefined({ txID, rawDataHex, genesisId });
    const betweenPolls = async () => {
      if (retryableError !== undefined || (await mayBeLost())) await broadcast();
    };
    return { info: await pollUntilIncluded(client, { args, betweenPolls }, options), wasKnown };
  } catch (error) {
    if (isRpcError(error, 'TRANSACTION_EXPIRED')) throw error;
    throw mayBeAccepted || wasSigned ? outcomeUnknown(signed, error) : (retryableError ?? error);
  }
}
