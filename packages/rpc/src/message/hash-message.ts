import { keccak_256 } from '@noble/hashes/sha3.js';
import { isBytes } from '@noble/hashes/utils.js';
import { argumentInvalid, rejectUnknown } from '../encoding/arguments.ts';

/** The header of a message. */
export interface MessageOptions {
  /**
   * 2 by default, the header of TIP-191 with the message's length. 1 for signatures of TronWeb's `signMessage` and of
   * early wallets, whose header says 32 whatever the length is.
   */
  readonly version?: 1 | 2;
}

/**
 * The 32 bytes that are signed for a message: keccak-256 of a prefix that no transaction has, the message's length in
 * bytes and the message.
 *
 * Source: docs/protocol/permissions.md, Signed messages.
 *
 * @param message - a text, which is signed as UTF-8, or bytes; hex in a string is text
 * @param options - `version: 1` for the older header
 * @throws `ARGUMENT_INVALID` for anything else, for an unknown option, and for a text with half a surrogate pair, which UTF-8 cannot write
 *
 * @example
 * ```ts
 * import { hashMessage } from '@coin/rpc/message';
 *
 * hashMessage('hello').length; // => 32
 * ```
 */
export function hashMessage(message: string | Uint8Array, options: MessageOptions = {}): Uint8Array {
  rejectUnknown(options, ['version']);
  const { version = 2 } = options;
  if (typeof message !== 'string' && !isBytes(message))
    throw argumentInvalid('message', message, 'a string or a Uint8Array');
  // It would become another character, and two texts would share one signature.
  if (typeof message === 'string' && /\p{Cs}/u.test(message))
    throw argumentInvalid('message', message, 'a string without halves of surrogate pairs');
  const encoder = new TextEncoder();
  const bytes = typeof message === 'string' ? encoder.encode(message) : message;
  if (version !== 1 && version !== 2) throw argumentInvalid('version', version, '1 or 2');
  const prefix = encoder.encode(`\x19TRON Signed Message:\n${version === 1 ? 32 : bytes.length}`);
  return keccak_256(Uint8Array.of(...prefix, ...bytes));
}
