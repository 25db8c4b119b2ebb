import { createByteAllocator } from '../byte-allocator.ts';
import { readHex, writeShortHex } from '../hex.ts';

// The bytes of the message that is being encoded. One buffer serves all messages, because most are short and encoded
// in one go. Source: the encoding of Protocol Buffers.

const allocateBytes = /* @__PURE__ */ createByteAllocator();

const INITIAL_BYTES = 4096;
/** A larger buffer is not kept. */
const MAX_KEPT_BYTES = 1_048_576;

let buffer = /* @__PURE__ */ new Uint8Array(INITIAL_BYTES);
let size = 0;

function reserve(count: number): void {
  if (size + count <= buffer.length) return;
  const grown = new Uint8Array(Math.max(2 * buffer.length, size + count));
  grown.set(buffer.subarray(0, size));
  buffer = grown;
}

/** Returns what was written, and begins anew. */
export function takeBytes(): Uint8Array<ArrayBuffer> {
  const bytes = allocateBytes(size);
  bytes.set(buffer.subarray(0, size));
  discardBytes();
  return bytes;
}

/** Passes on what was written, in memory that the next message overwrites, and begins anew. */
export function useBytes<Result>(use: (bytes: Uint8Array) => Result): Result {
  const bytes = buffer.subarray(0, size);
  discardBytes();
  return use(bytes);
}

/** Begins anew, as after an error. */
export function discardBytes(): void {
  size = 0;
  if (buffer.length > MAX_KEPT_BYTES) buffer = new Uint8Array(INITIAL_BYTES);
}

/** Writes an integer from 0 to 2^53 − 1. */
export function writeVarint(value: number): void {
  reserve(8);
  let left = value;
  // Bitwise operators see 32 bits only.
  for (; left > 0x7fff_ffff; left = Math.floor(left / 128)) buffer[size++] = (left % 128) | 0x80;
  for (; left > 0x7f; left >>>= 7) buffer[size++] = (left & 0x7f) | 0x80;
  buffer[size++] = left;
}

const MAX_SAFE = /* @__PURE__ */ BigInt(Number.MAX_SAFE_INTEGER);

/** Writes an integer of 64 bits. A negative one takes ten bytes. @throws RangeError */
export function writeInt64(value: bigint): void {
  if (value >= 0n && value <= MAX_SAFE) return writeVarint(Number(value));
  if (BigInt.asIntN(64, value) !== value) throw new RangeError(`${value} does not fit into 64 bits`);
  reserve(10);
  let left = BigInt.asUintN(64, value);
  for (; left > 0x7fn; left >>= 7n) buffer[size++] = Number(left & 0x7fn) | 0x80;
  buffer[size++] = Number(left);
}

/** Writes an integer of 32 bits, a negative one as 64 bits. @throws RangeError */
export function writeInt32(value: number): void {
  if ((value | 0) !== value) throw new RangeError(`${value} does not fit into 32 bits`);
  if (value < 0) writeInt64(BigInt(value));
  else writeVarint(value);
}

/** Writes bytes as they are. */
export function writeRaw(bytes: Uint8Array): void {
  reserve(bytes.length);
  buffer.set(bytes, size);
  size += bytes.length;
}

/** Writes bytes in hexadecimal, after their length. @throws Error for an odd number of digits, and other characters. */
export function writeHex(hex: string): void {
  writeVarint(hex.length >>> 1);
  reserve(hex.length >>> 1);
  if (writeShortHex(hex, buffer, size)) size += hex.length >>> 1;
  else writeRaw(readHex(hex));
}

/** Writes text in UTF-8, after its length. Short ASCII, such as the name of a type, needs no encoder. */
export function writeText(text: string): void {
  if (text.length <= 0x7f) {
    reserve(text.length + 1);
    let bits = 0;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      bits |= code;
      buffer[size + 1 + index] = code;
    }
    if (bits <= 0x7f) {
      buffer[size] = text.length;
      size += text.length + 1;
      return;
    }
  }
  const bytes = new TextEncoder().encode(text);
  writeVarint(bytes.length);
  writeRaw(bytes);
}

/** Begins a message within the message. Returns where it begins. */
export function beginMessage(): number {
  reserve(1);
  return size++;
}

/** Ends a message that began there, and writes its length before it. */
export function endMessage(start: number): void {
  const end = size;
  const length = end - start - 1;
  if (length <= 0x7f) {
    buffer[start] = length;
    return;
  }
  // The length takes more than the one byte that was left for it.
  const moved = varintSize(length) - 1;
  reserve(moved + 8);
  buffer.copyWithin(start + 1 + moved, start + 1, end);
  size = start;
  writeVarint(length);
  size = end + moved;
}

function varintSize(value: number): number {
  let bytes = 1;
  for (let left = value; left > 0x7f; left = Math.floor(left / 128)) bytes += 1;
  return bytes;
}
