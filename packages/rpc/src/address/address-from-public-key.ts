import { type Address } from '@coin/units';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { isBytes } from '@noble/hashes/utils.js';
import { argumentInvalid } from '../encoding/arguments.ts';
import { encodeBase58Check } from '../encoding/base58check.ts';
import { RpcError } from '../errors.ts';

/**
 * The address of a public key: 0x41 and the last 20 bytes of keccak-256 over its 64 coordinate bytes.
 *
 * Source: docs/protocol/permissions.md.
 *
 * @param publicKey - uncompressed: 65 bytes that start with 4, or the 64 after it
 * @throws `ARGUMENT_INVALID` for another length, a compressed key among them
 *
 * @example
 * ```ts
 * import { addressFromPublicKey } from '@coin/rpc/address';
 *
 * addressFromPublicKey(new Uint8Array(64).fill(1)); // => 'TXrt5cvt24Yofs3g4HZKBTxm5fXMo6r99h'
 * ```
 */
export function addressFromPublicKey(publicKey: Uint8Array): Address {
  if (!isBytes(publicKey)) throw argumentInvalid('publicKey', publicKey, 'a Uint8Array');
  const point = publicKey.length === 65 && publicKey[0] === 4 ? publicKey.subarray(1) : publicKey;
  if (point.length !== 64)
    throw new RpcError('ARGUMENT_INVALID', {
      argument: 'publicKey',
      value: `${publicKey.length} bytes`,
      expected: 'an uncompressed key of 65 or 64 bytes',
    });
  return encodeBase58Check(Uint8Array.of(0x41, ...keccak_256(point).subarray(12)));
}
