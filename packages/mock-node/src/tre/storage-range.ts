import { bytesToHex } from '@noble/hashes/utils.js';
import { type Address, type Hex } from '../protocol/primitives.ts';
import { requireKnown } from '../state/read-from-base.ts';
import { type State } from '../state/root.ts';

interface Range {
  /** First key, 32 bytes. */
  readonly from: Hex;
  /** Maximum number of rows. */
  readonly count: number;
}

/** Rows of a contract's storage, as `debug_storageRangeAt` answers them. */
interface StorageRange {
  /** By the key of the row. The slot is not known, because the node stores only half of it. */
  readonly storage: Readonly<Record<Hex, { readonly value: Hex }>>;
  /** Key of the next row; null if there is none. */
  readonly nextKey: Hex | null;
}

/** Source: docs/protocol/tre.md, Storage. */
export function storageRange(state: State, contract: Address, { from, count }: Range): StorageRange {
  requireKnown(state.root, 'all-storage', contract);
  const rows = [...(state.root.storage.get(contract) ?? [])]
    .filter(([key]) => key >= from)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const storage = Object.fromEntries(rows.slice(0, count).map(([key, value]) => [key, { value: bytesToHex(value) }]));
  return { storage, nextKey: rows[count]?.[0] ?? null };
}
