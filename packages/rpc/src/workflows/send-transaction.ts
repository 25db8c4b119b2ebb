import { type TransactionInfo } from '../answers/transaction-info.ts';
import { rejectUnknown } from '../encoding/arguments.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { isRpcError, RpcError } from '../errors.ts';
import { signTransaction, type Signer } from '../transaction/sign-transaction.ts';
import { transactionArgument } from '../transaction/transaction-argument.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type NodeClient } from '../transport/transport.ts';
import { settleTransaction } from './settle-transaction.ts';
import { checkWaitOptions, pollUntilIncluded, requireSuccess, type WaitOptions } from './wait-for-transaction.ts';

/** The transaction to send, and its signer. */
export interface SendTransactionArgs {
  /**
   * A build function's promise, or a transaction; one that has all its signatures needs no signer, and may have been
   * sent before: a rejection that this explains is settled by looking for it.
   */
  readonly transaction: Promise<Transaction> | Transaction;
  readonly signer?: Signer;
}

/** The outcome of a transaction that was sent. */
export interface SentTransaction extends TransactionInfo {
  /**
   * Whether a node answered that it had these bytes already. A try whose response was lost may have delivered them, or a
   * gateway that repeats requests; or another program has built an equal payment, and both are this one transaction.
   */
  readonly wasKnown: boolean;
}

/** How long to look for a transaction when the wallet signed something else, so that it hardly sent this one. */
const UNLIKELY_MS = 10_000;

/**
 * Looks for a transaction that a wallet may have sent, although it returned no valid signature, until it is in a block
 * or can be in none.
 */
async function followUnsigned(
  client: NodeClient,
  { built, error }: { readonly built: Transaction; readonly error: unknown },
  options: WaitOptions,
): Promise<SentTransaction> {
  const isLikely = isRpcError(error, 'BROADCAST_OUTCOME_UNKNOWN');
  if (!isLikely && !isRpcError(error, 'TRANSACTION_CHANGED') && !isRpcError(error, 'WRONG_SIGNER')) throw error;
  const { txID, rawDataHex } = built;
  const timeoutMs = isLikely ? options.timeoutMs : Math.min(UNLIKELY_MS, options.timeoutMs ?? UNLIKELY_MS);
  let info: TransactionInfo;
  try {
    info = await pollUntilIncluded(client, { args: { txID, rawDataHex } }, omitUndefined({ ...options, timeoutMs }));
  } catch (end) {
    throw isRpcError(end, 'TRANSACTION_EXPIRED') ? new RpcError(end.code, end.context, { cause: error }) : error;
  }
  return { ...requireSuccess(info), wasKnown: true };
}

/**
 * Signs a transaction once, sends it to the network, and waits for its outcome. Fees in small units. It never signs a
 * second one. If an answer is lost or the node is busy, it sends the same bytes again, until a block includes them or
 * they have certainly expired. If a wallet returns no signature, it may have sent the transaction itself, so the call
 * looks for it in the same way.
 *
 * Source: docs/protocol/checked-answers.md, Rejections.
 *
 * @param args - `transaction`: from any build function; `signer`
 * @param options - `until: 'solid'` to wait until no fork can undo it; `timeoutMs`, `pollMs`, `signal`
 * @throws the codes of building and signing; `BROADCAST_REJECTED` when the network rejects it for a reason that no
 * earlier try explains; `TRANSACTION_FAILED`; `TRANSACTION_EXPIRED`: it is safe to sign another;
 * `BROADCAST_OUTCOME_UNKNOWN` when time is up before its outcome is known: do not sign another
 *
 * @example
 * ```ts
 * import { createNodeClient, createTransaction, sendTransaction } from '@coin/rpc';
 * import { createKeySigner } from '@coin/rpc/signer';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const signer = createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
 * const transaction = createTransaction(client, { owner: signer.address, to: signer.address, amount: 1_000_000n });
 * await sendTransaction(client, { transaction, signer }, { until: 'solid' }); // throws VALIDATION_FAILED
 * ```
 */
export async function sendTransaction(
  client: NodeClient,
  args: SendTransactionArgs,
  options: WaitOptions = {},
): Promise<SentTransaction> {
  checkWaitOptions(options);
  rejectUnknown(args, ['transaction', 'signer']);
  const { transaction, signer } = args;
  const built = transactionArgument(await transaction);
  let signed = built;
  try {
    if (signer !== undefined) signed = await signTransaction(built, signer);
  } catch (error) {
    // A service that signed with another key has sent nothing.
    if (signer?.maySend !== true && isRpcError(error, 'WRONG_SIGNER')) throw error;
    return followUnsigned(client, { built, error }, options);
  }
  // It may have been sent already, for instance by a process that ended before it received the answer.
  const history = built.signatures.length > 0 ? 'perhaps sent' : 'unsent';
  const { info, wasKnown } = await settleTransaction(client, { signed, history }, options);
  return { ...requireSuccess(info), wasKnown };
}
