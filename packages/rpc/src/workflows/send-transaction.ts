import { type TransactionInfo } from '../answers/transaction-info.ts';
import { type Abi } from '../contract/abi.ts';
import { objectArgument } from '../encoding/arguments.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { broadcastTransaction } from '../endpoints/broadcast-transaction.ts';
import { getTransactionInfoById } from '../endpoints/get-transaction-info-by-id.ts';
import { isRpcError, RpcError } from '../errors.ts';
import { signTransaction, type Signer } from '../transaction/sign-transaction.ts';
import { transactionArgument } from '../transaction/transaction-argument.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type NodeClient } from '../transport/node-client.ts';
import { checkWaitOptions, pollUntilSettled, type WaitOptions } from './wait-for-transaction.ts';

/** What is sent, and who signs. */
export interface SendTransactionArgs {
  /**
   * A build function's promise, or a transaction; one that has all its signatures needs no signer, and may have been
   * sent before: a refusal that this explains is settled by looking for it.
   */
  transaction: Promise<Transaction> | Transaction;
  signer?: Signer;
  /** ABI of the contract, to decode its custom errors. */
  abi?: Abi;
}

/**
 * Refusals of bytes that have become too old, whether they are in a block or not; the chain does not look for them
 * there.
 * Source: docs/protocol/http.md, Broadcast.
 */
const TIME_REFUSALS: ReadonlySet<string> = /* @__PURE__ */ new Set(['TRANSACTION_EXPIRATION_ERROR', 'TAPOS_ERROR']);

/**
 * Refusals for the state of the accounts, which the same bytes may have changed: the balance is spent, the reward
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
 * Signs a transaction once, sends it to the network, and waits for its outcome. Fees in small units. It never signs a
 * second one: where an answer is lost or the node is busy, the same bytes are sent again, until a block includes them
 * or their expiry is certain.
 *
 * Source: Decision: one intent, one signed transaction; docs/protocol/checked-answers.md, Refusals.
 *
 * @param args - `transaction`: from any build function; `signer`; `abi` of the contract, to decode its custom errors
 * @param options - `until: 'solid'` for what no fork can undo; `timeoutMs`, `pollMs`, `signal`
 * @throws what building and signing throw; `BROADCAST_REFUSED` when the network rejects it for a reason that no earlier
 * try explains; `TRANSACTION_FAILED`; `TRANSACTION_EXPIRED`: it is safe to sign another; `BROADCAST_OUTCOME_UNKNOWN`
 * when time is up before its outcome is known: it is not
 *
 * @example
 * ```ts
 * import { createNodeClient, createTransaction, sendTransaction } from '@coin/rpc';
 * import { signerFromPrivateKey } from '@coin/rpc/signer';
 *
 * const client = createNodeClient({ endpoints: 'http://127.0.0.1:8090' });
 * const signer = signerFromPrivateKey('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
 * const transaction = createTransaction(client, { owner: signer.address, to: signer.address, amount: 1_000_000n });
 * await sendTransaction(client, { transaction, signer }, { until: 'solid' }); // throws VALIDATION_FAILED
 * ```
 */
export async function sendTransaction(
  client: NodeClient,
  args: SendTransactionArgs,
  options: WaitOptions = {},
): Promise<TransactionInfo> {
  checkWaitOptions(options);
  const { transaction, signer, abi } = objectArgument('args', args);
  const built = transactionArgument(await transaction);
  /** Whoever signed it may have sent it already: a process that ended before it saw the answer, for instance. */
  const wasSigned = built.signatures.length > 0;
  const signed = signer === undefined ? built : await signTransaction(built, signer);
  const { txID, expiration } = signed;
  const { signal } = options;
  const outcomeUnknown = (cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new RpcError('BROADCAST_OUTCOME_UNKNOWN', { txID, expiration, reason }, { retryable: true, cause });
  };
  const isOnChain = async (): Promise<boolean> => {
    try {
      return (await getTransactionInfoById(client, { txID }, omitUndefined({ signal }))) !== undefined;
    } catch {
      return wasSigned;
    }
  };
  /** Whether the same bytes, sent earlier, may be why the node refuses them now. */
  const mayBeExplained = async (error: unknown): Promise<boolean> => {
    if (!isRpcError(error)) return false;
    const code = error.code === 'BROADCAST_REFUSED' ? error.context.nodeCode : error.code;
    return TIME_REFUSALS.has(code) || (wasSigned && STATE_REFUSALS.has(code)) || isOnChain();
  };
  let mayBeAccepted = false;
  /** The last broadcast's failure, where the same bytes may be sent again. */
  let retryableError: unknown;
  const broadcast = async () => {
    try {
      await broadcastTransaction(client, signed, omitUndefined({ signal }));
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
  await broadcast();
  try {
    return await pollUntilSettled(client, omitUndefined({ txID, expiration, abi }), options, async () => {
      if (retryableError !== undefined) await broadcast();
    });
  } catch (error) {
    if (isRpcError(error, 'TRANSACTION_FAILED') || isRpcError(error, 'TRANSACTION_EXPIRED')) throw error;
    throw mayBeAccepted || wasSigned ? outcomeUnknown(error) : (retryableError ?? error);
  }
}
