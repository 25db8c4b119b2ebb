import type { Execution } from './execution.ts';
import { keccak256 } from './keccak.ts';
import { findSlot, isDirty, isPresent, loadSlot, slotKey, slotOwner, slotValue } from './slot-table.ts';
import type { Address } from './world-state.ts';

const PREFIX_DIGITS = 32;

function hex(bytes: Uint8Array, from = 0): string {
  let digits = '';
  for (let i = from; i < bytes.length; i++) digits += bytes[i]!.toString(16).padStart(2, '0');
  return digits;
}

function addressBytes(address: Address): Uint8Array {
  return Uint8Array.from({ length: 21 }, (_, i) => Number.parseInt(address.slice(2 * i, 2 * i + 2), 16));
}

/**
 * First half of a contract's row keys: 16 bytes of the hash of its address, and of the creating transaction where the
 * record names it.
 */
export function storagePrefix(address: Address, transactionId: Uint8Array | undefined): string {
  const own = addressBytes(address);
  if (transactionId === undefined) return hex(keccak256(own)).slice(0, PREFIX_DIGITS);
  const joined = new Uint8Array(own.length + transactionId.length);
  joined.set(own);
  joined.set(transactionId, own.length);
  return hex(keccak256(joined)).slice(0, PREFIX_DIGITS);
}

/**
 * Key of the storage row that holds a slot, 64 hexadecimal digits: the prefix and the low half of the slot, which is
 * hashed first in a contract of version 1. So slots with equal low halves share a row across transactions.
 *
 * Source: docs/protocol/virtual-machine.md.
 */
export function storageRowKey(prefix: string, version: number, slot: Uint8Array): string {
  return prefix + hex(version === 1 ? keccak256(slot) : slot, 16);
}

function rowKey(execution: Execution, owner: number, entry: number): string {
  const { address } = execution.owners[owner]!;
  const contract = execution.state.getContract(address);
  const prefix = storagePrefix(address, contract?.transactionId);
  return storageRowKey(prefix, contract?.version ?? 0, slotKey(execution.storage, entry));
}

/** Entry of the cache for a slot (word `slot` of the stack) of an owner, filled from the state at the first use. */
export function storageEntry(execution: Execution, owner: number, slot: number): number {
  const found = findSlot(execution.storage, owner, execution.stack, slot);
  if (found >= 0) return found;
  const entry = ~found;
  const { address } = execution.owners[owner]!;
  const row = execution.state.getStorageRow(address, rowKey(execution, owner, entry));
  if (row !== undefined) loadSlot(execution.storage, entry, row);
  return entry;
}

/** `Arrays.hashCode` of a slot, mixed as Java's HashMap does. */
function javaHash(slot: Uint8Array): number {
  let hash = 1;
  for (const byte of slot) hash = (Math.imul(31, hash) + ((byte << 24) >> 24)) | 0;
  return hash ^ (hash >>> 16);
}

/** Buckets of a Java HashMap that has grown to so many entries. */
function javaCapacity(entries: number): number {
  let capacity = 16;
  while (entries > capacity * 0.75) capacity *= 2;
  return capacity;
}

/**
 * Hands the written slots over to the state. Where two of them share a row, the node's last writer is the one that its
 * HashMap of slots yields last, so those are written in the same order.
 */
export function commitStorage(execution: Execution): void {
  const { storage, state } = execution;
  const writes = new Map<string, number[]>();
  const cached = new Map<number, number>();
  for (let entry = 0; entry < storage.count; entry++) {
    if (!isPresent(storage, entry)) continue;
    const owner = slotOwner(storage, entry);
    cached.set(owner, (cached.get(owner) ?? 0) + 1);
    if (!isDirty(storage, entry)) continue;
    const key = rowKey(execution, owner, entry);
    const sharing = writes.get(key);
    if (sharing === undefined) writes.set(key, [entry]);
    else sharing.push(entry);
  }
  for (const [key, entries] of writes) {
    const owner = slotOwner(storage, entries[0]!);
    const mask = javaCapacity(cached.get(owner)!) - 1;
    const bucket = (entry: number): number => javaHash(slotKey(storage, entry)) & mask;
    const last = entries.toSorted((a, b) => bucket(a) - bucket(b)).at(-1)!;
    state.setStorageRow(execution.owners[owner]!.address, key, slotValue(storage, last));
  }
}
