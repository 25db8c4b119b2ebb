import { type WordStack, normalizeWord, writeSmallLimbs } from '../words/stack.ts';

/** The row exists. A read returns its value, possibly a zero written in this execution. */
const PRESENT = 1;
/** Written in this execution. */
const DIRTY = 2;

const KEY = 9;
const VALUE = 8;

/**
 * Words by owner and 256-bit slot, with a journal to undo writes, in an open-addressed hash table of typed arrays. It
 * is the cache of storage rows of one execution, and its transient storage. Owners are small numbers.
 */
export interface SlotTable {
  /** Entry number plus 1, by hash; 0 is free. */
  index: Int32Array;
  /** Owner and eight limbs per entry. */
  keys: Int32Array;
  values: Int32Array;
  flags: Uint8Array;
  count: number;
  /** Entry, flags and eight limbs before each write. */
  journal: Int32Array;
  journalLength: number;
}

/** A point in time that a table can be restored to. */
export interface SlotTableSnapshot {
  readonly count: number;
  readonly journalLength: number;
}

const RECORD = 10;

export function createSlotTable(): SlotTable {
  return {
    index: new Int32Array(64),
    keys: new Int32Array(32 * KEY),
    values: new Int32Array(32 * VALUE),
    flags: new Uint8Array(32),
    count: 0,
    journal: new Int32Array(16 * RECORD),
    journalLength: 0,
  };
}

export function snapshotSlots(table: SlotTable): SlotTableSnapshot {
  return { count: table.count, journalLength: table.journalLength };
}

function hashKey(keys: Int32Array, at: number): number {
  let hash = keys[at]!;
  for (let k = 1; k < KEY; k++) hash = Math.imul(hash ^ keys[at + k]!, 0x9e37_79b1) ^ (hash >>> 15);
  return hash ^ (hash >>> 16);
}

function findFree(index: Int32Array, keys: Int32Array, at: number): number {
  const mask = index.length - 1;
  let bucket = hashKey(keys, at) & mask;
  while (index[bucket] !== 0) bucket = (bucket + 1) & mask;
  return bucket;
}

function grow(table: SlotTable): void {
  const capacity = table.flags.length * 2;
  const { keys, values, flags } = table;
  table.keys = new Int32Array(capacity * KEY);
  table.keys.set(keys);
  table.values = new Int32Array(capacity * VALUE);
  table.values.set(values);
  table.flags = new Uint8Array(capacity);
  table.flags.set(flags);
  table.index = new Int32Array(capacity * 2);
  for (let entry = 0; entry < table.count; entry++) {
    table.index[findFree(table.index, table.keys, entry * KEY)] = entry + 1;
  }
}

/**
 * Finds the entry of an owner's slot (word `slot` of the stack), or adds one.
 *
 * @returns the entry, or its complement (`~entry`) if it is new and therefore absent until it is loaded or written.
 */
export function findSlot(table: SlotTable, owner: number, stack: WordStack, slot: number): number {
  writeSmallLimbs(stack.small, stack.limbs, slot);
  if (table.count === table.flags.length) grow(table);
  const { index, keys } = table;
  const { limbs } = stack;
  const entry = table.count;
  const at = entry * KEY;
  const from = slot * 8;
  keys[at] = owner;
  for (let k = 0; k < 8; k++) keys[at + 1 + k] = limbs[from + k]!;
  const mask = index.length - 1;
  let bucket = hashKey(keys, at) & mask;
  for (;;) {
    const found = index[bucket]! - 1;
    if (found < 0) break;
    let k = 0;
    while (k < KEY && keys[found * KEY + k] === keys[at + k]) k++;
    if (k === KEY) return found;
    bucket = (bucket + 1) & mask;
  }
  index[bucket] = entry + 1;
  table.values.fill(0, entry * VALUE, entry * VALUE + VALUE);
  table.flags[entry] = 0;
  table.count++;
  return ~entry;
}

/** Loads the state's row, 32 big-endian bytes, into a new entry. */
export function loadSlot(table: SlotTable, entry: number, row: Uint8Array): void {
  for (let k = 0; k < 8; k++) {
    const from = 28 - 4 * k;
    table.values[entry * VALUE + k] =
      (row[from]! << 24) | (row[from + 1]! << 16) | (row[from + 2]! << 8) | row[from + 3]!;
  }
  table.flags[entry] = PRESENT;
}

export function isPresent(table: SlotTable, entry: number): boolean {
  return (table.flags[entry]! & PRESENT) !== 0;
}

export function isDirty(table: SlotTable, entry: number): boolean {
  return (table.flags[entry]! & DIRTY) !== 0;
}

/** Copies an entry's value, 0 if absent, to word `to` of the stack. */
export function readSlot(table: SlotTable, entry: number, stack: WordStack, to: number): void {
  const { values } = table;
  const from = entry * VALUE;
  for (let k = 0; k < VALUE; k++) stack.limbs[to * 8 + k] = values[from + k]!;
  normalizeWord(stack.small, stack.limbs, to);
}

/** Writes word `from` of the stack into an entry. */
export function writeSlot(table: SlotTable, entry: number, stack: WordStack, from: number): void {
  const at = table.journalLength;
  if (at + RECORD > table.journal.length) {
    const { journal } = table;
    table.journal = new Int32Array(journal.length * 2);
    table.journal.set(journal);
  }
  const { journal, values } = table;
  journal[at] = entry;
  journal[at + 1] = table.flags[entry]!;
  writeSmallLimbs(stack.small, stack.limbs, from);
  for (let k = 0; k < VALUE; k++) {
    journal[at + 2 + k] = values[entry * VALUE + k]!;
    values[entry * VALUE + k] = stack.limbs[from * 8 + k]!;
  }
  table.journalLength = at + RECORD;
  table.flags[entry] = PRESENT | DIRTY;
}

/** Undoes all writes since the snapshot and removes the entries added since. */
export function restoreSlots(table: SlotTable, snapshot: SlotTableSnapshot): void {
  const { journal, values, flags, index, keys } = table;
  while (table.journalLength > snapshot.journalLength) {
    table.journalLength -= RECORD;
    const at = table.journalLength;
    const entry = journal[at]!;
    flags[entry] = journal[at + 1]!;
    for (let k = 0; k < VALUE; k++) values[entry * VALUE + k] = journal[at + 2 + k]!;
  }
  // The newest entry is at the end of its probe sequence, so removing in reverse order keeps all other sequences
  // intact.
  while (table.count > snapshot.count) {
    table.count--;
    const mask = index.length - 1;
    let bucket = hashKey(keys, table.count * KEY) & mask;
    while (index[bucket] !== table.count + 1) bucket = (bucket + 1) & mask;
    index[bucket] = 0;
  }
}

/** Owner of an entry. */
export function slotOwner(table: SlotTable, entry: number): number {
  return table.keys[entry * KEY]!;
}

/** Limb `k` of the slot of an entry. */
export function slotLimb(table: SlotTable, entry: number, k: number): number {
  return table.keys[entry * KEY + 1 + k]!;
}

function toBytes(words: Int32Array, at: number): Uint8Array {
  const bytes = new Uint8Array(32);
  for (let k = 0; k < 8; k++) {
    const limb = words[at + k]!;
    const to = 28 - 4 * k;
    bytes[to] = limb >>> 24;
    bytes[to + 1] = limb >>> 16;
    bytes[to + 2] = limb >>> 8;
    bytes[to + 3] = limb;
  }
  return bytes;
}

/** Empties a table for its next use. */
export function clearSlots(table: SlotTable): void {
  if (table.count > 0) table.index.fill(0);
  table.count = 0;
  table.journalLength = 0;
}

/** Slot of an entry as 32 big-endian bytes. */
export function slotKey(table: SlotTable, entry: number): Uint8Array {
  return toBytes(table.keys, entry * KEY + 1);
}

/** Value of an entry as 32 big-endian bytes, or undefined for 0. */
export function slotValue(table: SlotTable, entry: number): Uint8Array | undefined {
  const at = entry * VALUE;
  for (let k = 0; k < VALUE; k++) if (table.values[at + k] !== 0) return toBytes(table.values, at);
  return undefined;
}
