import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { ADDRESS_PREFIX } from '../protocol/address.ts';
import { keccak256 } from '../protocol/hash.ts';
import { type Address, type Hex } from '../protocol/primitives.ts';
import { createRecentValues } from '../protocol/recent-values.ts';

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

/** Whether recovery would yield this key. With precomputed multiples it takes less than half of the time. */
function isSignedBy(hash: Hex, components: Components, key: Point): boolean {
  const { Fn, BASE } = secp256k1.Point;
  const r = Fn.create(components.r);
  const s = Fn.create(components.s);
  if (r === 0n || s === 0n) return false;
  const inverse = Fn.inv(s);
  const message = Fn.create(BigInt(`0x${hash}`));
  const point = BASE.multiplyUnsafe(Fn.mul(message, inverse)).add(key.multiplyUnsafe(Fn.mul(r, inverse)));
  const { x, y } = point.toAffine();
  return !point.is0() && x === signatureX(components) && (y & 1n) === BigInt(components.recovery % 2);
}

function addressOf(key: Point): Address {
  const bytes = key.is0() ? new Uint8Array() : key.toBytes(false).subarray(1);
  return ADDRESS_PREFIX + bytesToHex(keccak256(bytes).subarray(12));
}

/** A key that has signed recently. */
interface KnownKey {
  readonly point: Point;
  uses: number;
}

/** They affect only the speed of a recovery, never its result. */
const knownKeys = /* @__PURE__ */ createRecentValues<Address, KnownKey>(32);
/** Precomputing costs as much as it saves in this many recoveries. */
const USES_BEFORE_PRECOMPUTING = 16;
/** Bits of a window: 832 multiples of a key, about 200 kB. */
const WINDOW = 5;

/** Signers of recent signatures. A broadcast transaction is checked again when it enters a block. */
const recentSigners = /* @__PURE__ */ createRecentValues<string, Address>(4096);

function findSigner(hash: Hex, components: Components, candidates: readonly Address[]): Address | undefined {
  return candidates.find((address) => {
    const key = knownKeys.get(address);
    if (key === undefined || !isSignedBy(hash, components, key.point)) return false;
    key.uses += 1;
    if (key.uses === USES_BEFORE_PRECOMPUTING) key.point.precompute(WINDOW);
    return true;
  });
}

function recoverUnknown(hash: Hex, components: Components): Address {
  const point = recoverKey(hash, components);
  const signer = addressOf(point);
  if (!point.is0() && knownKeys.get(signer) === undefined) knownKeys.set(signer, { point, uses: 1 });
  return signer;
}

/**
 * Recovers the address whose key made a signature.
 *
 * A signature is first verified with the candidates' known keys. A key that signs repeatedly gets precomputed multiples.
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
  const signer = findSigner(hash, components, candidates) ?? recoverUnknown(hash, components);
  recentSigners.set(id, signer);
  return signer;
}
