import { sha256 as sha256Of } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from './hex.ts';
import { type Hex } from './primitives.ts';

export const sha256 = (bytes: Uint8Array): Uint8Array => sha256Of(bytes);

const nativeHash = /* @__PURE__ */ (() => globalThis.process?.getBuiltinModule?.('node:crypto')?.hash)();

/**
 * SHA-256 in hexadecimal. Uses the runtime's synchronous function if there is one, which is two to five times as fast
 * for an id.
 */
export const sha256Hex = (bytes: Uint8Array): Hex =>
  nativeHash === undefined ? bytesToHex(sha256Of(bytes)) : nativeHash('sha256', bytes, 'hex');

export const keccak256 = (bytes: Uint8Array): Uint8Array => keccak_256(bytes);
