import { bytesToHex } from '@noble/hashes/utils.js';
import { byteArrayHash, inHashMapOrder } from '../../protocol/java/hash-map.ts';
import { type Address } from '../../protocol/primitives.ts';
import { limbToHex } from '../words/address-limbs.ts';
import { storagePrefix, storageRowKey } from '../world/storage-keys.ts';
import { type Execution, type StorageOwner } from './execution.ts';
import { findSlot, isDirty, isPresent, loadSlot, slotKey, slotLimb, slotOwner, slotValue } from './slot-table.ts';

const MAX_CACHED_PREFIXES = 1024;
const prefixes = /* @__PURE__ */ new Map<Address, string>();

/** The prefix of a contract whose record names no transaction, cached. */
function plainPrefix(address: Address): string {
  const known = prefixes.get(address);
  if (known !== undefined) return known;
  if (prefixes.size >= MAX_CACHED_PREFIXES) prefixes.clear();
  const prefix = storagePrefix(address);
  prefixes.set(address, prefix);
  return prefix;
}

/** The start of an owner's row keys, computed on first use, because its record exists before any of its code runs. */
function ownerPrefix(execution: Execution, owner: StorageOwner): string {
  if (owner.prefix === undefined) {
    const contract = execution.state.getContract(owner.address);
    const txID = contract?.txID;
    owner.prefix = txID === undefined ? plainPrefix(owner.address) : storagePrefix(owner.address, txID);
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

/** Cache entry of an owner's slot (word `slot` of the stack), loaded from the state on first use. */
export function storageEntry(execution: Execution, ownerIndex: number, slot: number): number {
  const found = findSlot(execution.storage, ownerIndex, execution.stack, slot);
  if (found >= 0) return found;
  const entry = ~found;
  const owner = execution.owners[ownerIndex]!;
  const key = rowKey(execution, owner, entry);
  execution.rowKeys[entry] = key;
  const slotOfKey = owner.version === 1 ? slotKey(execution.storage, entry) : undefined;
  const row = execution.state.getStorageRow({ contract: owner.address, rowKey: key, slot: slotOfKey });
  if (row !== undefined) loadSlot(execution.storage, entry, row);
  return entry;
}

/** Of the slots that share a row, the one that the node writes last, in the order of its HashMap of slots. */
function lastWritten(execution: Execution, owner: number, entries: readonly number[]): number {
  const { storage } = execution;
  const cached: number[] = [];
  for (let entry = 0; entry < storage.count; entry++) {
    if (slotOwner(storage, entry) === owner && isPresent(storage, entry)) cached.push(entry);
  }
  const inOrder = inHashMapOrder(cached, (entry) => byteArrayHash(bytesToHex(slotKey(storage, entry))));
  return inOrder.findLast((entry) => entries.includes(entry))!;
}

/** Writes the changed slots to the state. */
export function commitStorage(execution: Execution): void {
  const { storage, state } = execution;
  if (storage.journalLength === 0) return;
  const writes = new Map<string, number>();
  let shared: Map<string, number[]> | undefined;
  for (let entry = 0; entry < storage.count; entry++) {
    if (!isDirty(storage, entry)) continue;
    const key = execution.rowKeys[entry]!;
    const first = writes.get(key);
    if (first === undefined) writes.set(key, entry);
    else (shared ??= new Map()).set(key, [...(shared.get(key) ?? [first]), entry]);
  }
  for (const [key, entry] of writes) {
    const owner = slotOwner(storage, entry);
    const sharing = shared?.get(key);
    const last = sharing === undefined ? entry : lastWritten(execution, owner, sharing);
    state.setStorageRow({
      contract: execution.owners[owner]!.address,
      rowKey: key,
      value: slotValue(storage, last),
    });
  }
}
