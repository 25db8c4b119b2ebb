import { bytesToHex } from '@noble/hashes/utils.js';
import { type Execution } from './execution.ts';
import { type Frame } from './frame.ts';
import { slotKey, slotOwner, slotValue } from './slot-table.ts';
import { type TraceStep } from './trace.ts';

const ZERO = '0'.repeat(64);

/** What a step contains on request. */
export function traceDetails(execution: Execution, frame: Frame): Pick<TraceStep, 'stack' | 'memory' | 'storage'> {
  const { traceDetails: details } = execution;
  return {
    ...(details.includes('stack') && { stack: stackOf(execution, frame) }),
    ...(details.includes('memory') && { memory: bytesToHex(frame.memory.bytes.subarray(0, frame.memory.size)) }),
    ...(details.includes('storage') && { storage: storageOf(execution, frame) }),
  };
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
