import { type TransactionInfo } from '../answers/transaction-info.ts';
import { hexArgument, rejectUnknown } from '../encoding/arguments.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { requireGenesis } from '../endpoints/get-genesis-id.ts';
import { getTransactionInfoById } from '../endpoints/get-transaction-info-by-id.ts';
import { isRpcError } from '../errors.ts';
import { decodeTransaction } from '../transaction/decode-transaction.ts';
import { requireSigned } from '../transaction/transaction-argument.ts';
import { type NodeClient } from '../transport/transport.ts';
import { outcomeUnknown, settleTransaction } from './settle-transaction.ts';
import { checkWaitOptions, type WaitOptions } from './wait-for-transaction.ts';

/** The transaction to resume. */
export interface ResumeTransactionArgs {
  /** Hex that {@link encodeTransaction} gave for the signed transaction. */
  readonly transaction: string;
  /**
   * Genesis block id of the network that it was signed for, 64 hex digits, from {@link getGenesisId}. Nothing is sent
   * to another network.
   */
  readonly genesisId?: string;
}

/** The outcome of a transaction. Times are milliseconds since 1970. */
export type ResumedTransaction =
  /** In a block: it succeeded, or its fees are spent without effect. */
  | { readonly status: 'succeeded' | 'failed'; readonly txID: string; readonly info: TransactionInfo }
  /** No block includes it, and none can any more: it is safe to sign another. */
  | { readonly status: 'expired'; readonly txID: string; readonly expiration: number; readonly solidTime: number };

/**
 * Takes a stored transaction to its final outcome, whatever happened before: never sent, sent with the response lost,
 * in a block, expired, or lost by a node that was restored from an older state. It looks the transaction up, sends the
 * same bytes while a block may still include them, sends them again if a node has lost them, and waits. It signs
 * nothing, so several processes may call it any number of times.
 *
 * Source: docs/protocol/http.md, Broadcast; docs/protocol/checked-answers.md, Expiry.
 *
 * @param args - `transaction`: hex of the signed transaction; `genesisId` of its network
 * @param options - `until: 'solid'` to wait until no fork can undo it; `timeoutMs`, `pollMs`, `signal`
 * @throws `ENDPOINT_MISMATCH` with both genesis ids when the node is of another network than `genesisId`;
 * `BROADCAST_REJECTED` when the network rejects it for a reason that no earlier try explains;
 * `BROADCAST_OUTCOME_UNKNOWN` when time is up before its outcome is known: resume it again; `SIGNATURE_INVALID` when it
 * is not signed; `ARGUMENT_INVALID`, `ADDRESS_INVALID`
 *
 * @example
 * ```ts
 * import { createNodeClient, createTransaction, encodeTransaction, resumeTransaction } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const transfer = await createTransaction(client, {
 *   owner: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi',
 *   to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8',
 *   amount: 1_000_000n,
 * });
 * await resumeTransaction(client, { transaction: encodeTransaction(transfer) }); // throws SIGNATURE_INVALID
 * ```
 */
export async function resumeTransaction(
  client: NodeClient,
  args: ResumeTransactionArgs,
  options: WaitOptions = {},
): Promise<ResumedTransaction> {
  checkWaitOptions(options);
  rejectUnknown(args, ['transaction', 'genesisId']);
  const { transaction, genesisId: network } = args;
  const signed = decodeTransaction(transaction);
  const { txID } = signed;
  requireSigned(signed);
  const { signal } = options;
  const genesisId = network === undefined ? undefined : hexArgument('genesisId', network, { bytes: 32 });
  try {
    if (genesisId !== undefined) await requireGenesis(client, genesisId, omitUndefined({ signal }));
  } catch (error) {
    throw isRpcError(error, 'ENDPOINT_MISMATCH') ? error : outcomeUnknown(signed, error);
  }
  const lookUp = async (): Promise<boolean> => {
    try {
      return (await getTransactionInfoById(client, { txID }, omitUndefined({ signal }))) !== undefined;
    } catch (error) {
      if (isRpcError(error) && error.retryable) return false;
      throw error;
    }
  };
  const history = (await lookUp()) ? 'in a block' : 'perhaps sent';
  try {
    const { info } = await settleTransaction(client, { signed, genesisId, history }, options);
    return { status: info.succeeded ? 'succeeded' : 'failed', txID, info };
  } catch (error) {
    if (!isRpcError(error, 'TRANSACTION_EXPIRED')) throw error;
    const { expiration, solidTime } = error.context;
    return { status: 'expired', txID, expiration, solidTime };
  }
}
