import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { keccak256 } from '../protocol/hash.ts';
import { type Hex } from '../protocol/primitives.ts';
import { createRecentValues } from '../protocol/recent-values.ts';

const selectors = /* @__PURE__ */ createRecentValues<string, Hex>(500);

/** The first four bytes of the hash of a function's signature, which is not normalized. */
export function functionSelector(signature: string): Hex {
  const known = selectors.get(signature);
  if (known !== undefined) return known;
  const selector = bytesToHex(keccak256(utf8ToBytes(signature)).subarray(0, 4));
  selectors.set(signature, selector);
  return selector;
}
