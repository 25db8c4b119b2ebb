import { type Pool } from 'pg';

const BATCH = 20_000;

/**
 * Adds finished payments to the tables of an outbox: copies of one that was paid, with other ids. Each has its record,
 * the record of its transaction, and its history. The indexes of keys are built afterwards, which takes less time.
 */
export async function addFinished(pool: Pool, { template, count }: { template: string; count: number }): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`SET synchronous_commit = off; SET maintenance_work_mem = '512MB';
      ALTER TABLE coin_outbox.records DROP CONSTRAINT records_key_key;
      ALTER TABLE coin_outbox.history DROP CONSTRAINT history_pkey;
      CREATE TEMPORARY TABLE template_record AS SELECT * FROM coin_outbox.records WHERE key = 'entry/${template}';
      CREATE TEMPORARY TABLE template_history AS SELECT * FROM coin_outbox.history WHERE key = 'entry/${template}';`);
    for (let first = 1; first <= count; first += BATCH) {
      const last = Math.min(count, first + BATCH - 1);
      await client.query(
        `WITH ids AS (SELECT 'finished-' || n AS id, encode(sha256(n::text::bytea), 'hex') AS tx
           FROM generate_series($1::int, $2::int) AS n),
         template AS (SELECT *, value::json ->> 'txID' AS tx FROM template_record),
         entries AS (INSERT INTO coin_outbox.records (key, value, version, listing, status)
           SELECT 'entry/' || id, replace(replace(value, $3, id), template.tx, ids.tx), version, listing, status
           FROM ids, template),
         transactions AS (INSERT INTO coin_outbox.records (key, value, listing)
           SELECT 'transaction/' || tx, id, 'none' FROM ids)
         INSERT INTO coin_outbox.history (key, version, at, event)
         SELECT 'entry/' || id, event.version, event.at, replace(event.event, template.tx, ids.tx)
         FROM ids, template, template_history AS event`,
        [first, last, template],
      );
    }
    await client.query(`ALTER TABLE coin_outbox.records ADD CONSTRAINT records_key_key UNIQUE (key);
      ALTER TABLE coin_outbox.history ADD CONSTRAINT history_pkey PRIMARY KEY (key, version);
      INSERT INTO coin_outbox.ended (status, shard, count) VALUES ('succeeded', -1, ${count});`);
    for (const table of ['records', 'history']) await client.query(`VACUUM ANALYZE coin_outbox.${table}`);
  } finally {
    // Closed, because it has settings and temporary tables.
    client.release(true);
  }
}
