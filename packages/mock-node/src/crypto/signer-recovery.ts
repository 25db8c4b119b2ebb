import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { ADDRESS_PREFIX } from '../protocol/address.ts';
import { keccak256 } from '../protocol/hash.ts';
import { type Address, type Hex } from '../protocol/primitives.ts';
import { createRecentValues } from '../protocol/recent-values.ts';
import { type AffinePoint, type KeyTable, createKeyTable, isSumOfMultiples } from './key-table.ts';

/** No key can have made the signature. The message is the node's. */
export class UnrecoverableSignatureError extends Error {
  override readonly name = 'UnrecoverableSignatureError';
}

type Point = InstanceType<typeof secp256k1.Point>;

/** The parts of a signature: `r` and `s` as given, and which of up to four keys made it. */
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

/** The x of a signature's point. The recovery id says whether it exceeds the order of the curve. */
const signatureX = ({ r, recovery }: Components): bigint => (recovery < 2 ? r : r + secp256k1.Point.Fn.ORDER);

/** The curve point whose x is `r`. */
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

/** The table of the curve's generator, created with the first table of a key. */
const generator: { table?: KeyTable } = {};

/** Whether recovery would yield the table's key. Takes one sum of precomputed multiples instead of a square root. */
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
  return ADDRESS_PREFIX + bytesToHex(keccak256(bytes).subarray(12));
}

/** How often each key has signed recently. */
const keyUses = /* @__PURE__ */ createRecentValues<Address, number>(2048);

/** Tables of keys that sign often. They affect only the speed of a recovery, never its result. */
const keyTables = /* @__PURE__ */ createRecentValues<Address, KeyTable>(32);
/** A key gets a small table early, and a large one if it keeps signing. */
const smallTable = { uses: 2, bits: 4 };
const largeTable = { uses: 64, bits: 7 };

/** Signers of recent signatures. A broadcast transaction is checked again when it enters a block. */
const recentSigners = /* @__PURE__ */ createRecentValues<string, Address>(4096);

/** The candidate whose table verifies the signature. Counts a use of its key. */
function knownSigner(hash: Hex, components: Components, candidates: readonly Address[]): Address | undefined {
  for (const address of candidates) {
    const table = keyTables.get(address);
    if (table === undefined || !isSignedBy(hash, components, table)) continue;
    countUse(address, () => table.key);
    return address;
  }
  return undefined;
}

/** Counts a use of a key, and creates its table once it has signed often enough. */
function countUse(signer: Address, key: () => AffinePoint): void {
  const uses = (keyUses.get(signer) ?? 0) + 1;
  keyUses.set(signer, uses);
  const { uses: minUses, bits } = uses >= largeTable.uses ? largeTable : smallTable;
  if (uses >= minUses && keyTables.get(signer)?.bits !== bits) keyTables.set(signer, createKeyTable(key(), bits));
}

function recoverUnknown(hash: Hex, components: Components): Address {
  const key = recoverKey(hash, components);
  const signer = addressOf(key);
  if (!key.is0()) countUse(signer, () => key.toAffine());
  return signer;
}

/**
 * Recovers the address whose key made a signature.
 *
 * A key that signs repeatedly gets a table of its multiples. Verifying with it takes a fifth of the time of recovering
 * the key, with the same result. A WebAssembly library would be faster still, but needs asynchronous loading, even in
 * browsers.
 *
 * Source: docs/protocol/permissions.md, Signature check.
 *
 * @param hash - 32 bytes
 * @param signature - at least 65 bytes: r, s and the header byte; further bytes are ignored
 * @param candidates - addresses that may have signed; they save time and do not affect the result
 * @throws UnrecoverableSignatureError
 */
export function recoverSigner(hash: Hex, signature: Hex, candidates: readonly Address[] = []): Address {
  const relevant = signature.slice(0, 130);
  const id = hash + relevant;
  const recent = recentSigners.get(id);
  if (recent !== undefined) return recent;
  const components = readComponents(relevant);
  const signer = knownSigner(hash, components, candidates) ?? recoverUnknown(hash, components);
  recentSigners.set(id, signer);
  return signer;
}
