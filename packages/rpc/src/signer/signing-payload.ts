import { hexToBytes } from '../encoding/hex.ts';
import { transactionArgument } from '../transaction/transaction-argument.ts';
import { type Transaction } from '../transaction/transaction.ts';

/** The parts of a transaction that an external signer needs. */
export interface SigningPayload {
  /** The transaction's bytes without signatures, for a device that displays the transaction. */
  readonly rawData: Uint8Array;
  /** SHA-256 of these bytes, 32 bytes. A key signs this digest. */
  readonly digest: Uint8Array;
}

/**
 * The bytes of a transaction and their digest, for a device or service that signs them.
 *
 * {@link addSignature} takes the signature that comes back. The digest is computed from the bytes, and the bytes are
 * compared with every field of the transaction.
 *
 * Source: docs/protocol/transfers.md, Fields the node fills.
 *
 * @param transaction - as a build function or `decodeTransaction` returned it
 * @throws `ARGUMENT_INVALID`, `SIGNATURE_INVALID` when its fields differ from its bytes
 *
 * @example
 * ```ts
 * import { createNodeClient, createTransaction } from '@coin/rpc';
 * import { signingPayload } from '@coin/rpc/signer';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const owner = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
 * const to = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
 * const transfer = await createTransaction(client, { owner, to, amount: 1_000_000n });
 * const { digest, rawData } = signingPayload(transfer);
 * digest.length; // => 32
 * rawData.length; // => 133
 * ```
 */
export function signingPayload(transaction: Transaction): SigningPayload {
  const { txID, rawDataHex } = transactionArgument(transaction);
  return { rawData: hexToBytes(rawDataHex), digest: hexToBytes(txID) };
}
