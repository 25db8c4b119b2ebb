import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/** Signs a transaction id (32 bytes in hexadecimal): r, s and the recovery bit, in hexadecimal. */
export function signId(id: string, privateKey: Uint8Array): string {
  const signature = secp256k1.sign(hexToBytes(id), privateKey, { prehash: false, format: 'recovered' });
  return bytesToHex(signature.subarray(1)) + bytesToHex(signature.subarray(0, 1));
}
