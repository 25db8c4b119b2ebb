import { isBytes } from '@noble/hashes/utils.js';
import { argumentInvalid } from '../encoding/arguments.ts';

/** Rejects anything that is not 32 bytes to sign. */
export function requireDigest(digest: Uint8Array): void {
  if (!isBytes(digest) || digest.length !== 32) throw argumentInvalid('digest', digest, 'a Uint8Array of 32 bytes');
}
