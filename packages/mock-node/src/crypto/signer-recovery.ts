import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { addressPrefix } from '../protocol/address.ts';
import { keccak256 } from '../protocol/hash.ts';
import type { Address, Hex } from '../protocol/primitives.ts';
import type { AffinePoint, KeyTable } from './key-table.ts';
import { createKeyTable, isSumOfMultiples, keyOfTable } from './key-table.ts';

/** A signature that belongs to no key; the text is the node's. */
export class UnrecoverableSignatureError extends Error {
  override readonly name = 'UnrecoverableSignatureError';
}

type Point = InstanceType<typeof secp256k1.Point>;

/** What a signature says: `r` and `s` as they came, and which of up to four keys it was made with. */
interface Components {
  readonly r: bigint;
  readonly s: bigint;
  readonly recovery: number;
}

function readComponents(signature: Hex): Components {
  const last = (Number.parseInt(signature.slice(128, 130), 16) << 24) >> 24;
  let header = last < 27 ? last + 27 : last;
  if (header < 27 || header > 34) {
    throw new UnrecoverableSignatureError(`java.security.SignatureException: Header byte out of range: ${header}`);
  }
  if (header >= 31) header -= 4;
  return {
    r: BigInt(`0x${signature.slice(0, 64)}`),
    s: BigInt(`0x${signature.slice(64, 128)}`),
    recovery: header - 27,
  };
}

/** The x of the point that a signature was made with: half of the header says whether it lies beyond the order. */
const signatureX = ({ r, recovery }: Components): bigint => (recovery < 2 ? r : r + secp256k1.Point.Fn.ORDER);

/** The curve point whose x is in a signature. */
function signaturePoint(components: Components): Point {
  const { recovery } = components;
  const x = signatureX(components);
  if (x >= secp256k1.Point.Fp.ORDER) {
    throw new UnrecoverableSignatureError(
      'java.security.SignatureException: Could not recover public key from signature',
    );
  }
  const prefix = recovery % 2 === 0 ? '02' : '03';
  try {
    return secp256k1.Point.fromHex(prefix + x.toString(16).padStart(64, '0'));
  } catch {
    throw new UnrecoverableSignatureError('java.lang.IllegalArgumentException: Invalid point compression');
  }
}

function recoverKey(hash: Hex, components: Components): Point {
  const { Fn, BASE } = secp256k1.Point;
  const point = signaturePoint(components);
  const r = Fn.create(components.r);
  if (r === 0n) {
    throw new UnrecoverableSignatureError('java.lang.ArithmeticException: BigInteger not invertible.');
  }
  const inverse = Fn.inv(r);
  const message = Fn.create(BigInt(`0x${hash}`));
  return point
    .multiplyUnsafe(Fn.mul(Fn.create(components.s), inverse))
    .add(BASE.multiplyUnsafe(Fn.mul(Fn.neg(message), inverse)));
}

/** The multiples of the curve's generator, made when the first key gets its own. */
const generator: { table?: KeyTable } = {};

/** Whether recovery would give this very key: one sum instead of a root, and of multiples that lie ready. */
function isSignedBy(hash: Hex, components: Components, table: KeyTable): boolean {
  const { Fn, BASE } = secp256k1.Point;
  const r = Fn.create(components.r);
  const s = Fn.create(components.s);
  if (r === 0n || s === 0n) return false;
  const inverse = Fn.inv(s);
  const message = Fn.create(BigInt(`0x${hash}`));
  generator.table ??= createKeyTable(BASE.toAffine(), largeTable.bits);
  return isSumOfMultiples([Fn.mul(message, inverse), generator.table], [Fn.mul(r, inverse), table], {
    x: signatureX(components),
    isOdd: components.recovery % 2 === 1,
  });
}

function addressOf(key: Point): Address {
  const bytes = key.is0() ? new Uint8Array() : key.toBytes(false).subarray(1);
  return addressPrefix + bytesToHex(keccak256(bytes).subarray(12));
}

/** How often a key has signed lately. */
const keyUses = /* @__PURE__ */ new Map<Address, number>();
const maxKeyUses = 4096;

/** Tables of keys that sign often. What is in here changes how long an answer takes, never the answer. */
const keyTables = /* @__PURE__ */ new Map<Address, KeyTable>();
const maxKeyTables = 64;
/** A key gets a small table soon, and a large one if it keeps signing. */
const smallTable = { uses: 2, bits: 4 };
const largeTable = { uses: 64, bits: 7 };

/** Signers of the latest signatures: a broadcast transaction is checked again when it enters a block. */
const recentSigners = /* @__PURE__ */ new Map<string, Address>();
const maxRecentSigners = 8192;

function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}

function knownSigner(hash: Hex, components: Components, candidates: readonly Address[]): Address | undefined {
  return candidates.find((address) => {
    const table = keyTables.get(address);
    return table !== undefined && isSignedBy(hash, components, table);
  });
}

/** Makes the table of a key that keeps coming; the one that has been longest without use gives way. */
function countUse(signer: Address, key: () => AffinePoint): void {
  const uses = (keyUses.get(signer) ?? 0) + 1;
  remember(keyUses, signer, uses, maxKeyUses);
  const table = keyTables.get(signer);
  const wanted = uses >= largeTable.uses ? largeTable : smallTable;
  if (uses < wanted.uses || table?.bits === wanted.bits) {
    if (table !== undefined) remember(keyTables, signer, table, maxKeyTables);
  } else {
    remember(keyTables, signer, createKeyTable(key(), wanted.bits), maxKeyTables);
  }
}

function recoverUnknown(hash: Hex, components: Components): Address {
  const key = recoverKey(hash, components);
  const signer = addressOf(key);
  if (!key.is0()) countUse(signer, () => key.toAffine());
  return signer;
}

/**
 * The address whose key made a signature.
 *
 * Source: docs/protocol/permissions.md, Signature check. Decision: a key that keeps signing gets a table of its
 * multiples, and its signatures are verified with it, which takes a fifth of a recovery's time and gives the same answer; a WebAssembly
 * library would be faster still, but is to be loaded and waited for, in browsers as well.
 *
 * @param hash 32 bytes.
 * @param signature 65 bytes or more: r, s and the header byte; what follows is ignored.
 * @param candidates addresses that may have signed; only a help.
 * @throws UnrecoverableSignatureError
 */
export function recoverSigner(hash: Hex, signature: Hex, candidates: readonly Address[] = []): Address {
  const relevant = signature.slice(0, 130);
  const id = hash + relevant;
  const recent = recentSigners.get(id);
  if (recent !== undefined) return recent;
  const components = readComponents(relevant);
  const known = knownSigner(hash, components, candidates);
  if (known !== undefined) countUse(known, () => keyOfTable(keyTables.get(known)!));
  const signer = known ?? recoverUnknown(hash, components);
  remember(recentSigners, id, signer, maxRecentSigners);
  return signer;
}
