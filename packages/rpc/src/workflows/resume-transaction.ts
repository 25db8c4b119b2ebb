import { type TransactionInfo } from '../answers/transaction-info.ts';
import { type Abi } from '../contract/abi.ts';
import { objectArgument } from '../encoding/arguments.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { getTransactionInfoById } from '../endpoints/get-transaction-info-by-id.ts';
import { isRpcError, RpcError } from '../errors.ts';
import { decodeTransaction } from '../transaction/decode-transaction.ts';
import { type NodeClient } from '../transport/node-client.ts';
import { settleTransaction } from './settle-transaction.ts';
import { checkWaitOptions, type WaitOptions } from './wait-for-transaction.ts';

/** What is resumed. */
export interface ResumeTransactionArgs {
  /** Hex that {@link encodeTransaction} gave for the signed transaction. */
  readonly transaction: string;
  /** ABI of the contract, to decode its custom errors. */
  readonly abi?: Abi;
}

/** How a transaction ended. Times in milliseconds since 1970. */
export type ResumedTransaction =
  /** In a block: it succeeded, or its fees are spent without effect. */
  | { readonly outcome: 'succeeded' | 'failed'; readonly txID: string; readonly info: TransactionInfo }
  /** In no block, and no block can include it any more: it is safe to sign another. */
  | { readonly outcome: 'expired'; readonly txID: string; readonly expiration: number; readonly solidTime: number };

/**
 * Brings a stored transaction to its end, whatever became of it before: never sent, sent with the answer lost, in a
 * block, expired, or lost by a node that came back with an older state. It looks for it first, sends the same bytes as
 * long as a block may include them, and again where a node has lost them, and waits. It signs nothing, so that it can
 * be called any number of times, by several processes too.
 *
 * Source: Decision: one intent, one signed transaction; docs/protocol/http.md, Broadcast.
 *
 * @param args - `transaction`: hex of the signed transaction; `abi` of the contract, to decode its custom errors
 * @param options - `until: 'solid'` for what no fork can undo; `timeoutMs`, `pollMs`, `signal`
 * @throws `BROADCAST_REFUSED` when the network rejects it for a reason that no earlier try explains;
 * `BROADCAST_OUTCOME_UNKNOWN` when time is up before its outcome is known: resume it again; `SIGNATURE_INVALID` when it
 * is not signed; `ARGUMENT_INVALID`, `ADDRESS_INVALID`
 *
 * @example
 * ```ts
 * import { createNodeClient, createTransaction, encodeTransaction, resumeTransaction } from '@coin/rpc';
 *
 * const client = createNodeClient({ endpoints: 'http://127.0.0.1:8090' });
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
  const { transaction, abi } = objectArgument('args', args);
  const signed = decodeTransaction(transaction);
  const { txID } = signed;
  if (signed.signatures.length === 0) throw new RpcError('SIGNATURE_INVALID', { txID, reason: 'it has no signature' });
  const { signal } = options;
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
    const info = await settleTransaction(client, { signed, abi, history }, options);
    return { outcome: info.succeeded ? 'succeeded' : 'failed', txID, info };
  } catch (error) {
    if (!isRpcError(error, 'TRANSACTION_EXPIRED')) throw error;
    const { expiration, solidTime } = error.context;
    return { outcome: 'expired', txID, expiration, solidTime };
  }
}
