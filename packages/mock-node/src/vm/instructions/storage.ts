import { ENERGY } from '../code/energy-schedule.ts';
import { OP } from '../code/opcodes.ts';
import { charge } from '../machine/charging.ts';
import { storageEntry } from '../machine/contract-storage.ts';
import { type Execution } from '../machine/execution.ts';
import { type Frame, assertNotStatic } from '../machine/frame.ts';
import { findSlot, isPresent, readSlot, writeSlot } from '../machine/slot-table.ts';
import { type Handler } from './handler.ts';

function store(execution: Execution, frame: Frame): void {
  const { stack, storage } = execution;
  const entry = storageEntry(execution, frame.ownerIndex, frame.top - 1);
  const created = !isPresent(storage, entry) && stack.small[frame.top - 2] !== 0;
  charge(execution, frame, OP.SSTORE, created ? ENERGY.sstoreSet : ENERGY.sstoreReset);
  assertNotStatic(frame);
  writeSlot(storage, entry, stack, frame.top - 2);
  frame.top -= 2;
}

function transientEntry(execution: Execution, frame: Frame): number {
  const entry = findSlot(execution.transient, frame.ownerIndex, execution.stack, frame.top - 1);
  return entry < 0 ? ~entry : entry;
}

/** Instructions for storage and transient storage. */
export const storageHandlers: Readonly<Record<number, Handler>> = {
  [OP.SLOAD]: (execution, frame) => {
    const entry = storageEntry(execution, frame.ownerIndex, frame.top - 1);
    readSlot(execution.storage, entry, execution.stack, frame.top - 1);
  },
  [OP.SSTORE]: store,
  [OP.TLOAD]: (execution, frame) => {
    readSlot(execution.transient, transientEntry(execution, frame), execution.stack, frame.top - 1);
  },
  [OP.TSTORE]: (execution, frame) => {
    assertNotStatic(frame);
    writeSlot(execution.transient, transientEntry(execution, frame), execution.stack, frame.top - 2);
    frame.top -= 2;
  },
};
