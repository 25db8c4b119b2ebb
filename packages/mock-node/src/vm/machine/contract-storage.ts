import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { byteArrayHash, inHashMapOrder } from '../../protocol/java/hash-map.ts';
import type { Execution, StorageOwner } from './execution.ts';
import { limbToHex } from '../words/address-limbs.ts';
import { keccak256 } from '../words/keccak.ts';
import { findSlot, isDirty, isPresent, loadSlot, slotKey, slotLimb, slotOwner, slotValue } from './slot-table.ts';
import type { Address } from '../../protocol/primitives.ts';

const PREFIX_BYTES = 16;

/**
 * First half of a contract's row keys: 16 bytes of the hash of its address, and of the creating transaction where the
 * record names it.
 *
 * @param transactionId 32 bytes, for a contract made by CREATE2 only.
 * @returns 32 lower-case hexadecimal digits.
 * @example
 * ```ts
 * import { storagePrefix } from '@coin/mock-node/vm';
 *
 * storagePrefix(`41${'aa'.repeat(20)}`); // => '1d8c852035720a2a54d3f9c98926dcb3'
 * ```
 *
 * Source: docs/protocol/virtual-machine.md.
 */
export function storagePrefix(address: Address, transactionId?: Uint8Array): string {
  const own = hexToBytes(address);
  if (transactionId === undefined) return bytesToHex(keccak256(own).subarray(0, PREFIX_BYTES));
  const joined = new Uint8Array(own.length + transactionId.length);
  joined.set(own);
  joined.set(transactionId, own.length);
  return bytesToHex(keccak256(joined).subarray(0, PREFIX_BYTES));
}

/**
 * Key of the storage row that holds a slot: the prefix and the low half of the slot, which is hashed first in a contract
 * of version 1. So slots with equal low halves share a row across transactions.
 *
 * @param prefix from {@link storagePrefix}.
 * @param version version of the contract, 0 or 1.
 * @param slot 32 bytes.
 * @returns 64 lower-case hexadecimal digits.
 * @example
 * ```ts
 * import { storageRowKey } from '@coin/mock-node/vm';
 *
 * storageRowKey('00'.repeat(16), 0, new Uint8Array(32).fill(7)); // => '0000000000000000000000000000000007070707070707070707070707070707'
 * ```
 *
 * Source: docs/protocol/virtual-machine.md.
 */
export function storageRowKey(prefix: string, version: number, slot: Uint8Array): string {
  return prefix + bytesToHex((version === 1 ? keccak256(slot) : slot).subarray(PREFIX_BYTES));
}

const KEPT_PREFIXES = 1024;
const prefixes = /* @__PURE__ */ new Map<Address, string>();

/** The prefix of a contract whose record names no transaction; the last ones used are remembered. */
function plainPrefix(address: Address): string {
  const known = prefixes.get(address);
  if (known !== undefined) return known;
  if (prefixes.size >= KEPT_PREFIXES) prefixes.clear();
  const prefix = storagePrefix(address);
  prefixes.set(address, prefix);
  return prefix;
}

/** What an owner's row keys begin with, found at the first use: its record stands before any of its code runs. */
function ownerPrefix(execution: Execution, owner: StorageOwner): string {
  if (owner.prefix === undefined) {
    const contract = execution.state.getContract(owner.address);
    const transactionId = contract?.transactionId;
    owner.prefix =
      transactionId === undefined ? plainPrefix(owner.address) : storagePrefix(owner.address, transactionId);
    owner.version = contract?.version ?? 0;
  }
  return owner.prefix;
}

function rowKey(execution: Execution, owner: StorageOwner, entry: number): string {
  const { storage } = execution;
  const prefix = ownerPrefix(execution, owner);
  if (owner.version === 1) return storageRowKey(prefix, 1, slotKey(storage, entry));
  let key = prefix;
  for (let k = 3; k >= 0; k--) key += limbToHex(slotLimb(storage, entry, k));
  return key;
}

/** Entry of the cache for a slot (word `slot` of the stack) of an owner, filled from the state at the first use. */
export function storageEntry(execution: Execution, ownerIndex: number, slot: number): number {
  const found = findSlot(execution.storage, ownerIndex, execution.stack, slot);
  if (found >= 0) return found;
  const entry = ~found;
  const owner = execution.owners[ownerIndex]!;
  const row = execution.state.getStorageRow(owner.address, rowKey(execution, owner, entry));
  if (row !== undefined) loadSlot(execution.storage, entry, row);
  return entry;
}

/** Of the slots that share a row, the one that the node writes last: its HashMap of slots yields it last. */
function lastWritten(execution: Execution, owner: number, entries: readonly number[]): number {
  const { storage } = execution;
  const cached: number[] = [];
  for (let entry = 0; entry < storage.count; entry++) {
    if (slotOwner(storage, entry) === owner && isPresent(storage, entry)) cached.push(entry);
  }
  const inOrder = inHashMapOrder(cached, (entry) => byteArrayHash(bytesToHex(slotKey(storage, entry))));
  return inOrder.findLast((entry) => entries.includes(entry))!;
}

/** Hands the written slots over to the state. */
export function commitStorage(execution: Execution): void {
  const { storage, state } = execution;
  const writes = new Map<string, number>();
  const shared = new Map<string, number[]>();
  for (let entry = 0; entry < storage.count; entry++) {
    if (!isDirty(storage, entry)) continue;
    const key = rowKey(execution, execution.owners[slotOwner(storage, entry)]!, entry);
    const first = writes.get(key);
    if (first === undefined) writes.set(key, entry);
    else shared.set(key, [...(shared.get(key) ?? [first]), entry]);
  }
  for (const [key, entry] of writes) {
    const owner = slotOwner(storage, entry);
    const sharing = shared.get(key);
    const last = sharing === undefined ? entry : lastWritten(execution, owner, sharing);
    state.setStorageRow(execution.owners[owner]!.address, key, slotValue(storage, last));
  }
}
