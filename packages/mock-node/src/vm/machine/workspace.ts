import type { Memory } from './memory.ts';
import { clearMemory, createMemory } from './memory.ts';
import type { SlotTable } from './slot-table.ts';
import { clearSlots, createSlotTable } from './slot-table.ts';
import type { WordStack } from '../words/stack.ts';
import { createWordStack, FRAME_WORDS } from '../words/stack.ts';
import type { Address } from '../../protocol/primitives.ts';

/**
 * The arrays an execution works in. One execution uses them after the other, because making them would take longer than
 * a short call; two that overlap (a trace hook may run one) have one each.
 */
export interface Workspace {
  readonly stack: WordStack;
  readonly storage: SlotTable;
  readonly transient: SlotTable;
  readonly memories: Memory[];
  /** Addresses as words, for the few that one execution asks for again and again. */
  readonly addressLimbs: Map<Address, Int32Array>;
}

const KEPT_FRAMES = 8;
const KEPT_MEMORIES = 8;
const KEPT_MEMORY_BYTES = 65_536;
const KEPT_SLOTS = 4096;

const idle: Workspace[] = [];

export function borrowWorkspace(): Workspace {
  const workspace = idle.pop();
  if (workspace !== undefined) return workspace;
  return {
    stack: createWordStack(FRAME_WORDS * 4),
    storage: createSlotTable(),
    transient: createSlotTable(),
    memories: [],
    addressLimbs: new Map(),
  };
}

/** Keeps a workspace for the next execution, unless it has grown large. */
export function giveWorkspaceBack(workspace: Workspace): void {
  const { stack, storage, transient, addressLimbs } = workspace;
  const isLarge =
    stack.small.length > FRAME_WORDS * KEPT_FRAMES ||
    storage.flags.length > KEPT_SLOTS ||
    transient.flags.length > KEPT_SLOTS;
  if (idle.length > 0 || isLarge) return;
  clearSlots(storage);
  clearSlots(transient);
  addressLimbs.clear();
  idle.push(workspace);
}

export function borrowMemory(workspace: Workspace): Memory {
  return workspace.memories.pop() ?? createMemory();
}

export function giveMemoryBack(workspace: Workspace, memory: Memory): void {
  if (workspace.memories.length >= KEPT_MEMORIES || memory.bytes.length > KEPT_MEMORY_BYTES) return;
  clearMemory(memory);
  workspace.memories.push(memory);
}
