import { getNowBlock, type Block } from '@coin/rpc';
import { number, string } from 'zod/mini';
import { objectSchema } from '../../parse-value.ts';
import { sleep } from '../../sleep.ts';
import { changeRecord, readRecord, type RecordType } from '../../store/change-record.ts';
import { listEntries } from '../entry/stored-entries.ts';
import { readHead, untilAnswered } from './store-network.ts';
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
/** The time by which solid blocks are usually behind the head. */
const SOLID_LAG_MS = 60_000;
/** The longest lifetime of a transaction, unless the client sets another. */
const LONGEST_LIFE_MS = 600_000;
const SLEEP_MS = 3000;

const createMarkSchema = () =>
  objectSchema({ epoch: string('a text'), block: number('a number'), time: number('a number') });
const markRecord: RecordType<Mark> = { key: 'chain', schema: /* @__PURE__ */ createMarkSchema() };

const markAt = (epoch: string, { number: block, time }: Pick<Block, 'number' | 'time'>): Mark => ({
  epoch,
  block,
  time,
});

/** The accounts that pay for the open entries, and the signers'. */
async function payingOwners({ store, addresses }: Review): Promise<ReadonlySet<string>> {
  const owners = new Set(addresses.filter((address) => address !== undefined));
  for await (const { intent } of listEntries(store, 'open')) owners.add(intent.owner);
  return owners;
}

const readSolid = (review: Review): Promise<Block> =>
  untilAnswered(review, () => getNowBlock(review.client, { state: 'solid', signal: review.signal }));

/** Waits until a block is solid after which no transaction that was signed by now can be included. Returns the block. */
async function waitForExpiry(review: Review, now: number): Promise<Block> {
  const { client, maxSigningMs } = review;
  const until = now + Math.max(client.maxLifeMs ?? LONGEST_LIFE_MS, maxSigningMs);
  return waitForBlock(review, until, () => readSolid(review));
}

/** Reads a block again and again until it is not older than this time. */
async function waitForBlock({ client, signal }: Review, time: number, read: () => Promise<Block>): Promise<Block> {
  for (;;) {
    const block = await read();
    if (block.time >= time) return block;
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
  const { store, epoch } = review;
  const mark = await readRecord(store, markRecord);
  const solid = await readSolid(review);
  const isMarked = mark !== undefined && (await findGap(review, mark));
  const known = mark !== undefined && mark.block > solid.number ? { number: mark.block, time: mark.time } : solid;
  await changeRecord(store, markRecord, () => ({ value: markAt(epoch, known), result: undefined }));
  // One search for all accounts reads each block once.
  if (isMarked) await searchGaps(review, await payingOwners(review));
}

/** Stores which blocks a store may have forgotten since its mark. Returns whether there are any. */
async function findGap(review: Review, mark: Mark): Promise<boolean> {
  const { store, client, epoch } = review;
  const seen = { number: mark.block, time: mark.time };
  const head = await readHead(review, seen);
  // The head of a node that is synchronized may still lack the newest half a minute.
  const now = Math.max(head.time, client.clock.now());
  const isSame = mark.epoch === epoch;
  if (isSame && now - mark.time <= TRUSTED_GAP_MS + SOLID_LAG_MS) return false;
  const until = isSame ? now : (await waitForExpiry(review, now)).time;
  const last = await waitForBlock(review, until, () => readHead(review, seen));
  await addGap(store, { from: mark.block, head: last });
  return true;
}

/**
 * Keeps the mark of a store near the head of the chain until the signal aborts. It is not moved on a server of another
 * history, which may lack transactions of blocks before the mark, and not back.
 */
export async function keepMark({ store, client, epoch, signal }: Review): Promise<void> {
  for (;;) {
    await sleep(TRUSTED_GAP_MS / 4, signal);
    const solid = await getNowBlock(client, { state: 'solid', signal }).catch(() => undefined);
    if (solid === undefined) continue;
    const move = (mark: Mark | undefined) => ({
      result: undefined,
      ...(mark !== undefined && mark.block < solid.number && { value: markAt(epoch, solid) }),
    });
    // If this fails, the next attempt succeeds.
    await changeRecord(store, markRecord, move).catch(() => {});
  }
}
