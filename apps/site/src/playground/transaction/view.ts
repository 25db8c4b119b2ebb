import { type AddressFields, choiceField, textField } from '../address/address-state.ts';
import { type TableData } from '../chart/chart-data.ts';
import { readAmount } from '../read-amount.ts';
import { type Change } from './compare-transactions.ts';
import { describeField } from './describe-field.ts';
import { LIES, liesAbout, REQUESTS, type LieName, type RequestKind } from './lies.ts';
import { type TransactionChoice } from './model.ts';
import { type TransactionBytes, type TransactionField } from './read-fields.ts';

/** What the address of the panel holds. */
export interface TransactionState {
  request: RequestKind;
  /** As it was typed: coins, tokens or votes. */
  amount: string;
  memo: string;
  lie: LieName;
  shown: 'request' | 'answer';
}

export const transactionFields: AddressFields<TransactionState> = {
  request: choiceField(REQUESTS, 'coin'),
  amount: textField({ maxLength: 24, initial: '5' }),
  memo: textField({ maxLength: 200 }),
  lie: choiceField(Object.keys(LIES) as LieName[], 'receiver'),
  shown: choiceField(['request', 'answer'], 'answer'),
};

export const REQUEST_TITLES: Readonly<Record<RequestKind, { readonly title: string; readonly unit: string }>> = {
  coin: { title: 'Send coin', unit: 'coins' },
  token: { title: 'Send tokens, by a call of their contract', unit: 'tokens' },
  stake: { title: 'Stake coin for energy', unit: 'coins' },
  delegate: { title: 'Delegate energy to another account', unit: 'coins' },
  vote: { title: 'Vote for a witness', unit: 'votes' },
};

/** The choice that a state stands for, or what is wrong with it. A lie that cannot be told is the truth. */
export function choiceOf(state: TransactionState): TransactionChoice | { readonly problem: string } {
  const { request, memo, lie } = state;
  const read = readAmount(state.amount, request === 'vote' ? 0 : 6);
  if ('problem' in read) return read;
  return { request, amount: read.amount, memo, lie: liesAbout(request).includes(lie) ? lie : 'none' };
}

/** A row about a field: offsets are of bytes, the last one included. */
export interface FieldRow {
  readonly field: TransactionField;
  readonly value: string;
  readonly bytes: string;
  /** Whether the answer changes it. */
  readonly isChanged: boolean;
}

/** @param changed - paths of fields that the answer changes */
export const rowsOf = ({ fields }: TransactionBytes, changed: ReadonlySet<string>): readonly FieldRow[] =>
  fields.map((field) => ({
    field,
    value: describeField(field),
    bytes: `${field.start}–${field.end - 1}`,
    isChanged: changed.has(field.path),
  }));

/** Bytes that belong to one field and to no field in it: a field, or the tag and length of a message. */
export interface ByteSegment {
  readonly hex: string;
  /** The field's place among the fields. */
  readonly field: number;
}

/** The bytes of a transaction in their order, two digits each. */
export const segmentsOf = ({ hex, fields }: TransactionBytes): readonly ByteSegment[] =>
  fields.map(({ start, valueStart, end, value }, field) => {
    const digits = hex.slice(start * 2, (value === undefined ? valueStart : end) * 2);
    return { hex: digits.replaceAll(/../g, '$& ').trimEnd(), field };
  });

/** Whether a field is, or is in, the one at a place. */
export function isWithin(fields: readonly TransactionField[], field: number, marked: number): boolean {
  const [inner, outer] = [fields[field], fields[marked]];
  return inner !== undefined && outer !== undefined && inner.start >= outer.start && inner.end <= outer.end;
}

/** The place that a key leads to from another one; undefined for other keys. */
export function placeAfterKey(key: string, place: number, count: number): number | undefined {
  const places: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(place + 1, count - 1),
    ArrowUp: Math.max(place - 1, 0),
    Home: 0,
    End: count - 1,
  };
  return Object.hasOwn(places, key) ? places[key] : undefined;
}

/** The fields whose bytes differ from the request. */
export const changedPaths = (changes: readonly Change[]): ReadonlySet<string> =>
  new Set(changes.filter(({ requested, bytes }) => requested !== bytes).map(({ path }) => path));

/** What is absent from a column. */
const ABSENT = '–';

/** The changes of an answer as a table of texts, or that there is none. */
export const changesTable = (changes: readonly Change[]): TableData => ({
  head: ['Field', 'Requested', 'In the bytes', 'In the JSON'],
  rows:
    changes.length === 0
      ? [['No field', ABSENT, ABSENT, ABSENT]]
      : changes.map(({ path, requested = ABSENT, bytes = ABSENT, json = ABSENT }) => [path, requested, bytes, json]),
});
