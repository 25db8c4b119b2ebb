import { hexToBytes } from '../encoding/hex.ts';
import { isRpcError, RpcError } from '../errors.ts';
import { normalizeSignature } from './normalize-signature.ts';
import { transactionArgument } from './transaction-argument.ts';
import { type Transaction } from './transaction.ts';

/** Anything that signs 32 bytes with a secp256k1 key: a key in memory, a device, a service. */
export interface Signer {
  /**
   * Whether it may send the transaction itself, as wallets do. Who pays with it stores the transaction before it asks, and
   * asks once.
   */
  readonly maySend?: boolean;
  /**
   * Signs a digest and returns r, s and the recovery id, as 65 bytes or their hex. It sends nothing: use
   * `createWalletSigner` for a wallet. The recovery id may be 0 or 1, or 27
   * or 28. `transaction` is for signers that display the transaction or sign its bytes (`rawDataHex`), as hardware
   * wallets do.
   */
  readonly sign: (digest: Uint8Array, transaction: Transaction) => Promise<Uint8Array | string> | Uint8Array | string;
}

/** Calls the signer. If it throws, its error becomes the cause of an error that does not quote it. */
async function callSigner(signer: Signer, transaction: Transaction): Promise<unknown> {
  const { txID } = transaction;
  try {
    // The id was found to be the hash of the bytes.
    return await signer.sign(hexToBytes(txID), transaction);
  } catch (cause) {
    // A signer of this package throws its own error about the transaction.
    if (isRpcError(cause) && 'txID' in cause.context) throw cause;
    throw new RpcError(
      'SIGNATURE_INVALID',
      { txID, reason: 'signer failed', detail: 'the signer failed, see the cause' },
      { cause },
    );
  }
}

/**
 * A copy of the transaction with one more signature. The digest is computed from the same bytes that were compared
 * with the request.
 *
 * Source: docs/protocol/transfers.md, Fields the node fills.
 *
 * @param transaction - as a build function returned it, signed or not; it is not changed
 * @param signer - anything with `sign(digest, transaction)`; `createKeySigner` of `@coin/rpc/signer` makes one
 * @throws `SIGNATURE_INVALID` when the id is not the hash of the bytes, or the signer does not return a 65-byte
 * signature; `ARGUMENT_INVALID` when a field of the transaction differs from its bytes; what a wallet's signer throws
 *
 * @example
 * ```ts
 * import { createNodeClient, createTransaction, signTransaction } from '@coin/rpc';
 * import { createKeySigner } from '@coin/rpc/signer';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const transfer = await createTransaction(client, {
 *   owner: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi',
 *   to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8',
 *   amount: 1_000_000n,
 * });
 * const signer = createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
 * const signed = await signTransaction(transfer, signer);
 * signed.signatures.length; // => 1
 * transfer.signatures.length; // => 0
 * ```
 */
export async function signTransaction(transaction: Transaction, signer: Signer): Promise<Transaction> {
  const checked = transactionArgument(transaction);
  const { txID, signatures } = checked;
  const signature = normalizeSignature(await callSigner(signer, checked));
  if (signature === undefined)
    throw new RpcError('SIGNATURE_INVALID', {
      txID,
      reason: 'wrong form',
      detail: 'not 65 bytes of r, s, recovery id',
    });
  return { ...checked, signatures: [...signatures, signature] };
}
