import { bytesToHex } from '@noble/hashes/utils.js';
import { type Execution } from './execution.ts';
import { type Frame } from './frame.ts';
import { slotKey, slotOwner, slotValue } from './slot-table.ts';
import { type TraceStep } from './trace.ts';

const ZERO = '0'.repeat(64);

/** The parts of a step that are recorded on request. */
export function traceDetails(execution: Execution, frame: Frame): Pick<TraceStep, 'stack' | 'memory' | 'storage'> {
  const { traceDetails: details } = execution;
  return {
    ...(details.includes('stack') && { stack: stackOf(execution, frame) }),
    ...(details.includes('memory') && { memory: flatHex(frame.memory.bytes.subarray(0, frame.memory.size)) }),
    ...(details.includes('storage') && { storage: storageOf(execution, frame) }),
  };
}

const digitCodes = /* @__PURE__ */ new TextEncoder().encode('0123456789abcdef');
const decoder = /* @__PURE__ */ new TextDecoder();

/**
 * Returns hexadecimal digits as one flat string. `bytesToHex` joins them one by one, which takes ten times the space.
 */
function flatHex(bytes: Uint8Array): string {
  const codes = new Uint8Array(2 * bytes.length);
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    codes[2 * index] = digitCodes[byte >> 4] ?? 0;
    codes[2 * index + 1] = digitCodes[byte & 15] ?? 0;
  }
  return decoder.decode(codes);
}

function stackOf({ readWord }: Execution, { base, top }: Frame): bigint[] {
  return Array.from({ length: top - base }, (_, index) => readWord(base + index));
}

function storageOf({ storage }: Execution, { ownerIndex }: Frame): Record<string, string> {
  const slots: Record<string, string> = {};
  for (let entry = 0; entry < storage.count; entry++) {
    if (slotOwner(storage, entry) !== ownerIndex) continue;
    const value = slotValue(storage, entry);
    slots[bytesToHex(slotKey(storage, entry))] = value === undefined ? ZERO : bytesToHex(value);
  }
  return slots;
}
