import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '../encoding/hex.ts';

/** A hash beside the path from a transaction to the root, and the side it is on. */
export interface PathStep {
  readonly side: 'left' | 'right';
  /** 64 hex digits. */
  readonly hash: string;
}

const sha256Hex = (hex: string): string => bytesToHex(sha256(hexToBytes(hex)));

/** A leaf of the tree: the hash of a whole transaction. */
export const hashLeaf = sha256Hex;

/** The next level of the tree. The last of an odd number of hashes moves up unchanged. */
const hashPairs = (level: readonly string[]): string[] =>
  level.flatMap((left, index) => {
    if (index % 2 === 1) return [];
    const right = level[index + 1];
    return right === undefined ? left : sha256Hex(left + right);
  });

/** The root of leaves. Source: docs/protocol/blocks.md, Block ids. */
export function merkleRoot(leaves: readonly string[]): string {
  let level = leaves;
  while (level.length > 1) level = hashPairs(level);
  return level[0] ?? '0'.repeat(64);
}

/** The path of the leaf with this index. Source: docs/protocol/proofs.md, Bytes of a transaction. */
export function merklePath(leaves: readonly string[], index: number): PathStep[] {
  const path: PathStep[] = [];
  for (let level = leaves, at = index; level.length > 1; level = hashPairs(level), at >>= 1) {
    const side = at % 2 === 0 ? 'right' : 'left';
    const hash = level[at ^ 1];
    if (hash !== undefined) path.push({ side, hash });
  }
  return path;
}

/** The root that a leaf and its path lead to. */
export const computeRoot = (leaf: string, path: readonly PathStep[]): string =>
  path.reduce((node, { side, hash }) => sha256Hex(side === 'left' ? hash + node : node + hash), leaf);
