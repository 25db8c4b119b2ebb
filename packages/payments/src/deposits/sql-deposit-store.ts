import { rejectOtherForms } from './address-form.ts';
import { type DepositRecord, type DepositStore } from './deposit-store.ts';

/** How a database runs the statements of a store. */
export interface SqlDatabase<Transaction> {
  /** The beginning of each table's name. */
  readonly prefix: string;
  /** Runs a statement with parameters `$1`, `$2` and so on, inside the transaction if there is one. */
  readonly run: (
    text: string,
    values: readonly (string | number)[],
    transaction?: Transaction,
  ) => Promise<readonly unknown[]>;
  /** The statement after which no other transaction moves a watch; absent if every transaction that writes does so. */
  readonly lock?: string;
}

/** A few databases take no more parameters in a statement. */
const MAX_PARAMETERS = 1000;

interface Row extends Omit<DepositRecord, 'version' | 'blockNumber'> {
  readonly version: number | bigint;
  readonly blockNumber: number | bigint;
}

const recordOfRow = ({ id, watch, status, version, blockNumber, value }: Row): DepositRecord => ({
  id,
  watch,
  status,
  version: Number(version),
  blockNumber: Number(blockNumber),
  value,
});

function partsOf<T>(list: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < list.length; start += MAX_PARAMETERS)
    parts.push(list.slice(start, start + MAX_PARAMETERS));
  return parts;
}

/** A store of deposits in a SQL database. */
export function createSqlDepositStore<T>({ prefix, run, lock }: SqlDatabase<T>): DepositStore<T> {
  const select = `SELECT id, watch, status, version, block_number AS "blockNumber", value FROM ${prefix}deposits WHERE`;
  /** Runs a statement for each part of a list of values, whose parameters it names. */
  const runForEach = async (values: readonly string[], text: (names: string[]) => string, transaction?: T) => {
    const rows: unknown[] = [];
    for (const part of partsOf(values))
      rows.push(...(await run(text(part.map((_, index) => `$${index + 1}`)), part, transaction)));
    return rows;
  };
  return {
    async addAddresses(addresses, { transaction } = {}) {
      const insert = (names: string[]) =>
        `INSERT INTO ${prefix}deposit_addresses (address) VALUES (${names.join('), (')}) ON CONFLICT DO NOTHING`;
      rejectOtherForms(addresses);
      await runForEach(addresses, insert, transaction);
    },
    async findAddresses(addresses) {
      const find = (names: string[]) =>
        `SELECT address FROM ${prefix}deposit_addresses WHERE address IN (${names.join(', ')})`;
      const rows = (await runForEach(addresses, find)) as { address: string }[];
      return rows.map(({ address }) => address);
    },
    async readWatch(name) {
      const [row] = await run(`SELECT version, state FROM ${prefix}deposit_watches WHERE name = $1`, [name]);
      if (row === undefined) return undefined;
      const { version, state } = row as { version: number | bigint; state: string };
      return { name, version: Number(version), state };
    },
    async moveWatch({ name, version, state }, transaction) {
      if (lock !== undefined) await run(lock, [], transaction);
      const statement =
        version === 1
          ? `INSERT INTO ${prefix}deposit_watches (state, name, version) VALUES ($1, $2, $3)
             ON CONFLICT DO NOTHING RETURNING name`
          : `UPDATE ${prefix}deposit_watches SET state = $1, version = $3
             WHERE name = $2 AND version = $3 - 1 RETURNING name`;
      return (await run(statement, [state, name, version], transaction)).length === 1;
    },
    async getDeposits(ids, transaction) {
      const find = (names: string[]) => `${select} id IN (${names.join(', ')})`;
      return ((await runForEach(ids, find, transaction)) as Row[]).map(recordOfRow);
    },
    async listDeposits({ watch, afterBlock }, transaction) {
      const list = `${select} watch = $1 AND block_number > $2 ORDER BY block_number, id`;
      return ((await run(list, [watch, afterBlock], transaction)) as Row[]).map(recordOfRow);
    },
    async putDeposits(records, transaction) {
      const put = `INSERT INTO ${prefix}deposits (id, watch, status, version, block_number, value)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (id) DO UPDATE SET watch = excluded.watch, status = excluded.status, version = excluded.version,
          value = excluded.value, block_number = excluded.block_number`;
      for (const { id, watch, status, version, blockNumber, value } of records)
        await run(put, [id, watch, status, version, blockNumber, value], transaction);
    },
  };
}
