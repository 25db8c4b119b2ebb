import { hashMessage, type MessageOptions } from './hash-message.ts';
import { type MessageSigner, signDigest } from './sign-digest.ts';

/**
 * Signs a message, for a log-in for instance. Include the site that asks, a nonce and a time in the message. Otherwise
 * anyone who sees the signature can reuse it.
 *
 * Source: docs/protocol/permissions.md, Signed messages.
 *
 * @param message - a text, which is signed as UTF-8, or bytes
 * @param signer - anything with `sign(digest)`
 * @param options - `version: 1` for the older header
 * @returns `0x` and 130 hex digits of r, s and a recovery id of 27 or 28, as TronWeb's `signMessageV2` writes them
 * @throws `ARGUMENT_INVALID` for another message, or a signer that does not return a 65-byte signature;
 * `CALLBACK_FAILED` when the signer throws, with its error as the cause; what a signer of this package throws
 *
 * @example
 * ```ts
 * import { signMessage, verifyMessage } from '@coin/rpc/message';
 * import { createKeySigner } from '@coin/rpc/signer';
 *
 * const signer = createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
 * const message = 'example.com asks you to sign in. Number: 7f3a. Time: 2026-11-21T03:29:45Z';
 * const signature = await signMessage(message, signer);
 * verifyMessage({ message, signature, address: signer.address }); // => true
 * verifyMessage({ message: 'another', signature, address: signer.address }); // => false
 * ```
 */
export async function signMessage(
  message: string | Uint8Array,
  signer: MessageSigner,
  options?: MessageOptions,
): Promise<string> {
  return signDigest(hashMessage(message, options), signer, 'signing a message');
}
