import { getBlocks, getNowBlock, type Block, type NodeClient } from '@coin/rpc';
import { type Clock } from '@coin/units';
import { createReading } from '../../funds/reading.ts';
import { sleep } from '../../sleep.ts';
import { changeRecord } from '../../store/change-record.ts';
import { type OutboxStore, type StoredRecord } from '../../store/outbox-store.ts';
import { entryOf, keyOfEntry, keyOfTransaction } from '../entry/outbox-entry.ts';
import { listEntries } from '../entry/stored-entries.ts';
import { paymentBytes } from './payment-bytes.ts';
import { untilAnswered, type Patience } from './store-network.ts';

const KEY = 'chain';
const keyOfUnknown = (owner: string): string => `unknown/${owner}`;

/** The last block that a store knew, and the history of its server at that time. */
interface Mark {
  readonly epoch: string;
  /** Number of a solid block. */
  readonly block: number;
  /** The time of that block, in milliseconds since 1970. */
  readonly time: number;
}

/** An account's transaction that the store does not know, and its action. */
interface UnknownTransaction {
  readonly txID: string;
  readonly bytes: string;
}

/** The dependencies of a review. */
export interface Review extends Patience {
  readonly store: OutboxStore;
  readonly client: NodeClient;
  /** The server's history, which changes when a replica is promoted or a copy is restored. */
  readonly epoch: string;
  /** The accounts of the signers that say so. */
  readonly addresses: readonly (string | undefined)[];
  /** How long signers may take; 0 if one key signs. */
  readonly maxSigningMs: number;
}

interface HistoryReader {
  readonly readEpoch: () => Promise<string>;
}

/** The time after its last run for which a store is assumed to be current. */
const TRUSTED_GAP_MS = 120_000;
/** The longest lifetime of a transaction, unless the client sets another. */
const LONGEST_LIFE_MS = 600_000;
const BLOCKS = 100;
const SLEEP_MS = 3000;
/** The time for which an owner's notes are used. */
const NOTES_MS = 3000;

const parseMark = (value: string): Mark => JSON.parse(value) as Mark;

const markAt = (epoch: string, { number, time }: Block): string =>
  JSON.stringify({ epoch, block: number, time } satisfies Mark);

/** The accounts that pay for the open entries, and the signer's. */
async function payingOwners({ store, addresses }: Review): Promise<ReadonlySet<unknown>> {
  const owners = new Set<unknown>(addresses);
  for await (const { intent } of listEntries(store, 'open')) owners.add(intent.owner);
  return owners;
}

/** Whether an entry of a store has a transaction. Its id alone is stored before the entry has it. */
async function isKnown(store: OutboxStore, txID: string): Promise<boolean> {
  const owner = await store.get(keyOfTransaction(txID));
  const record = owner && (await store.get(keyOfEntry(owner.value)));
  if (record === undefined) return false;
  const { entry } = entryOf(record);
  return entry.txID === txID || entry.earlierTxIDs.includes(txID);
}

/** Notes the transactions of a store's accounts in these blocks that the store does not know. */
async function noteUnknown(store: OutboxStore, blocks: readonly Block[], owners: ReadonlySet<unknown>): Promise<void> {
  for (const { txID, value, result, rawDataHex } of blocks.flatMap(({ transactions }) => transactions)) {
    const { owner_address: owner } = value;
    const bytes = paymentBytes(rawDataHex);
    if (!owners.has(owner) || result !== 'SUCCESS' || bytes === undefined) continue;
    if (await isKnown(store, txID)) continue;
    await changeRecord(store, keyOfUnknown(String(owner)), (noted = '[]') => {
      const known = JSON.parse(noted) as UnknownTransaction[];
      const isNoted = known.some((each) => each.txID === txID);
      return { result: undefined, ...(!isNoted && { value: JSON.stringify([...known, { txID, bytes }]) }) };
    });
  }
}

/** Waits until a block is solid after which no transaction that was signed by now can be included. */
async function waitForExpiry(review: Review): Promise<void> {
  const { client, signal, maxSigningMs } = review;
  const timeOf = async (state: 'head' | 'solid') =>
    (await untilAnswered(review, () => getNowBlock(client, { state, signal }))).time;
  const until = (await timeOf('head')) + Math.max(client.maxLifeMs ?? LONGEST_LIFE_MS, maxSigningMs);
  while ((await timeOf('solid')) < until) {
    await client.clock.sleep(SLEEP_MS, { signal });
    signal.throwIfAborted();
  }
}

/**
 * Compares the chain with a store that may be an older copy. Notes the transactions of its accounts that it does not
 * know, for {@link createTwins}. This happens if the store's last run was long ago, or if its server's history
 * changed. In the second case it waits first, because a forgotten transaction may not be in a block yet.
 *
 * Source: docs/decisions/17-outbox-data-model.md, A store that comes back older.
 */
export async function reviewChain(review: Review): Promise<void> {
  const { store, client, epoch, signal } = review;
  const record = await store.get(KEY);
  const solid = await untilAnswered(review, () => getNowBlock(client, { state: 'solid', signal }));
  const mark = record && parseMark(record.value);
  if (mark !== undefined && (mark.epoch !== epoch || solid.time - mark.time > TRUSTED_GAP_MS)) {
    if (mark.epoch !== epoch) await waitForExpiry(review);
    const head = await untilAnswered(review, () => getNowBlock(client, { signal }));
    const owners = await payingOwners(review);
    for (let from = mark.block; from <= head.number; from += BLOCKS) {
      const to = Math.min(from + BLOCKS, head.number + 1);
      const blocks = await untilAnswered(review, () => getBlocks(client, { from, to }, { signal }));
      await noteUnknown(store, blocks, owners);
    }
  }
  await changeRecord(store, KEY, () => ({ value: markAt(epoch, solid), result: undefined }));
}

/**
 * Keeps the mark of a store near the head of the chain until the signal aborts. Never moves the mark of another
 * history, or on a server of another history: it may lack transactions of blocks before the mark.
 */
export async function keepMark({ store, client, epoch, readEpoch, signal }: Review & HistoryReader): Promise<void> {
  for (;;) {
    await sleep(TRUSTED_GAP_MS / 4, signal);
    const solid = await getNowBlock(client, { state: 'solid', signal }).catch(() => undefined);
    const record = await store.get(KEY).catch(() => undefined);
    if (solid === undefined || record === undefined || parseMark(record.value).epoch !== epoch) continue;
    if ((await readEpoch().catch(() => undefined)) !== epoch) continue;
    // If this fails, another process was first, or the next attempt succeeds.
    await store.compareAndSet({ ...record, value: markAt(epoch, solid) }).catch(() => {});
  }
}

/**
 * Creates a search for transactions that the store does not know. An owner's notes are read again after three seconds,
 * not for each payment: a review does not protect the payments that were signed before it either.
 */
export function createTwins(store: OutboxStore, clock: Clock) {
  const readings = new Map<string, () => Promise<StoredRecord | undefined>>();
  return {
    /** Returns the id of a transaction that does the same as these bytes and that the store does not know. */
    async find({ owner, rawDataHex, ignored }: TwinSearch): Promise<string | undefined> {
      const read = readings.get(owner) ?? createReading(clock, NOTES_MS, () => store.get(keyOfUnknown(owner)));
      readings.set(owner, read);
      const noted = await read();
      if (noted === undefined) return undefined;
      const bytes = paymentBytes(rawDataHex);
      const known = JSON.parse(noted.value) as UnknownTransaction[];
      return known.find((each) => each.bytes === bytes && !ignored.includes(each.txID))?.txID;
    },
  };
}

export type Twins = ReturnType<typeof createTwins>;

interface TwinSearch {
  readonly owner: string;
  readonly rawDataHex: string;
  /** The ids of transactions that did not pay the entry. */
  readonly ignored: readonly string[];
}
