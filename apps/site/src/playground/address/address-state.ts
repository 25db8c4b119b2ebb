/** One value that the page's address holds: how it is read from text, which no one checked, and written. */
export interface AddressField<T> {
  readonly initial: T;
  /** The value, or undefined for a text that is not one. */
  readonly read: (text: string) => T | undefined;
  readonly write: (value: T) => string;
}

/** The values of a panel that its address holds, by the names that they have there. */
export type AddressFields<State> = { readonly [Name in keyof State]: AddressField<State[Name]> };

/** The longest query that browsers, chats and mail programs hand on whole. */
const LONGEST_QUERY = 8_000;

/** One of several words. */
export function choiceField<const Word extends string>(words: readonly Word[], initial: Word): AddressField<Word> {
  return { initial, read: (text) => words.find((word) => word === text), write: (value) => value };
}

/** An integer within bounds, which may be given as another one within them. */
export function integerField({
  min,
  max,
  initial,
}: {
  min: number;
  max: number;
  initial: number;
}): AddressField<number> {
  return {
    initial,
    read(text) {
      const value = Number(text);
      return /^-?\d{1,15}$/.test(text) && value >= min && value <= max ? value : undefined;
    },
    write: String,
  };
}

/** Text of any characters, up to a length. */
export function textField({ maxLength, initial = '' }: { maxLength: number; initial?: string }): AddressField<string> {
  return { initial, read: (text) => (text.length <= maxLength ? text : undefined), write: (value) => value };
}

/** A list of a fixed length, of values whose texts have no comma. */
export function listField<T>(item: AddressField<T>, initial: readonly T[]): AddressField<readonly T[]> {
  return {
    initial,
    read(text) {
      const values = text.split(',').map((part) => item.read(part));
      return values.length === initial.length && values.every((value) => value !== undefined) ? values : undefined;
    },
    write: (values) => values.map((value) => item.write(value)).join(','),
  };
}

const namesOf = <State extends object>(fields: AddressFields<State>) => Object.keys(fields) as (keyof State & string)[];

/** Reads a query such as `?load=50`. What is missing, unknown or not valid is as if the address did not have it. */
export function readAddress<State extends object>(fields: AddressFields<State>, query: string): State {
  const given = new URLSearchParams(query);
  const state: Partial<State> = {};
  for (const name of namesOf(fields)) {
    const { initial, read } = fields[name];
    const text = given.get(name);
    state[name] = (text === null ? undefined : read(text)) ?? initial;
  }
  return state as State;
}

/** Writes what differs from the initial state, in the order of the fields: `load=50`, or an empty text. */
export function writeAddress<State extends object>(fields: AddressFields<State>, state: State): string {
  const query = new URLSearchParams();
  for (const name of namesOf(fields)) {
    const { initial, write } = fields[name];
    const text = write(state[name]);
    if (text !== write(initial)) query.set(name, text);
  }
  return query.toString();
}

/** Whether an address with this query can be passed on as a link. */
export const fitsAddress = (query: string): boolean => query.length <= LONGEST_QUERY;
