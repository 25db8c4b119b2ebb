import { createByteAllocator } from '../../protocol/byte-allocator.ts';
import { MEMORY_LIMIT } from '../code/energy-schedule.ts';

/**
 * A frame's memory. `size` is the value of MSIZE, a multiple of 32. `bytes` has at least that length, up to the limit
 * of 3 MiB. A precompile's output may extend past the limit without being charged. The size then counts, but nothing
 * can be read there, so nothing is stored.
 */
export interface Memory {
  bytes: Uint8Array;
  view: DataView;
  size: number;
}

const allocateBytes = /* @__PURE__ */ createByteAllocator();

const INITIAL_BYTES = 4096;
/** The node keeps memory in chunks of this many bytes, which one error message reveals. */
const CHUNK_BYTES = 1024;
const EMPTY = /* @__PURE__ */ new Uint8Array(0);

export function createMemory(): Memory {
  const bytes = new Uint8Array(INITIAL_BYTES);
  return { bytes, view: new DataView(bytes.buffer), size: 0 };
}

/** Empties a memory for its next use. */
export function clearMemory(memory: Memory): void {
  memory.bytes.fill(0, 0, Math.min(memory.size, memory.bytes.length));
  memory.size = 0;
}

/** Extends the memory to hold `length` bytes at `offset`; does nothing for a length of 0. */
export function extendMemory(memory: Memory, offset: number, length: number): void {
  if (length <= 0) return;
  const end = offset + length;
  if (end <= memory.size) return;
  memory.size = Math.ceil(end / 32) * 32;
  const needed = Math.min(memory.size, MEMORY_LIMIT);
  if (needed <= memory.bytes.length) return;
  const grown = new Uint8Array(Math.min(Math.max(needed, memory.bytes.length * 2), MEMORY_LIMIT));
  grown.set(memory.bytes);
  memory.bytes = grown;
  memory.view = new DataView(grown.buffer);
}

/** Chunks that the node has allocated for this memory. */
export function memoryChunks(memory: Memory): number {
  return Math.ceil(memory.size / CHUNK_BYTES);
}

/** The chunk of an address, which may be a negative Java int. Java's division truncates. */
export function memoryChunkOf(address: number): number {
  return Math.trunc(address / CHUNK_BYTES) + 0;
}

/** The longest copy for which a loop is faster than the methods of typed arrays. */
const SHORT = 128;

function copyBytes(target: Uint8Array, to: number, source: Uint8Array, from: number, length: number): void {
  if (length <= SHORT) for (let i = 0; i < length; i++) target[to + i] = source[from + i]!;
  else target.set(source.subarray(from, from + length), to);
}

/** A copy of memory, extended as needed. */
export function readMemory(memory: Memory, offset: number, length: number): Uint8Array {
  if (length <= 0) return EMPTY;
  extendMemory(memory, offset, length);
  const { bytes } = memory;
  const copy = allocateBytes(Math.max(0, Math.min(length, bytes.length - offset)));
  copyBytes(copy, 0, bytes, offset, copy.length);
  return copy;
}

/** Writes `length` bytes of `source` from `from`; bytes past its end are written as 0. */
export function writeMemory(memory: Memory, offset: number, source: Uint8Array, from: number, length: number): void {
  if (length <= 0) return;
  extendMemory(memory, offset, length);
  const available = Math.max(0, Math.min(length, source.length - from));
  copyBytes(memory.bytes, offset, source, from, available);
  if (available < length) memory.bytes.fill(0, offset + available, offset + length);
}

/** Writes the bytes below the limit. The size grows by all of them. */
export function writeMemoryUnbounded(memory: Memory, offset: number, source: Uint8Array): void {
  if (source.length === 0) return;
  extendMemory(memory, offset, source.length);
  const kept = Math.max(0, Math.min(source.length, MEMORY_LIMIT - offset));
  if (kept > 0) memory.bytes.set(source.subarray(0, kept), offset);
}

/** Copies within the memory; source and destination may overlap. */
export function copyMemory(memory: Memory, to: number, from: number, length: number): void {
  if (length <= 0) return;
  extendMemory(memory, Math.max(to, from), length);
  memory.bytes.copyWithin(to, from, from + length);
}
