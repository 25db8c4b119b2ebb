import {
  NOBODY,
  type OutboxStore,
  type RecordChange,
  type RecordCount,
  type StoredRecord,
} from '../store/outbox-store.ts';
import { listenOn } from './postgres-listener.ts';
import { placeArgument, type PostgresQueryable, type PostgresStoreOptions } from './postgres-pool.ts';
import { createQuery } from './postgres-query.ts';
import { requireSafe, type ServerSetting } from './require-settings.ts';
import { statementsFor } from './statements.ts';

/** `pg` gives integers of 64 bits as text. */
type Digits = string | number | bigint;

interface Row {
  readonly key: string;
  readonly value: string;
  readonly listing: StoredRecord['listing'];
  readonly status: string | null;
  readonly group: string | null;
  readonly version: Digits;
  readonly position: Digits;
}

interface CountRow extends Pick<RecordCount, 'status' | 'listing'> {
  readonly count: Digits;
  readonly age: Digits;
}

const recordOfRow = ({ key, value, listing, status, group, version, position }: Row): StoredRecord => ({
  key,
  value,
  listing,
  ...(status !== null && { status }),
  ...(group !== null && { group }),
  version: Number(version),
  position: Number(position),
});

const parametersOf = (change: RecordChange, epoch: string | undefined) => {
  const { key, value, listing, status, group, event, version, holder, priority = 0, owner, delayMs } = change;
  const begun = delayMs === undefined ? holder : NOBODY;
  return [key, version, value, listing, status, group, event, begun, priority, delayMs, owner, epoch];
};

/**
 * A store in PostgreSQL 13 or newer, for processes of several machines. `migrate` creates its tables. You can create an
 * entry in your own transaction: `enqueue(id, intent, { transaction: client })`, where `client` ran `BEGIN`. Then your
 * own rows and the payment commit together or not at all.
 *
 * Each run first checks that the server waits for its disk (`fsync`, `full_page_writes`, `synchronous_commit`) and is
 * not a standby. A run keeps one connection of the pool, which NOTIFY wakes. Add a handler for the pool's `error`
 * event, because otherwise `pg` throws the error of an idle connection.
 *
 * Workers claim entries with `FOR UPDATE SKIP LOCKED`. Source: docs/decisions/17-outbox-data-model.md.
 *
 * @param options - `pool`, of `pg`; `schema`, `coin_outbox` by default
 * @throws `ARGUMENT_INVALID`
 *
 * @example
 * ```ts
 * import { createPostgresStore } from '@coin/payments/postgres';
 *
 * // const pool = new Pool({ connectionString: 'postgres://…' });
 * const client = { query: async () => ({ rows: [{}] }), on() {}, removeListener() {}, release() {} };
 * const pool = { ...client, connect: async () => client };
 * const store = createPostgresStore({ pool });
 * await store.createIfAbsent({ key: 'a', value: '1', listing: 'open' }); // => true
 * ```
 */
export function createPostgresStore(options: PostgresStoreOptions): OutboxStore<PostgresQueryable> {
  const { pool, schema } = placeArgument(options);
  const statements = statementsFor(`"${schema}"`);
  const query = createQuery(pool, schema);
  const records = async (...given: Parameters<typeof query>) =>
    ((await query(...given)) as Row[]).map((row) => recordOfRow(row));
  return {
    get: async (key, { transaction } = {}) => (await records(statements.get, [key], transaction))[0],
    async createIfAbsent({ key, value, listing, event, ...record }, { transaction, epoch } = {}) {
      const { status, group, priority = 0, owner } = record;
      const fields = [key, value, listing, status, group, event, priority, owner];
      return (await query(statements.create, [...fields, epoch], transaction)).length === 1;
    },
    compareAndSet: async (record, { epoch } = {}) =>
      (await query(statements.change, parametersOf(record, epoch))).length === 1,
    list: async ({ listing, after, limit }) =>
      records(listing === 'open' ? statements.listOpen : statements.listAll, [after, limit]),
    claim: async ({ holder, limit, leaseMs, owners }, { epoch } = {}) =>
      records(statements.claim, [holder, limit, leaseMs, epoch, owners]),
    owners: async () => ((await query(statements.owners, [])) as { owner: string }[]).map(({ owner }) => owner),
    renew: async ({ holder, leaseMs }, { epoch } = {}) =>
      void (await query(statements.renew, [holder, leaseMs, epoch])),
    history: async (key) =>
      ((await query(statements.history, [key])) as { version: Digits; at: Digits; event: string }[]).map(
        ({ version, at, event }) => ({ version: Number(version), at: Number(at), event }),
      ),
    count: async () =>
      ((await query(statements.count, [])) as CountRow[]).map(({ listing, status, count, age }) => ({
        listing,
        status,
        count: Number(count),
        ...(listing === 'open' && { oldestAgeMs: Math.max(0, Number(age)) }),
      })),
    check: async () => requireSafe((await query(statements.settings, [])) as ServerSetting[]),
    epoch: async () => ((await query(statements.epoch, [])) as [{ epoch: string }])[0].epoch,
    listen: (wake) => listenOn(pool, { statement: statements.listen, wake }),
  };
}
