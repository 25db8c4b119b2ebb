import { omitUndefined } from '../encoding/omit-undefined.ts';
import { hashMessage, type MessageOptions } from './hash-message.ts';
import { isSignedBy } from './sign-digest.ts';

/** A signed message, and who is said to have signed it. */
export interface VerifyMessageArgs extends MessageOptions {
  /** A text, which is signed as UTF-8, or bytes. */
  readonly message: string | Uint8Array;
  /** 65 bytes of r, s and a recovery id, or their hex, with or without `0x`. */
  readonly signature: string | Uint8Array;
  /** base58check or 41-hex */
  readonly address: string;
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
 * have signed; `version: 1` for the older header
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
export function verifyMessage({ message, signature, address, version }: VerifyMessageArgs): boolean {
  return isSignedBy(address, { digest: hashMessage(message, omitUndefined({ version })), signature });
}
