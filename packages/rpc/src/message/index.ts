import { keccak_256 } from '@noble/hashes/sha3.js';
import { Signature } from '@noble/secp256k1';
import { toAddress } from '../address/index.ts';
import { argumentInvalid, isBytes, strictArgument, serviceArgument } from '../encoding/arguments.ts';
import { hexToBytes } from '../encoding/hex.ts';
import { RpcError } from '../errors.ts';
import { recoverAddress } from '../signer/recover-address.ts';
import { normalizeSignature } from '../transaction/sign/normalize-signature.ts';

/** Anything that signs 32 bytes with a secp256k1 key; `createKeySigner` of `@coin/rpc/signer` makes one. */
export interface MessageSigner {
  /** Returns r, s and a recovery id of 0, 1, 27 or 28, as 65 bytes or their hex. */
  readonly sign: (digest: Uint8Array) => Promise<Uint8Array | string> | Uint8Array | string;
}

/** A signed message, and who is said to have signed it. */
export interface VerifyMessageArgs {
  /** A text, which is signed as UTF-8, or bytes. */
  readonly message: string | Uint8Array;
  /** 65 bytes of r, s and a recovery id, or their hex, with or without `0x`. */
  readonly signature: string | Uint8Array;
  /** base58check or 41-hex */
  readonly address: string;
}

/**
 * The 32 bytes that are signed for a message: keccak-256 of a prefix that no transaction has, the message's length in
 * bytes and the message.
 *
 * Source: docs/protocol/permissions.md, Signed messages.
 *
 * @param message - a text, which is signed as UTF-8, or bytes; hex in a string is text
 * @throws `ARGUMENT_INVALID` for anything else, and for a text with half a surrogate pair, which UTF-8 cannot write
 *
 * @example
 * ```ts
 * import { hashMessage } from '@coin/rpc/message';
 *
 * hashMessage('hello').length; // => 32
 * ```
 */
export function hashMessage(message: string | Uint8Array): Uint8Array {
  if (typeof message !== 'string' && !isBytes(message))
    throw argumentInvalid('message', message, 'a string or a Uint8Array');
  // It would become another character, and two texts would share one signature.
  if (typeof message === 'string' && /\p{Cs}/u.test(message))
    throw argumentInvalid('message', message, 'a string without halves of surrogate pairs');
  const encoder = new TextEncoder();
  const bytes = typeof message === 'string' ? encoder.encode(message) : message;
  const prefix = encoder.encode(`\x19TRON Signed Message:\n${bytes.length}`);
  return keccak_256(Uint8Array.of(...prefix, ...bytes));
}

/**
 * Signs a message, for a log-in for instance. Include the site that asks, a nonce and a time in the message. Otherwise
 * anyone who sees the signature can reuse it.
 *
 * Source: docs/protocol/permissions.md, Signed messages.
 *
 * @param message - a text, which is signed as UTF-8, or bytes
 * @param signer - anything with `sign(digest)`
 * @returns `0x` and 130 hex digits of r, s and a recovery id of 27 or 28, as TronWeb's `signMessageV2` writes them
 * @throws `ARGUMENT_INVALID` for another message, or a signer that does not return a 65-byte signature;
 * `CALLBACK_FAILED` when the signer throws, with its error as the cause
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
export async function signMessage(message: string | Uint8Array, signer: MessageSigner): Promise<string> {
  const digest = hashMessage(message);
  serviceArgument('signer', signer, { method: 'sign', expected: 'an object with sign(digest)' });
  let signature: unknown;
  try {
    signature = await signer.sign(digest);
  } catch (cause) {
    const context = { path: 'signing a message', callback: 'the signer', reason: 'see the cause' };
    throw new RpcError('CALLBACK_FAILED', context, { cause });
  }
  const hex = normalizeSignature(signature);
  if (hex === undefined) throw argumentInvalid('signature of the signer', signature, '65 bytes of r, s, recovery id');
  return `0x${hex}`;
}

/**
 * Returns whether a message was signed by the key of an address. Returns `false` for a signature by another key, of
 * another message or in another form. It also rejects the second form that every signature has (with a high s), so a
 * signature cannot be counted twice.
 *
 * It checks the key that the address was derived from. Other keys that an account's permissions allow to sign its
 * transactions do not sign its messages.
 *
 * Source: docs/protocol/permissions.md, Signed messages.
 *
 * @param args - `message`: as it was shown to the signer; `signature`: 65 bytes or their hex; `address`: who should
 * have signed
 * @throws `ADDRESS_INVALID`; `ARGUMENT_INVALID` for a message that is neither a text nor bytes
 *
 * @example
 * ```ts
 * import { verifyMessage } from '@coin/rpc/message';
 *
 * const address = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
 * verifyMessage({ message: 'hello', signature: `0x${'00'.repeat(65)}`, address }); // => false
 * ```
 */
export function verifyMessage(args: VerifyMessageArgs): boolean {
  const { message, signature, address } = strictArgument('args', args, ['message', 'signature', 'address']);
  const expected = toAddress(address);
  const digest = hashMessage(message);
  const hex = normalizeSignature(signature);
  if (hex === undefined || recoverAddress(digest, hex) !== expected) return false;
  return !Signature.fromBytes(hexToBytes(hex.slice(0, 128))).hasHighS();
}
