import { getNowBlock, type Block } from '@coin/rpc';
import { number, string } from 'zod/mini';
import { objectSchema } from '../../parse-value.ts';
import { sleep } from '../../sleep.ts';
import { changeRecord, readRecord, type RecordType } from '../../store/change-record.ts';
import { toJson } from '../../store/parse-record.ts';
import { listEntries } from '../entry/stored-entries.ts';
import { untilAnswered } from './store-network.ts';
import { addGap, searchGaps, type GapReader } from './unknown-transactions.ts';

/** The last block that a store knew, and the history of its server at that time. */
interface Mark {
  readonly epoch: string;
  /** Number of a solid block. */
  readonly block: number;
  /** The time of that block, in milliseconds since 1970. */
  readonly time: number;
}

/** The dependencies of a review. */
export interface Review extends GapReader {
  /** The server's history, which changes when a replica is promoted or a copy is restored. */
  readonly epoch: string;
  /** The accounts of the signers that say so. */
  readonly addresses: readonly (string | undefined)[];
  /** How long signers may take; 0 if one key signs. */
  readonly maxSigningMs: number;
}

/** The time after its last run for which a store is assumed to be current. */
const TRUSTED_GAP_MS = 120_000;
/** The longest lifetime of a transaction, unless the client sets another. */
const LONGEST_LIFE_MS = 600_000;
const SLEEP_MS = 3000;

const createMarkSchema = () =>
  objectSchema({ epoch: string('a text'), block: number('a number'), time: number('a number') });
const markRecord: RecordType<Mark> = { key: 'chain', schema: /* @__PURE__ */ createMarkSchema() };

const markAt = (epoch: string, { number: block, time }: Block): Mark => ({ epoch, block, time });

/** The accounts that pay for the open entries, and the signers'. */
async function payingOwners({ store, addresses }: Review): Promise<ReadonlySet<string>> {
  const owners = new Set(addresses.filter((address) => address !== undefined));
  for await (const { intent } of listEntries(store, 'open')) owners.add(intent.owner);
  return owners;
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
 * Compares the chain with a store that may be an older copy. This happens if the store's last run was long ago, or if
 * its server's history changed. In the second case it waits first, because a forgotten transaction may not be in a
 * block yet. It stores which blocks the store may have forgotten, and searches them for the accounts that it knows;
 * {@link createDuplicateSearch} searches them for others.
 *
 * Source: docs/decisions/17-outbox-data-model.md, A store that comes back older.
 */
export async function reviewChain(review: Review): Promise<void> {
  const { store, client, epoch, signal } = review;
  const mark = await readRecord(store, markRecord);
  const solid = await untilAnswered(review, () => getNowBlock(client, { state: 'solid', signal }));
  const mayBeOlder = mark !== undefined && (mark.epoch !== epoch || solid.time - mark.time > TRUSTED_GAP_MS);
  if (mayBeOlder) {
    if (mark.epoch !== epoch) await waitForExpiry(review);
    const head = await untilAnswered(review, () => getNowBlock(client, { signal }));
    await addGap(store, { from: mark.block, head });
  }
  await changeRecord(store, markRecord, () => ({ value: markAt(epoch, solid), result: undefined }));
  // One search for all accounts reads each block once.
  if (mayBeOlder) await searchGaps(review, await payingOwners(review));
}

/**
 * Keeps the mark of a store near the head of the chain until the signal aborts. It is not moved on a server of another
 * history, which may lack transactions of blocks before the mark.
 */
export async function keepMark({ store, client, epoch, signal }: Review): Promise<void> {
  for (;;) {
    await sleep(TRUSTED_GAP_MS / 4, signal);
    const solid = await getNowBlock(client, { state: 'solid', signal }).catch(() => undefined);
    const record = await store.get(markRecord.key).catch(() => undefined);
    if (solid === undefined || record === undefined) continue;
    // If this fails, another process was first, or the next attempt succeeds.
    await store.compareAndSet({ ...record, value: toJson(markAt(epoch, solid)) }).catch(() => {});
  }
}
