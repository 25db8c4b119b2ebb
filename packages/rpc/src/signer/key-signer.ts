import { type Address } from '@coin/units';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { isBytes } from '@noble/hashes/utils.js';
import { getPublicKey, hashes, sign, utils } from '@noble/secp256k1';
import { addressFromPublicKey } from '../address/address-from-public-key.ts';
import { hexArgument } from '../encoding/arguments.ts';
import { hexToBytes } from '../encoding/hex.ts';
import { RpcError } from '../errors.ts';
import { type Signer } from '../transaction/sign-transaction.ts';
import { requireDigest } from './digest-argument.ts';

/** A key in memory. */
export interface KeySigner extends Signer {
  readonly address: Address;
  readonly sign: (digest: Uint8Array) => Uint8Array;
}

/**
 * A signer from a secp256k1 private key in memory; signatures are deterministic (RFC 6979) with a low s.
 *
 * Source: docs/protocol/transfers.md, Fields the node fills.
 *
 * @param privateKey - 32 bytes, or their 64 hex digits; never shown in an error
 * @throws `ARGUMENT_INVALID` when it is not a valid key: another length, zero, or not below the curve's order
 *
 * @example
 * ```ts
 * import { createKeySigner } from '@coin/rpc/signer';
 *
 * const signer = createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
 * signer.address; // => 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi'
 * signer.sign(new Uint8Array(32)).length; // => 65
 * ```
 */
export function createKeySigner(privateKey: string | Uint8Array): KeySigner {
  if (typeof privateKey !== 'string' && !isBytes(privateKey)) throw invalidKey();
  const key = typeof privateKey === 'string' ? readKey(privateKey) : privateKey.slice();
  if (!utils.isValidSecretKey(key)) throw invalidKey();
  return {
    address: addressFromPublicKey(getPublicKey(key, false)),
    sign(digest) {
      requireDigest(digest);
      // The library has no built-in hash for synchronous signatures.
      hashes.hmacSha256 ??= (hmacKey, message) => hmac(sha256, hmacKey, message);
      const [recovery = 0, ...rs] = sign(digest, key, { prehash: false, format: 'recovered' });
      return Uint8Array.of(...rs, 27 + recovery);
    },
  };
}

// The argument's value must not reach the error, so the general checks of arguments are not used.
const invalidKey = () =>
  new RpcError('ARGUMENT_INVALID', {
    argument: 'privateKey',
    value: '(hidden)',
    expected: 'a secp256k1 private key of 32 bytes',
  });

function readKey(privateKey: string): Uint8Array {
  try {
    return hexToBytes(hexArgument('privateKey', privateKey, { bytes: 32 }));
  } catch {
    throw invalidKey();
  }
}
