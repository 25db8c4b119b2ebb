import { type OutboxStore } from './outbox-store.ts';

interface Change<T> {
  readonly value?: string;
  readonly result: T;
}

/**
 * Changes an unlisted record with `next`, even if others change it at the same time, and returns the result of `next`.
 * Without a new value from `next`, nothing changes.
 */
export async function changeRecord<T>(
  store: OutboxStore,
  key: string,
  next: (value: string | undefined) => Change<T> | Promise<Change<T>>,
): Promise<T> {
  for (;;) {
    const record = await store.get(key);
    const { value, result } = await next(record?.value);
    if (value === undefined || value === record?.value) return result;
    const changed = { key, value, listing: 'none' } as const;
    if (record === undefined) {
      if (await store.createIfAbsent(changed)) return result;
    } else if (await store.compareAndSet({ ...changed, version: record.version })) return result;
  }
}
