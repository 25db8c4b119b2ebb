import { type Clock } from '@coin/units';
import { changeRecord } from '../store/change-record.ts';
import { type OutboxStore } from '../store/outbox-store.ts';
import { createReading } from './reading.ts';

/** An entry's place in the order in which entries are paid. */
export interface Place {
  readonly id: string;
  readonly priority: number;
  readonly position: number;
}

/** The time for which a reading of a line is used. */
const LINE_MS = 3000;

const keyOfLine = (owner: string): string => `waiting/${owner}`;

const comesBefore = (a: Place, b: Place): boolean =>
  a.priority === b.priority ? a.position < b.position : a.priority > b.priority;

const readPlace = (value: string | undefined): Place | undefined =>
  value === undefined ? undefined : (JSON.parse(value) as Place);

/**
 * Creates the line of entries that wait for coin. The store keeps the first entry of each owner, so later and smaller
 * payments do not take the coin that it waits for. A line decides only the order. Its data may be a few seconds old.
 */
export function createLine(
  store: OutboxStore,
  { clock, waitsForFunds }: { readonly clock: Clock; readonly waitsForFunds: (id: string) => Promise<boolean> },
) {
  const firstOf = async (value: string | undefined): Promise<Place | undefined> => {
    const first = readPlace(value);
    return first !== undefined && (await waitsForFunds(first.id)) ? first : undefined;
  };
  const readings = new Map<string, () => Promise<Place | undefined>>();
  const forget = (owner: string): void => void readings.delete(owner);
  return {
    /** Returns an entry that waits for coin of the same owner and comes before this one. */
    async before(owner: string, place: Place): Promise<Place | undefined> {
      const read = async () => firstOf((await store.get(keyOfLine(owner)))?.value);
      const reading = readings.get(owner) ?? createReading(clock, LINE_MS, read);
      readings.set(owner, reading);
      const first = await reading();
      return first !== undefined && first.id !== place.id && comesBefore(first, place) ? first : undefined;
    },
    /** Makes an entry the first that waits, unless an entry that comes before it waits. */
    async join(owner: string, place: Place): Promise<void> {
      await changeRecord(store, keyOfLine(owner), async (value) => {
        const first = await firstOf(value);
        const isBehind = first !== undefined && first.id !== place.id && comesBefore(first, place);
        return { result: undefined, ...(!isBehind && { value: JSON.stringify(place) }) };
      });
      forget(owner);
    },
    forget,
  };
}

export type Line = ReturnType<typeof createLine>;
