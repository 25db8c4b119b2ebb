import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { type MockNode } from '../../src/index.ts';
import { post } from './post.ts';

/** Signs a built transaction and broadcasts it. */
export function broadcastSigned(
  node: MockNode,
  built: { readonly txID: string },
  privateKey: string,
): Promise<unknown> {
  const signature = secp256k1.sign(hexToBytes(built.txID), hexToBytes(privateKey), {
    prehash: false,
    format: 'recovered',
  });
  const wire = bytesToHex(signature.subarray(1)) + bytesToHex(signature.subarray(0, 1));
  return post(node, '/wallet/broadcasttransaction', { ...built, signature: [wire] });
}
