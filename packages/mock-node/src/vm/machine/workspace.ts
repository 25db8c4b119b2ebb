import { type Address } from '../../protocol/primitives.ts';
import { type WordStack, createWordStack, FRAME_WORDS } from '../words/stack.ts';
import { type Memory, clearMemory, createMemory } from './memory.ts';
import { type SlotTable, clearSlots, createSlotTable } from './slot-table.ts';

/**
 * The arrays that an execution uses. Executions reuse them one after another, because allocating them would take longer
 * than a short call. Overlapping executions (a trace hook may start one) each have their own.
 */
export interface Workspace {
  readonly stack: WordStack;
  readonly storage: SlotTable;
  readonly transient: SlotTable;
  readonly memories: Memory[];
  /** Addresses as words, because executions read the same few repeatedly. */
  readonly addressLimbs: Map<Address, Int32Array>;
}

const MAX_POOLED_FRAMES = 8;
const MAX_POOLED_MEMORIES = 8;
const MAX_POOLED_MEMORY_BYTES = 65_536;
const MAX_POOLED_SLOTS = 4096;
const MAX_KNOWN_ADDRESSES = 1024;

const pool: Workspace[] = [];

/** A workspace for one execution; {@link releaseWorkspace} returns it to the pool. */
export function acquireWorkspace(): Workspace {
  const workspace = pool.pop();
  if (workspace !== undefined) return workspace;
  return {
    stack: createWordStack(FRAME_WORDS * 4),
    storage: createSlotTable(),
    transient: createSlotTable(),
    memories: [],
    addressLimbs: new Map(),
  };
}

/** Returns a workspace to the pool for the next execution, unless it has grown large. */
export function releaseWorkspace(workspace: Workspace): void {
  const { stack, storage, transient, addressLimbs } = workspace;
  const isLarge =
    stack.small.length > FRAME_WORDS * MAX_POOLED_FRAMES ||
    storage.flags.length > MAX_POOLED_SLOTS ||
    transient.flags.length > MAX_POOLED_SLOTS;
  if (pool.length > 0 || isLarge) return;
  clearSlots(storage);
  clearSlots(transient);
  if (addressLimbs.size > MAX_KNOWN_ADDRESSES) addressLimbs.clear();
  pool.push(workspace);
}

export function acquireMemory(workspace: Workspace): Memory {
  return workspace.memories.pop() ?? createMemory();
}

export function releaseMemory(workspace: Workspace, memory: Memory): void {
  if (workspace.memories.length >= MAX_POOLED_MEMORIES || memory.bytes.length > MAX_POOLED_MEMORY_BYTES) return;
  clearMemory(memory);
  workspace.memories.push(memory);
}
