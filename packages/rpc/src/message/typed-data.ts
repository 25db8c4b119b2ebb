import { hashTypedData, type TypedData } from './hash-typed-data.ts';
import { isSignedBy, type MessageSigner, signDigest } from './sign-digest.ts';

/**
 * Signs structured data: a permit, an order, a log-in.
 *
 * Source: docs/protocol/permissions.md, Typed data.
 *
 * @param data - as for {@link hashTypedData}
 * @param signer - anything with `sign(digest)`
 * @returns `0x` and 130 hex digits of r, s and a recovery id of 27 or 28, as TronWeb's `signTypedData` writes them
 * @throws as {@link hashTypedData}; `ARGUMENT_INVALID` for a signer that does not return a 65-byte signature;
 * `CALLBACK_FAILED` when the signer throws, with its error as the cause; what a signer of this package throws
 *
 * @example
 * ```ts
 * import { signTypedData, verifyTypedData } from '@coin/rpc/message';
 * import { createKeySigner } from '@coin/rpc/signer';
 *
 * const signer = createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
 * const types = { Vote: [{ name: 'choice', type: 'uint8' }] };
 * const data = { domain: { name: 'Council' }, types, primaryType: 'Vote', message: { choice: 2 } };
 * const signature = await signTypedData(data, signer);
 * verifyTypedData({ ...data, signature, address: signer.address }); // => true
 * verifyTypedData({ ...data, message: { choice: 3 }, signature, address: signer.address }); // => false
 * ```
 */
export async function signTypedData(data: TypedData, signer: MessageSigner): Promise<string> {
  return signDigest(hashTypedData(data), signer, 'signing typed data');
}

/** Structured data, its signature, and who is said to have signed it. */
export interface VerifyTypedDataArgs extends TypedData {
  /** 65 bytes of r, s and a recovery id, or their hex, with or without `0x`. */
  readonly signature: string | Uint8Array;
  /** base58check or 41-hex */
  readonly address: string;
}

/**
 * Returns whether structured data was signed by the key of an address; `false` for a signature by another key, of other
 * data or in another form.
 *
 * Source: docs/protocol/permissions.md, Typed data.
 *
 * @param args - as for {@link hashTypedData}, with `signature` and `address`
 * @throws as {@link hashTypedData}
 *
 * @example
 * ```ts
 * import { verifyTypedData } from '@coin/rpc/message';
 *
 * const types = { Vote: [{ name: 'choice', type: 'uint8' }] };
 * const data = { domain: { name: 'Council' }, types, primaryType: 'Vote', message: { choice: 2 } };
 * const address = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
 * verifyTypedData({ ...data, signature: `0x${'00'.repeat(65)}`, address }); // => false
 * ```
 */
export function verifyTypedData({ signature, address, ...data }: VerifyTypedDataArgs): boolean {
  return isSignedBy(address, { digest: hashTypedData(data), signature });
}
