import { isBytes } from '@noble/hashes/utils.js';
import { bytesToHex } from '../encoding/hex.ts';

/**
 * A signature as the network's tools write it: 130 hex digits of r, s and a recovery id of 27 or 28. Undefined for
 * anything but 65 bytes, or their hex, that end in 0, 1, 27 or 28.
 */
export function normalizeSignature(signature: unknown): string | undefined {
  const text = isBytes(signature) ? bytesToHex(signature) : signature;
  const hex = typeof text === 'string' ? text.replace(/^0x/, '').toLowerCase() : '';
  if (!/^[\da-f]{128}(?:0[01]|1[bc])$/.test(hex)) return undefined;
  return `${hex.slice(0, 128)}1${/[1c]$/.test(hex) ? 'c' : 'b'}`;
}
