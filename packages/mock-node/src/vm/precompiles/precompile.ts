import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { MAX_INT64 } from '../../protocol/java/long.ts';
import { type Address } from '../../protocol/primitives.ts';
import { type VmRules } from '../world/vm-rules.ts';
import { type WorldState } from '../world/world-state.ts';

/** The context of a precompile besides its input. */
export interface PrecompileContext {
  readonly state: WorldState;
  readonly rules: VmRules;
  /** The calling contract, or under DELEGATECALL that contract's caller. */
  readonly caller: Address;
  /** Counts steps before they are done. @throws OutOfTimeException above the limit. */
  readonly countSteps: (steps: number) => void;
}

/** The result of a precompile. A failure costs all the energy passed to it. */
export interface PrecompileResult {
  readonly success: boolean;
  readonly output: Uint8Array;
}

/** A contract that is built into the network's nodes. */
export interface Precompile {
  /** Energy for an input. It may be infinite, or negative for an input that is too short. */
  readonly energy: (input: Uint8Array, rules: VmRules) => number;
  readonly run: (input: Uint8Array, context: PrecompileContext) => PrecompileResult;
}

/** Number of 32-byte words of an input, rounded up. */
export function inputWords(input: Uint8Array): number {
  return Math.ceil(input.length / 32);
}

export function succeed(output: Uint8Array): PrecompileResult {
  return { success: true, output };
}

export const FAILURE: PrecompileResult = /* @__PURE__ */ Object.freeze({
  success: false,
  output: /* @__PURE__ */ new Uint8Array(0),
});

/** A part of the input. Bytes past its end are zero. */
export function inputSlice(input: Uint8Array, offset: number, length: number): Uint8Array {
  const slice = new Uint8Array(length);
  if (offset < input.length) slice.set(input.subarray(offset, offset + length));
  return slice;
}

export function toBigint(bytes: Uint8Array): bigint {
  return BigInt(`0x0${bytesToHex(bytes)}`);
}

/** A number as big-endian bytes. It must fit into the length. */
export function toBytes(value: bigint, length: number): Uint8Array {
  return hexToBytes(value.toString(16).padStart(2 * length, '0'));
}

/** Concatenates 32-byte words. A negative int64 is 8 bytes of two's complement after zeros. */
export function outputWords(...values: readonly bigint[]): Uint8Array {
  const output = new Uint8Array(32 * values.length);
  const view = new DataView(output.buffer);
  for (const [i, value] of values.entries()) view.setBigInt64(32 * i + 24, value);
  return output;
}

/** Word `index` of the input as a Java long, at most its maximum. */
export function inputLong(input: Uint8Array, index: number): bigint {
  const word = toBigint(inputSlice(input, 32 * index, 32));
  return word > MAX_INT64 ? MAX_INT64 : word;
}

/** Word `index` of the input as a Java int, at most its maximum. */
export function inputInt(input: Uint8Array, index: number): number {
  const word = toBigint(inputSlice(input, 32 * index, 32));
  return word > 0x7fff_ffffn ? 0x7fff_ffff : Number(word);
}

/** Low 20 bytes of word `index` of the input as an address of the network. */
export function inputAddress(input: Uint8Array, index: number): Address {
  return `41${bytesToHex(inputSlice(input, 32 * index + 12, 20))}`;
}
