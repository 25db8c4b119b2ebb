import { LONGEST_DELAY_MS } from '../store/outbox-store.ts';

/** Number of rows that count the ended records of a status. */
const SHARDS = 32;

const COLUMNS = ['key', 'value', 'listing', 'status', '"group"', 'version', 'position'];

const columnsOf = (table: string): string => COLUMNS.map((column) => `${table}.${column}`).join(', ');

/** A number of milliseconds as an interval. */
const milliseconds = (parameter: string): string => `${parameter}::double precision * interval '1 millisecond'`;

/** A promotion and a recovery to a point in time begin a new timeline; the name of a log file begins with it. */
const EPOCH = `(SELECT (SELECT system_identifier FROM pg_control_system()) || ' ' ||
    left(pg_walfile_name(pg_current_wal_lsn()), 8))`;

/** Whether the server has the epoch of a parameter, or the parameter is null. */
const hasEpoch = (parameter: string): string => `(${parameter}::text IS NULL OR ${parameter}::text = ${EPOCH})`;

/** Adds a list of changes to the counts of ended records: rows of a status and 1 or -1. */
const count = (schema: string, changes: string): string => `
  INSERT INTO ${schema}.ended AS total (status, shard, count)
  SELECT status, pg_backend_pid() % ${SHARDS}, sum(change) FROM (${changes}) AS changes (status, change)
  WHERE status IS NOT NULL GROUP BY status
  ON CONFLICT (status, shard) DO UPDATE SET count = total.count + excluded.count`;

/**
 * $1 key, $2 value, $3 listing, $4 status, $5 group, $6 event, $7 priority, $8 owner, $9 epoch. One row if it is new.
 */
const create = (schema: string): string => `
WITH created AS (
  INSERT INTO ${schema}.records (key, value, listing, status, "group", priority, owner)
  SELECT $1, $2, $3, $4, $5, $7::smallint, $8 WHERE ${hasEpoch('$9')} ON CONFLICT (key) DO NOTHING
  RETURNING key, version, listing, status, owner, position
), event AS (
  INSERT INTO ${schema}.history (key, version, event)
  SELECT key, version, $6::text FROM created WHERE $6::text IS NOT NULL
), counted AS (
  ${count(schema, `SELECT status, 1 FROM created WHERE listing = 'ended'`)}
)
SELECT CASE WHEN listing = 'open' THEN pg_notify('${schema.slice(1, -1)}', concat_ws(' ', 'new', position, owner)) END
FROM created`;

/**
 * $1 key, $2 version, $3 value, $4 listing, $5 status, $6 group, $7 event, $8 holder, $9 priority, $10 delay,
 * $11 owner, $12 epoch. One row if it was changed.
 */
const change = (schema: string): string => `
WITH old AS (
  SELECT position, listing, status, "group" FROM ${schema}.records WHERE key = $1 AND version = $2 AND ${hasEpoch('$12')}
  FOR UPDATE
), changed AS (
  UPDATE ${schema}.records AS record
  SET version = record.version + 1, value = $3, listing = $4, status = $5, "group" = $6, holder = $8::text, priority = $9, owner = $11,
    claimed_until = CASE WHEN $10::double precision IS NOT NULL THEN statement_timestamp() + ${milliseconds('$10')}
      WHEN $8::text IS NULL THEN '-infinity' ELSE record.claimed_until END
  FROM old WHERE record.position = old.position
  RETURNING record.key, record.version, record.listing, record.status, record."group",
    old.listing AS old_listing, old.status AS old_status, old."group" AS old_group
), let_go AS (
  DELETE FROM ${schema}.groups AS begun USING changed
  WHERE begun."group" = changed.old_group AND begun.key = changed.key
    AND (changed.listing <> 'open' OR $8::text IS NULL OR changed."group" IS DISTINCT FROM changed.old_group)
), begun AS (
  INSERT INTO ${schema}.groups ("group", key)
  SELECT "group", key FROM changed WHERE listing = 'open' AND $8::text IS NOT NULL AND "group" IS NOT NULL
  ON CONFLICT DO NOTHING
), event AS (
  INSERT INTO ${schema}.history (key, version, event)
  SELECT key, version, $7::text FROM changed WHERE $7::text IS NOT NULL
), counted AS (
  ${count(
    schema,
    `SELECT status, 1 FROM changed WHERE listing = 'ended'
     UNION ALL SELECT old_status, -1 FROM changed WHERE old_listing = 'ended'`,
  )}
)
SELECT key FROM changed`;

/**
 * $1 holder, $2 limit, $3 lease, $4 epoch, $5 owners, or null for all. A claim that lasts for more than two leases, and a delay of more than a
 * minute, was made before the clock of the server was set back. Which record of a group is the first may have changed
 * since the statement began; the row in `groups` decides. Listeners hear of records that they may just be waking for.
 */
const claim = (schema: string): string => `
WITH free AS (
  SELECT position, priority, key, "group" FROM ${schema}.records AS mine
  WHERE listing = 'open' AND key > '' AND ${hasEpoch('$4')}
    AND (claimed_until <= statement_timestamp()
      OR claimed_until > statement_timestamp() + greatest(2 * ${milliseconds('$3')}, ${LONGEST_DELAY_MS} * interval '1 millisecond'))
    AND ($5::text[] IS NULL OR owner = ANY($5))
    AND ("group" IS NULL OR key = coalesce(
      (SELECT key FROM ${schema}.groups AS begun WHERE begun."group" = mine."group"),
      (SELECT key FROM ${schema}.records AS other WHERE listing = 'open' AND other."group" = mine."group"
       ORDER BY priority DESC, position LIMIT 1)))
  ORDER BY priority DESC, position LIMIT $2
  FOR UPDATE OF mine SKIP LOCKED
), begun AS (
  INSERT INTO ${schema}.groups AS begun ("group", key) SELECT "group", key FROM free WHERE "group" IS NOT NULL
  ON CONFLICT ("group") DO UPDATE SET key = begun.key WHERE begun.key = excluded.key
  RETURNING key
), claimed AS (
  UPDATE ${schema}.records AS record
  SET version = version + 1, holder = $1, claimed_until = statement_timestamp() + ${milliseconds('$3')}
  FROM free WHERE record.position = free.position
    AND (free."group" IS NULL OR free.key IN (SELECT key FROM begun))
  RETURNING ${columnsOf('record')}, record.priority, record.created_at
)
SELECT *, CASE WHEN created_at > statement_timestamp() - interval '1 second'
  THEN pg_notify('${schema.slice(1, -1)}', 'claimed ' || position) END
FROM claimed ORDER BY priority DESC, position`;

/** The statements of a store in a schema, whose name is quoted. */
export const statementsFor = (schema: string) => ({
  get: `SELECT ${columnsOf('record')} FROM ${schema}.records AS record WHERE key = $1`,
  create: create(schema),
  change: change(schema),
  claim: claim(schema),
  listOpen: `SELECT ${columnsOf('record')} FROM ${schema}.records AS record
    WHERE listing = 'open' AND position > 0 AND position > $1 ORDER BY position LIMIT $2`,
  listAll: `SELECT ${columnsOf('record')} FROM ${schema}.records AS record
    WHERE listing <> 'none' AND position > $1 ORDER BY position LIMIT $2`,
  renew: `UPDATE ${schema}.records SET claimed_until = statement_timestamp() + ${milliseconds('$2')}
    WHERE listing = 'open' AND holder > '' AND holder = $1 AND ${hasEpoch('$3')}`,
  // One step of an index for each owner, however many records each has.
  owners: `WITH RECURSIVE found AS (
      (SELECT owner FROM ${schema}.records WHERE listing = 'open' AND owner > '' ORDER BY owner LIMIT 1)
      UNION ALL SELECT (SELECT owner FROM ${schema}.records
        WHERE listing = 'open' AND owner > '' AND owner > found.owner ORDER BY owner LIMIT 1)
      FROM found WHERE found.owner IS NOT NULL)
    SELECT owner FROM found WHERE owner IS NOT NULL`,
  history: `SELECT version, floor(extract(epoch FROM at) * 1000) AS at, event
    FROM ${schema}.history WHERE key = $1 ORDER BY version`,
  count: `SELECT 'open' AS listing, status, count(*) AS count,
      extract(epoch FROM statement_timestamp() - min(created_at)) * 1000 AS age
    FROM ${schema}.records WHERE listing = 'open' AND position > 0 AND status IS NOT NULL GROUP BY status
    UNION ALL SELECT 'ended', status, sum(count), 0 FROM ${schema}.ended GROUP BY status HAVING sum(count) > 0`,
  settings: `SELECT name, current_setting(name) AS value, current_setting(name) <> 'off' AS "isSafe", 'on' AS expected
    FROM unnest(ARRAY['fsync', 'full_page_writes', 'synchronous_commit']) AS name
    UNION ALL SELECT 'the server', 'a standby', NOT pg_is_in_recovery(), 'the primary'`,
  epoch: `SELECT ${EPOCH} AS epoch`,
  listen: `LISTEN ${schema}`,
});
