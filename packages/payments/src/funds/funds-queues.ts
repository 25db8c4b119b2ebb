import { type Clock } from '@coin/units';
import { number, string } from 'zod/mini';
import { objectSchema } from '../parse-value.ts';
import { changeRecord, readRecord, type RecordType } from '../store/change-record.ts';
import { type OutboxStore } from '../store/outbox-store.ts';
import { createCachedRead } from './cached-read.ts';

/** An entry's place in the order in which entries are paid. */
export interface Place {
  readonly id: string;
  readonly priority: number;
  readonly position: number;
}

/** The time for which a reading of a queue is used. */
const QUEUE_MS = 3000;

const createPlaceSchema = () =>
  objectSchema({ id: string('a text'), priority: number('a number'), position: number('a number') });
const placeSchema = /* @__PURE__ */ createPlaceSchema();

/** The record of the first entry in a queue. */
const firstRecord = (queue: string): RecordType<Place> => ({ key: `waiting/${queue}`, schema: placeSchema });

/** The queue for an account's coin, or for one of its tokens. */
export const queueOf = (owner: string, token?: string): string => (token === undefined ? owner : `${owner}/${token}`);

/** Whether there is a first entry in a queue that comes before a place. An entry does not come before itself. */
function isBefore(first: Place | undefined, { priority, position }: Place): first is Place {
  return first !== undefined && (first.priority - priority || position - first.position) > 0;
}

/**
 * Creates the queues of entries that wait for coin or a token. The store keeps the first entry of each queue, so later
 * and smaller payments do not take what it waits for. A queue decides only the order. Its data may be a few seconds old.
 * `findQueue` returns the queue in which an entry waits.
 */
export function createFundsQueues(
  store: OutboxStore,
  { clock, findQueue }: { readonly clock: Clock; readonly findQueue: (id: string) => Promise<string | undefined> },
) {
  const ifWaiting = async (queue: string, first: Place | undefined): Promise<Place | undefined> =>
    first !== undefined && (await findQueue(first.id)) === queue ? first : undefined;
  const reads = new Map<string, () => Promise<Place | undefined>>();
  const forget = (queue: string): void => void reads.delete(queue);
  return {
    /** Returns an entry that waits in a queue and comes before this one. */
    async findBefore(queue: string, place: Place): Promise<Place | undefined> {
      const readFirst = async () => ifWaiting(queue, await readRecord(store, firstRecord(queue)));
      const read = reads.get(queue) ?? createCachedRead(clock, QUEUE_MS, readFirst);
      reads.set(queue, read);
      const first = await read();
      return isBefore(first, place) ? first : undefined;
    },
    /** Makes an entry the first that waits in a queue, unless an entry that comes before it waits. */
    async join(queue: string, place: Place): Promise<void> {
      await changeRecord(store, firstRecord(queue), async (stored) => {
        const first = await ifWaiting(queue, stored);
        return { result: undefined, ...(!isBefore(first, place) && { value: place }) };
      });
      forget(queue);
    },
    /** Reads a queue again for the next entry. */
    forget,
  };
}

export type FundsQueues = ReturnType<typeof createFundsQueues>;
