import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { addressPrefix } from '../protocol/address.ts';
import { keccak256 } from '../protocol/hash.ts';
import type { Address, Hex } from '../state/root.ts';

/** A signature that belongs to no key; the text is the node's. */
export class UnrecoverableSignatureError extends Error {
  override readonly name = 'UnrecoverableSignatureError';
}

type Point = InstanceType<typeof secp256k1.Point>;

const Point = secp256k1.Point;
const { Fp, Fn } = secp256k1.Point;

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

/** The curve point whose x is in a signature. */
function signaturePoint({ r, recovery }: Components): Point {
  const x = recovery < 2 ? r : r + Fn.ORDER;
  if (x >= Fp.ORDER) {
    throw new UnrecoverableSignatureError(
      'java.security.SignatureException: Could not recover public key from signature',
    );
  }
  const prefix = recovery % 2 === 0 ? '02' : '03';
  try {
    return Point.fromHex(prefix + x.toString(16).padStart(64, '0'));
  } catch {
    throw new UnrecoverableSignatureError('java.lang.IllegalArgumentException: Invalid point compression');
  }
}

function recoverKey(hash: Hex, components: Components): Point {
  const point = signaturePoint(components);
  const r = Fn.create(components.r);
  if (r === 0n) {
    throw new UnrecoverableSignatureError('java.lang.ArithmeticException: BigInteger not invertible.');
  }
  const inverse = Fn.inv(r);
  const message = Fn.create(BigInt(`0x${hash}`));
  return point
    .multiplyUnsafe(Fn.mul(Fn.create(components.s), inverse))
    .add(Point.BASE.multiplyUnsafe(Fn.mul(Fn.neg(message), inverse)));
}

/** Whether recovery would give this very key: one inversion and two multiplications of points with tables. */
function isSignedBy(hash: Hex, components: Components, key: Point): boolean {
  const r = Fn.create(components.r);
  const s = Fn.create(components.s);
  if (r === 0n || s === 0n) return false;
  const inverse = Fn.inv(s);
  const message = Fn.create(BigInt(`0x${hash}`));
  const point = Point.BASE.multiplyUnsafe(Fn.mul(message, inverse)).add(key.multiplyUnsafe(Fn.mul(r, inverse)));
  if (point.is0()) return false;
  const { x, y } = point.toAffine();
  const expected = components.recovery < 2 ? components.r : components.r + Fn.ORDER;
  return x === expected && y % 2n === BigInt(components.recovery % 2);
}

function addressOf(key: Point): Address {
  const bytes = key.is0() ? new Uint8Array() : key.toBytes(false).subarray(1);
  return addressPrefix + bytesToHex(keccak256(bytes).subarray(12));
}

interface KnownKey {
  readonly point: Point;
  uses: number;
}

/** Keys that have signed, the latest last. What is in here changes how long an answer takes, never the answer. */
const knownKeys = /* @__PURE__ */ new Map<Address, KnownKey>();
const maxKnownKeys = 1024;

/** Signers of the latest signatures: a broadcast transaction is checked again when it enters a block. */
const recentSigners = /* @__PURE__ */ new Map<string, Address>();
const maxRecentSigners = 8192;

/** A table of a key's multiples takes some 15 ms and 400 kB, and doubles the speed: worth it for a key that comes often. */
const usesBeforeTable = 24;
const tableWindow = 6;

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
  for (const address of candidates) {
    const known = knownKeys.get(address);
    if (known === undefined || !isSignedBy(hash, components, known.point)) continue;
    known.uses += 1;
    if (known.uses === usesBeforeTable) known.point.precompute(tableWindow, false);
    remember(knownKeys, address, known, maxKnownKeys);
    return address;
  }
  return undefined;
}

/**
 * The address whose key made a signature.
 *
 * Source: docs/protocol/permissions.md, Signature check. Decision: a key once recovered is remembered, and the next
 * signature that may be its is verified against it, which takes half the time of a recovery and gives the same answer.
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
  let signer = knownSigner(hash, components, candidates);
  if (signer === undefined) {
    const point = recoverKey(hash, components);
    signer = addressOf(point);
    if (!point.is0()) remember(knownKeys, signer, { point, uses: 1 }, maxKnownKeys);
  }
  remember(recentSigners, id, signer, maxRecentSigners);
  return signer;
}
