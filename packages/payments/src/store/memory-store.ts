import { omitUndefined } from '../omit-undefined.ts';
import { rejectTransaction } from './no-transaction.ts';
import { NOBODY, type NewRecord, type OutboxStore, type RecordCount, type RecordEvent } from './outbox-store.ts';

interface MemoryRecord extends Omit<NewRecord, 'event'> {
  readonly version: number;
  readonly position: number;
  readonly createdAt: number;
  readonly holder?: string | undefined;
  /** The time at which its claim or delay runs out, by `performance.now()`. */
  readonly claimedUntil: number;
}

/** The order in which records are claimed. */
const byPriority = (a: MemoryRecord, b: MemoryRecord): number =>
  (b.priority ?? 0) - (a.priority ?? 0) || a.position - b.position;

/** The first record of each group: one that was begun, otherwise the first in the given order. */
function groupHeads(open: readonly MemoryRecord[]): Map<string | undefined, MemoryRecord> {
  const isBegun = ({ holder }: MemoryRecord) => holder !== undefined;
  const ordered = [...open.filter(isBegun), ...open.filter((record) => !isBegun(record))];
  const heads = new Map<string | undefined, MemoryRecord>();
  for (const record of ordered) if (!heads.has(record.group)) heads.set(record.group, record);
  return heads;
}

/** The records, with an index of open ones, so ended ones cost nothing when work is claimed. */
function createRecords() {
  const all = new Map<string, MemoryRecord>();
  const open = new Map<string, MemoryRecord>();
  const history = new Map<string, RecordEvent[]>();
  const put = (record: MemoryRecord): void => {
    all.set(record.key, record);
    if (record.listing === 'open') open.set(record.key, record);
    else open.delete(record.key);
  };
  return {
    all,
    open: () => [...open.values()].sort((a, b) => a.position - b.position),
    put,
    /** Stores a change and its event. */
    change({ event, ...given }: NewRecord, rest: Omit<MemoryRecord, keyof NewRecord>): void {
      const { key, value, listing, status, group, priority, owner } = given;
      put({ ...omitUndefined({ key, value, listing, status, group, priority, owner }), ...rest });
      if (event === undefined) return;
      history.set(key, [...(history.get(key) ?? []), { version: rest.version, at: Date.now(), event }]);
    },
    history: (key: string): readonly RecordEvent[] => history.get(key) ?? [],
  };
}

/** Counts of records by status. */
function countRecords(records: Iterable<MemoryRecord>): RecordCount[] {
  const counts = new Map<string, RecordCount>();
  for (const { listing, status, createdAt } of records) {
    if (listing === 'none' || status === undefined) continue;
    const { count = 0, oldestAgeMs = 0 } = counts.get(`${listing} ${status}`) ?? {};
    const age = { oldestAgeMs: Math.max(oldestAgeMs, performance.now() - createdAt) };
    counts.set(`${listing} ${status}`, { status, listing, count: count + 1, ...(listing === 'open' && age) });
  }
  return [...counts.values()];
}

/**
 * A store in the memory of this process, for tests: its records are lost with the process.
 *
 * @example
 * ```ts
 * import { createMemoryStore } from '@coin/payments';
 *
 * const store = createMemoryStore();
 * await store.createIfAbsent({ key: 'a', value: '1', listing: 'open' }); // => true
 * await store.createIfAbsent({ key: 'a', value: '2', listing: 'open' }); // => false
 * ```
 */
export function createMemoryStore(): OutboxStore {
  const records = createRecords();
  const shown = ({ key, value, listing, status, group, version, position }: MemoryRecord) =>
    omitUndefined({ key, value, listing, status, group, version, position });
  return {
    async get(key, options) {
      rejectTransaction(options);
      const record = records.all.get(key);
      return record && shown(record);
    },
    async createIfAbsent(record, options) {
      rejectTransaction(options);
      if (records.all.has(record.key)) return false;
      const position = records.all.size + 1;
      records.change(record, { version: 1, position, createdAt: performance.now(), claimedUntil: 0 });
      return true;
    },
    async compareAndSet({ version, holder, delayMs, ...record }) {
      const stored = records.all.get(record.key);
      if (stored?.version !== version) return false;
      const { position, createdAt } = stored;
      const keptUntil = holder === undefined ? 0 : stored.claimedUntil;
      const claimedUntil = delayMs === undefined ? keptUntil : performance.now() + delayMs;
      const begun = delayMs === undefined ? holder : NOBODY;
      records.change(record, { version: version + 1, position, createdAt, holder: begun, claimedUntil });
      return true;
    },
    list: async ({ listing, after, limit }) =>
      // A change of a record keeps its place in the map.
      (listing === 'open' ? records.open() : [...records.all.values()])
        .filter((record) => record.position > after && record.listing !== 'none')
        .slice(0, limit)
        .map(shown),
    async claim({ holder, limit, leaseMs, owners }) {
      const now = performance.now();
      const open = records.open().sort(byPriority);
      const heads = groupHeads(open);
      const claimed = open
        .filter((record) => record.claimedUntil <= now)
        .filter((record) => record.group === undefined || heads.get(record.group) === record)
        .filter(({ owner = '' }) => owners === undefined || owners.includes(owner))
        .slice(0, limit)
        .map((record) => ({ ...record, version: record.version + 1, holder, claimedUntil: now + leaseMs }));
      claimed.forEach(records.put);
      return claimed.map(shown);
    },
    async renew({ holder, leaseMs }) {
      const claimedUntil = performance.now() + leaseMs;
      for (const record of records.open()) if (record.holder === holder) records.put({ ...record, claimedUntil });
    },
    history: async (key) => records.history(key),
    count: async () => countRecords(records.all.values()),
    owners: async () => [...new Set(records.open().flatMap(({ owner }) => owner ?? []))],
  };
}
