import { fingerprintTransaction, getBlocks, type Block, type NodeClient } from '@coin/rpc';
import { array, number, string } from 'zod/mini';
import { createCachedRead } from '../../funds/cached-read.ts';
import { objectSchema } from '../../parse-value.ts';
import { changeRecord, readRecord, type RecordType } from '../../store/change-record.ts';
import { type OutboxStore } from '../../store/outbox-store.ts';
import { keyOfTransaction } from '../entry/entry-record.ts';
import { findEntry } from '../entry/stored-entries.ts';
import { nodeLags, untilAnswered, type Patience } from './store-network.ts';

/** Blocks with transactions that the store may have forgotten: from `from` up to and without `to`. */
interface Gap {
  /** Later gaps have higher ids. */
  readonly id: number;
  readonly from: number;
  readonly to: number;
  /** The time of the newest block when the gap was found, in milliseconds since 1970. */
  readonly time: number;
}

/** An account's transaction that the store does not know, and what it does. */
interface UnknownTransaction {
  readonly txID: string;
  readonly fingerprint: string;
}

/** What the gaps up to the one of id `gap` have of an account. */
interface Notes {
  readonly gap: number;
  readonly transactions: readonly UnknownTransaction[];
}

/** The dependencies of a search in the blocks of gaps. */
export interface GapReader extends Patience {
  readonly store: OutboxStore;
  readonly client: NodeClient;
}

const BLOCKS = 100;
/** The time for which an owner's notes are used. */
const NOTES_MS = 3000;
/** The time for which a gap is compared with accounts that the store has not paid from before. */
const GAP_LIFE_MS = 30 * 86_400_000;

const createSchemas = () => {
  const count = number('a number');
  const text = string('a text');
  return {
    gaps: array(objectSchema({ id: count, from: count, to: count, time: count }), 'an array'),
    notes: objectSchema({
      gap: count,
      transactions: array(objectSchema({ txID: text, fingerprint: text }), 'an array'),
    }),
  };
};
const schemas = /* @__PURE__ */ createSchemas();

const gapsRecord = (): RecordType<readonly Gap[]> => ({ key: 'gaps', schema: schemas.gaps });
const notesRecord = (owner: string): RecordType<Notes> => ({ key: `unknown/${owner}`, schema: schemas.notes });
const NO_NOTES: Notes = { gap: 0, transactions: [] };

/** Stores a gap. Older ones are dropped after 30 days. */
export function addGap(store: OutboxStore, { from, head }: { readonly from: number; readonly head: Block }) {
  return changeRecord(store, gapsRecord(), (gaps = []) => {
    const gap: Gap = { id: (gaps.at(-1)?.id ?? 0) + 1, from, to: head.number + 1, time: head.time };
    const kept = gaps.filter(({ time }) => head.time - time < GAP_LIFE_MS);
    return { value: [...kept, gap], result: undefined };
  });
}

/** Whether an entry of a store has a transaction. Its id alone is stored before the entry has it. */
async function isKnown(store: OutboxStore, txID: string): Promise<boolean> {
  const owner = await store.get(keyOfTransaction(txID));
  const entry = owner && (await findEntry(store, owner.value));
  return entry !== undefined && (entry.txID === txID || entry.earlierTxIDs.includes(txID));
}

/** Notes the transactions of these accounts in a block that the store does not know. */
async function noteUnknown(store: OutboxStore, { transactions }: Block, owners: ReadonlySet<unknown>): Promise<void> {
  for (const transaction of transactions) {
    // Without a result, it is of a type that is in a block only if it succeeded.
    const { txID, value, result = 'SUCCESS' } = transaction;
    const { owner_address: owner } = value;
    if (!owners.has(owner) || result !== 'SUCCESS') continue;
    const fingerprint = fingerprintTransaction(transaction);
    if (fingerprint === undefined) continue;
    if (await isKnown(store, txID)) continue;
    await changeRecord(store, notesRecord(String(owner)), (notes = NO_NOTES) => {
      if (notes.transactions.some((each) => each.txID === txID)) return { result: undefined };
      return { value: { ...notes, transactions: [...notes.transactions, { txID, fingerprint }] }, result: undefined };
    });
  }
}

/** Searches the gaps, once for each account, for transactions that the store does not know. */
export async function searchGaps(reader: GapReader, owners: Iterable<string>): Promise<void> {
  const { store, client, signal } = reader;
  const gaps = (await readRecord(store, gapsRecord())) ?? [];
  const latest = gaps.at(-1)?.id;
  if (latest === undefined) return;
  /** The last gap that was searched for each account. */
  const searched = new Map<string, number>();
  for (const owner of owners) {
    const { gap } = (await readRecord(store, notesRecord(owner))) ?? NO_NOTES;
    if (gap < latest) searched.set(owner, gap);
  }
  for (const { id, time, ...gap } of gaps) {
    const missing = new Set([...searched].filter(([, last]) => last < id).map(([owner]) => owner));
    for (let { from } = gap; missing.size > 0 && from < gap.to; from += BLOCKS) {
      const toBlock = Math.min(from + BLOCKS, gap.to) - 1;
      const blocks = await untilAnswered(reader, async () => {
        const read = await getBlocks(client, { fromBlock: from, toBlock }, { signal });
        // Another node than the one that has told the end of the gap.
        if (read.length <= toBlock - from) throw nodeLags(client, client.clock.now() - (read.at(-1)?.time ?? time));
        return read;
      });
      for (const block of blocks) await noteUnknown(store, block, missing);
    }
  }
  for (const owner of searched.keys())
    await changeRecord(store, notesRecord(owner), (notes = NO_NOTES) => ({
      value: { ...notes, gap: Math.max(notes.gap, latest) },
      result: undefined,
    }));
}

/**
 * Creates a search for transactions that the store does not know. The gaps are read for an account before its first
 * payment, because the store may have forgotten that it ever paid from it. An owner's notes are read again after three
 * seconds, not for each payment: a review does not protect the payments that were signed before it either.
 */
export function createDuplicateSearch(reader: GapReader): FindDuplicate {
  const { store, client } = reader;
  const reads = new Map<string, () => Promise<Notes>>();
  const readNotes = async (owner: string): Promise<Notes> => {
    await searchGaps(reader, [owner]);
    return (await readRecord(store, notesRecord(owner))) ?? NO_NOTES;
  };
  return async ({ owner, rawDataHex, ignored }) => {
    const read = reads.get(owner) ?? createCachedRead(client.clock, NOTES_MS, () => readNotes(owner));
    reads.set(owner, read);
    const { transactions } = await read();
    const fingerprint = fingerprintTransaction({ rawDataHex });
    return transactions.find((each) => each.fingerprint === fingerprint && !ignored.includes(each.txID))?.txID;
  };
}

/** Returns the id of a transaction that does the same as these bytes and that the store does not know. */
export type FindDuplicate = (search: {
  readonly owner: string;
  readonly rawDataHex: string;
  /** The ids of transactions that did not pay the entry. */
  readonly ignored: readonly string[];
}) => Promise<string | undefined>;
