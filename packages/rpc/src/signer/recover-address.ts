import { type Address } from '@coin/units';
import { Point, recoverPublicKey } from '@noble/secp256k1';
import { addressFromPublicKey } from '../address/address-from-public-key.ts';
import { hexToBytes } from '../encoding/hex.ts';

/**
 * The address of the key that signed a digest; undefined if no key did.
 *
 * @param digest - 32 bytes
 * @param signature - 130 hex digits of r, s and a recovery id of 27 or 28
 */
export function recoverAddress(digest: Uint8Array, signature: string): Address | undefined {
  const bytes = hexToBytes(signature);
  const recovered = Uint8Array.of((bytes[64] ?? 0) - 27, ...bytes.subarray(0, 64));
  try {
    const key = recoverPublicKey(recovered, digest, { prehash: false });
    return addressFromPublicKey(Point.fromBytes(key).toBytes(false));
  } catch {
    return undefined;
  }
}
