import { type Clock } from '@coin/units';
import { changeRecord } from '../store/change-record.ts';
import { type OutboxStore } from '../store/outbox-store.ts';
import { createCachedRead } from './cached-read.ts';

/** An entry's place in the order in which entries are paid. */
export interface Place {
  readonly id: string;
  readonly priority: number;
  readonly position: number;
}

/** The time for which a reading of a line is used. */
const LINE_MS = 3000;

const keyOfLine = (line: string): string => `waiting/${line}`;

/** The line of an account's coin, or of one of its tokens. */
export const lineOf = (owner: string, token?: string): string => (token === undefined ? owner : `${owner}/${token}`);

/** Whether there is a first entry in a line that comes before a place. An entry does not come before itself. */
function isBefore(first: Place | undefined, { priority, position }: Place): first is Place {
  return first !== undefined && (first.priority - priority || position - first.position) > 0;
}

const readPlace = (value: string | undefined): Place | undefined =>
  value === undefined ? undefined : (JSON.parse(value) as Place);

/**
 * Creates the lines of entries that wait for coin or a token. The store keeps the first entry of each line, so later
 * and smaller payments do not take what it waits for. A line decides only the order. Its data may be a few seconds old.
 * `lineOfEntry` returns the line in which an entry waits.
 */
export function createLines(
  store: OutboxStore,
  { clock, lineOfEntry }: { readonly clock: Clock; readonly lineOfEntry: (id: string) => Promise<string | undefined> },
) {
  const firstOf = async (line: string, value: string | undefined): Promise<Place | undefined> => {
    const first = readPlace(value);
    return first !== undefined && (await lineOfEntry(first.id)) === line ? first : undefined;
  };
  const readings = new Map<string, () => Promise<Place | undefined>>();
  const forget = (line: string): void => void readings.delete(line);
  return {
    /** Returns an entry that waits in a line and comes before this one. */
    async before(line: string, place: Place): Promise<Place | undefined> {
      const read = async () => firstOf(line, (await store.get(keyOfLine(line)))?.value);
      const reading = readings.get(line) ?? createCachedRead(clock, LINE_MS, read);
      readings.set(line, reading);
      const first = await reading();
      return isBefore(first, place) ? first : undefined;
    },
    /** Makes an entry the first that waits in a line, unless an entry that comes before it waits. */
    async join(line: string, place: Place): Promise<void> {
      await changeRecord(store, keyOfLine(line), async (value) => {
        const first = await firstOf(line, value);
        return { result: undefined, ...(!isBefore(first, place) && { value: JSON.stringify(place) }) };
      });
      forget(line);
    },
    forget,
  };
}

export type Lines = ReturnType<typeof createLines>;
