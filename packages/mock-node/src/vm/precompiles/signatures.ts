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
  FAILURE,
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

function copyError(reason: string): FrameException {
  return new FrameException('ArrayIndexOutOfBoundsException', `arraycopy: ${reason}`);
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

/** A signature whose length word does not count. @throws if the node's copy is out of bounds. */
function signatureAt(input: Uint8Array, from: number): Uint8Array {
  // The node's index is a signed int.
  const index = from | 0;
  if (index < 0) throw copyError(`source index ${index} out of bounds for byte[${input.length}]`);
  if (index > input.length) throw copyError(`length ${input.length - index} is negative`);
  return inputSlice(input, index, SIGNATURE_BYTES);
}

/** The signatures of an array at word `offset`, under the restriction. @throws if an array access is out of bounds. */
function readSignatures(input: Uint8Array, offset: number): readonly Uint8Array[] {
  return Array.from({ length: inputInt(input, offset) }, (_, i) => {
    const start = Math.floor(inputInt(input, wordAt(input, offset + i + 1)) / 32);
    return signatureAt(input, (start + offset + 2) * 32);
  });
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
    if (from > input.length) throw copyError(`length ${input.length - from} is negative`);
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

/** Whether data is what Osaka requires: complete words, and at least one complete item after the first five. */
const isEncoded = (input: Uint8Array, wordsEach: number): boolean =>
  input.length > 160 && input.length % 32 === 0 && (input.length - 160) % (32 * wordsEach) === 0;

/** Word offset of the array whose position is in word `index` of the input. */
const arrayOffset = (input: Uint8Array, index: number): number =>
  Math.floor(inputInt(input, wordAt(input, index)) / 32);

function validateBatch(input: Uint8Array, { rules, countSteps }: PrecompileContext): PrecompileResult {
  const hash = inputSlice(input, 32 * wordAt(input, 0), 32);
  const [offset, addressOffset] = [arrayOffset(input, 1), arrayOffset(input, 2)];
  const result = new Uint8Array(32);
  const isLong = (at: number): boolean => inputInt(input, wordAt(input, at)) > MAX_BATCH;
  if (rules.selfdestructRestriction && (isLong(offset) || isLong(addressOffset))) return succeed(result);
  const signatures = (rules.selfdestructRestriction ? readSignatures : readByteArrays)(input, offset);
  const addresses = readWordArray(input, addressOffset);
  if (signatures.length > MAX_BATCH || signatures.length !== addresses.length) return succeed(result);
  for (const [i, signature] of signatures.entries()) {
    if (isAddressInWord(recoverSigner(signature, hash, countSteps), addresses[i])) result[i] = 1;
  }
  return succeed(result);
}

/** Checks up to 16 signatures of one hash. Byte i of the result is 1 if signature i is by address i. */
export const batchValidateSign: Precompile = {
  energy: (input) => ENERGY_PER_SIGNATURE * signatureCount(input, 6),
  run: (input, context) => {
    if (context.rules.osaka && !isEncoded(input, 6)) return FAILURE;
    try {
      return validateBatch(input, context);
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
  run: (input, { state, rules, countSteps }) => {
    if (rules.osaka && !isEncoded(input, 5)) return FAILURE;
    for (let i = 0; i < 4; i++) wordAt(input, i);
    const address = inputAddress(input, 0);
    const permissionId = inputInt(input, 1);
    const signed = new Uint8Array(57);
    signed[0] = PREFIX;
    signed.set(inputSlice(input, 12, 20), 1);
    new DataView(signed.buffer).setInt32(21, permissionId);
    signed.set(inputSlice(input, 64, 32), 25);
    const hash = sha256(signed);
    const no = succeed(outputWords(0n));
    const offset = arrayOffset(input, 3);
    if (rules.selfdestructRestriction && inputInt(input, wordAt(input, offset)) > MAX_MULTI) return no;
    const signatures = (rules.selfdestructRestriction ? readSignatures : readByteArrays)(input, offset);
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
