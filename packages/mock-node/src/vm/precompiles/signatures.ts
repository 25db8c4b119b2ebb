import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { STEPS } from '../code/step-costs.ts';
import { FrameException } from '../machine/frame-exception.ts';
import { keccak256 } from '../words/keccak.ts';
import {
  type Precompile,
  type PrecompileContext,
  type PrecompileResult,
  inputAddress,
  inputInt,
  inputSlice,
  outputWords,
  succeed,
  toBigint,
} from './precompile.ts';

const NOTHING = /* @__PURE__ */ new Uint8Array(0);
const SIGNATURE_BYTES = 65;
const ENERGY_PER_SIGNATURE = 1500;
const MAX_BATCH = 16;
const MAX_MULTI = 5;
const PREFIX = 0x41;

type CountSteps = PrecompileContext['countSteps'];

/** The 21-byte address whose key signed a hash of 32 bytes; undefined for an invalid signature. */
function recoverAddress(
  hash: Uint8Array,
  { r, s, v }: { readonly r: bigint; readonly s: bigint; readonly v: number },
  countSteps: CountSteps,
): Uint8Array | undefined {
  const order = secp256k1.Point.Fn.ORDER;
  if ((v !== 27 && v !== 28) || r < 1n || s < 1n || r >= order || s >= order) return undefined;
  countSteps(STEPS.signature);
  try {
    const key = new secp256k1.Signature(r, s, v - 27).recoverPublicKey(hash).toBytes(false);
    const address = keccak256(key.subarray(1)).subarray(11).slice();
    address[0] = PREFIX;
    return address;
  } catch {
    return undefined;
  }
}

/** ecrecover. Unlike Ethereum's, it returns the address with the network's prefix. */
export const ecrecover: Precompile = {
  energy: () => 3000,
  run: (input, { countSteps }) => {
    // If r is incomplete, the node fails to copy it and returns nothing.
    if (input.length < 96) return succeed(NOTHING);
    const v = Number(toBigint(inputSlice(input, 32, 32)));
    const r = toBigint(inputSlice(input, 64, 32));
    const s = toBigint(inputSlice(input, 96, 32));
    const address = recoverAddress(inputSlice(input, 0, 32), { r, s, v }, countSteps);
    if (address === undefined) return succeed(NOTHING);
    const output = new Uint8Array(32);
    output.set(address, 11);
    return succeed(output);
  },
};

/** The signer's address for the two signature checks; empty if the signature is too short. */
function recoverSigner(signature: Uint8Array, hash: Uint8Array, countSteps: CountSteps): Uint8Array | undefined {
  if (signature.length < SIGNATURE_BYTES) return NOTHING;
  const r = toBigint(signature.subarray(0, 32));
  const s = toBigint(signature.subarray(32, 64));
  // A signed Java byte: 0 and 1 become 27 and 28, which a negative one never becomes.
  const v = Number(BigInt.asIntN(8, toBigint(signature.subarray(64, 65))));
  return recoverAddress(hash, { r, s, v: v < 27 ? v + 27 : v }, countSteps);
}

function wordIndexError(index: number, words: number): FrameException {
  return new FrameException('ArrayIndexOutOfBoundsException', `Index ${index} out of bounds for length ${words}`);
}

/** An index into a Java array of words. @throws if it is out of bounds. */
function wordAt(input: Uint8Array, index: number): number {
  const words = Math.floor(input.length / 32);
  if (index >= words) throw wordIndexError(index, words);
  return index;
}

/** The byte arrays of an ABI-encoded array at word `offset`. @throws if the node's array access is out of bounds. */
function readByteArrays(input: Uint8Array, offset: number): readonly Uint8Array[] {
  if (offset > Math.floor(input.length / 32) - 1) return [];
  const count = inputInt(input, offset);
  const arrays: Uint8Array[] = [];
  for (let i = 0; i < count; i++) {
    const start = Math.floor(inputInt(input, wordAt(input, offset + i + 1)) / 32);
    const length = inputInt(input, wordAt(input, offset + start + 1));
    const from = (start + offset + 2) * 32;
    const to = from + length;
    if (to > 0x7fff_ffff) throw new FrameException('IllegalArgumentException', `${from} > ${to - 2 ** 32}`);
    if (from > input.length) {
      const rest = input.length - from;
      throw new FrameException('ArrayIndexOutOfBoundsException', `arraycopy: length ${rest} is negative`);
    }
    // Bytes beyond a signature's length are never read.
    arrays.push(inputSlice(input, from, Math.min(length, input.length - from + SIGNATURE_BYTES)));
  }
  return arrays;
}

function readWordArray(input: Uint8Array, offset: number): readonly Uint8Array[] {
  const count = inputInt(input, wordAt(input, offset));
  const words = Math.floor(input.length / 32);
  if (offset + count >= words) throw wordIndexError(words, words);
  return Array.from({ length: count }, (_, i) => inputSlice(input, 32 * (offset + i + 1), 32));
}

/** The number of signatures. Java's division truncates a negative one. */
function signatureCount(input: Uint8Array, wordsEach: number): number {
  return Math.trunc((Math.floor(input.length / 32) - 5) / wordsEach);
}

const isAddressInWord = (address: Uint8Array | undefined, word: Uint8Array | undefined): boolean =>
  address !== undefined && address.length >= 20 && address.subarray(1).every((byte, i) => byte === word?.[12 + i]);

function validateBatch(input: Uint8Array, countSteps: CountSteps): PrecompileResult {
  const hash = inputSlice(input, 32 * wordAt(input, 0), 32);
  const signatures = readByteArrays(input, Math.floor(inputInt(input, wordAt(input, 1)) / 32));
  const addresses = readWordArray(input, Math.floor(inputInt(input, wordAt(input, 2)) / 32));
  const result = new Uint8Array(32);
  if (signatures.length > MAX_BATCH || signatures.length !== addresses.length) return succeed(result);
  for (const [i, signature] of signatures.entries()) {
    if (isAddressInWord(recoverSigner(signature, hash, countSteps), addresses[i])) result[i] = 1;
  }
  return succeed(result);
}

/** Checks up to 16 signatures of one hash. Byte i of the result is 1 if signature i is by address i. */
export const batchValidateSign: Precompile = {
  energy: (input) => ENERGY_PER_SIGNATURE * signatureCount(input, 6),
  run: (input, { countSteps }) => {
    try {
      return validateBatch(input, countSteps);
    } catch (error) {
      if (error instanceof FrameException && error.exception.name !== 'OutOfTimeException')
        return succeed(new Uint8Array(32));
      throw error;
    }
  },
};

/** Checks up to five signatures against a permission of an account. */
export const validateMultiSign: Precompile = {
  energy: (input) => ENERGY_PER_SIGNATURE * signatureCount(input, 5),
  run: (input, { state, countSteps }) => {
    for (let i = 0; i < 4; i++) wordAt(input, i);
    const address = inputAddress(input, 0);
    const permissionId = inputInt(input, 1);
    const signed = new Uint8Array(57);
    signed[0] = PREFIX;
    signed.set(inputSlice(input, 12, 20), 1);
    new DataView(signed.buffer).setInt32(21, permissionId);
    signed.set(inputSlice(input, 64, 32), 25);
    const hash = sha256(signed);
    const signatures = readByteArrays(input, Math.floor(inputInt(input, 3) / 32));
    const no = succeed(outputWords(0n));
    if (signatures.length === 0 || signatures.length > MAX_MULTI || !state.hasAccount(address)) return no;
    const permission = state.getPermission(address, permissionId);
    if (permission === undefined) return no;
    let total = 0n;
    const counted = new Map<string, Set<string>>();
    for (const signature of signatures) {
      const signer = recoverSigner(signature, hash, countSteps);
      if (signer === undefined) return no;
      const key = bytesToHex(signer);
      const seen = counted.get(key);
      if (seen !== undefined) {
        if (seen.has(bytesToHex(signature))) continue;
        // Two signatures by one key. Since version 4.7.1, the node aborts the whole transaction.
        throw new FrameException('OutOfTimeException', 'CPU timeout for 0x0a executing');
      }
      const weight = permission.keys.find((entry) => entry.address === key)?.weight ?? 0n;
      if (weight === 0n) return no;
      total += weight;
      counted.set(key, new Set([bytesToHex(signature)]));
    }
    return total >= permission.threshold ? succeed(outputWords(1n)) : no;
  },
};
