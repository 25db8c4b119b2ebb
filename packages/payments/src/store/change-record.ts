import { type ZodMiniType } from 'zod/mini';
import { type OutboxStore } from './outbox-store.ts';
import { parseRecord, toJson } from './parse-record.ts';

/** An unlisted record with a value of this schema. */
export interface RecordType<T> {
  readonly key: string;
  readonly schema: ZodMiniType<T>;
}

/** Reads the value of an unlisted record. */
export async function readRecord<T>(store: OutboxStore, { key, schema }: RecordType<T>): Promise<T | undefined> {
  const record = await store.get(key);
  return record && parseRecord(schema, record);
}

interface Change<T, Result> {
  readonly value?: T;
  readonly result: Result;
}

/**
 * Changes an unlisted record with `next`, even if others change it at the same time, and returns the result of `next`.
 * Without a new value from `next`, nothing changes.
 */
export async function changeRecord<T, Result = void>(
  store: OutboxStore,
  { key, schema }: RecordType<T>,
  next: (value: T | undefined) => Change<T, Result> | Promise<Change<T, Result>>,
): Promise<Result> {
  for (;;) {
    const record = await store.get(key);
    const { value, result } = await next(record && parseRecord(schema, record));
    if (value === undefined) return result;
    const changed = { key, value: toJson(value), listing: 'none' } as const;
    if (changed.value === record?.value) return result;
    if (record === undefined) {
      if (await store.createIfAbsent(changed)) return result;
    } else if (await store.compareAndSet({ ...changed, version: record.version })) return result;
  }
}
