import { describeValue } from '@coin/errors';
import { argumentInvalid } from '../arguments.ts';
import { type NewRecord, type OutboxStore, type StoredRecord } from '../store/outbox-store.ts';

/** Two handles of one store, and keys that no other record has. */
export interface Subject {
  readonly first: OutboxStore;
  readonly second: OutboxStore;
  readonly keyOf: (name: string) => string;
}

/** Throws `ARGUMENT_INVALID` unless a method returned the expected result. */
export function expectResult(method: keyof OutboxStore, actual: unknown, expected: unknown, when: string): void {
  const shown = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : describeValue(value));
  if (shown(actual) !== shown(expected))
    throw argumentInvalid(`result of store.${method}`, shown(actual), `${shown(expected)} ${when}`);
}

/** The fields of a record, without any that a store adds. */
function contentOf(record: Omit<StoredRecord, 'position'> | undefined): object | undefined {
  if (record === undefined) return undefined;
  const { key, value, listing, version, status, group } = record;
  return { key, value, listing, version, status, group };
}

/** The record of a key, without any fields if the store has none. */
export const readRecord = async (store: OutboxStore, key: string): Promise<Partial<StoredRecord>> =>
  Object(await store.get(key)) as Partial<StoredRecord>;

/** Throws `ARGUMENT_INVALID` unless a method returned a record as it was written. */
export const expectRecord = (
  method: keyof OutboxStore,
  actual: StoredRecord | undefined,
  expected: Omit<StoredRecord, 'position'>,
  when: string,
): void => expectResult(method, contentOf(actual), contentOf(expected), when);

export const open = (key: string, value = key): NewRecord => ({ key, value, listing: 'open' });
