/** One step in the history of a store's tables. It is applied once, and never changed afterwards. */
export interface PostgresMigration {
  /** 1 for the first step. */
  readonly version: number;
  /** Its statements, for the schema `coin_outbox`. */
  readonly sql: string;
}

/**
 * The steps that make the tables of a store, in their order. `migrate` applies those that are missing. Pass them to
 * your database administrator if the program may not create tables.
 *
 * Steps are readable SQL and only go forward. Source: docs/decisions/17-outbox-data-model.md.
 */
export const migrations: readonly PostgresMigration[] = [
  {
    version: 1,
    sql: `
-- Everything that an outbox must not forget. An update finds space beside the old row.
CREATE TABLE coin_outbox.records (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text COLLATE "C" NOT NULL UNIQUE,
  value text NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  listing text NOT NULL CHECK (listing IN ('open', 'ended', 'none')),
  status text,
  "group" text COLLATE "C",
  priority smallint NOT NULL DEFAULT 0,
  owner text COLLATE "C",
  holder text,
  claimed_until timestamptz NOT NULL DEFAULT '-infinity',
  created_at timestamptz NOT NULL DEFAULT statement_timestamp()
) WITH (fillfactor = 80);

-- Work is found among open records alone. A condition that is always true ties an index to the statements with it.
CREATE INDEX records_open ON coin_outbox.records (position) WHERE listing = 'open' AND position > 0;
CREATE INDEX records_next ON coin_outbox.records (priority DESC, position) WHERE listing = 'open' AND key > '';
CREATE INDEX records_groups ON coin_outbox.records ("group", priority DESC, position)
  WHERE listing = 'open' AND "group" IS NOT NULL;
CREATE INDEX records_owners ON coin_outbox.records (owner) WHERE listing = 'open' AND owner > '';
CREATE INDEX records_holders ON coin_outbox.records (holder) WHERE listing = 'open' AND holder > '';

-- Which record of a group has begun, so that no other one does.
CREATE TABLE coin_outbox.groups ("group" text COLLATE "C" PRIMARY KEY, key text COLLATE "C" NOT NULL);

-- What happened to each record. A row is never changed or removed.
CREATE TABLE coin_outbox.history (
  key text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  event text NOT NULL,
  PRIMARY KEY (key, version)
);

-- How many records have ended with which status. Connections count in different rows, to not wait for each other.
CREATE TABLE coin_outbox.ended (
  status text COLLATE "C" NOT NULL,
  shard integer NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (status, shard)
) WITH (fillfactor = 50);

CREATE FUNCTION coin_outbox.keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on %: payments that are forgotten could be paid again', tg_op, tg_table_name;
END
$$;
CREATE TRIGGER keep BEFORE DELETE OR TRUNCATE ON coin_outbox.records EXECUTE FUNCTION coin_outbox.keep();
CREATE TRIGGER keep BEFORE UPDATE OR DELETE OR TRUNCATE ON coin_outbox.history EXECUTE FUNCTION coin_outbox.keep();
`,
  },
  {
    version: 2,
    sql: `
-- Your addresses, the positions of watches, and the deposits that they found.
CREATE TABLE coin_outbox.deposit_addresses (address text COLLATE "C" PRIMARY KEY);
CREATE TABLE coin_outbox.deposit_watches (
  name text COLLATE "C" PRIMARY KEY, version integer NOT NULL, state text NOT NULL
);
CREATE TABLE coin_outbox.deposits (
  id text COLLATE "C" PRIMARY KEY,
  watch text COLLATE "C" NOT NULL,
  status text NOT NULL CHECK (status IN ('seen', 'confirmed', 'dropped')),
  version integer NOT NULL,
  block_number integer NOT NULL,
  value text NOT NULL
);
CREATE INDEX deposits_blocks ON coin_outbox.deposits (watch, block_number);
`,
  },
];
