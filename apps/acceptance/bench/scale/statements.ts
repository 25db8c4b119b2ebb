import { type Pool } from 'pg';

/** What statements of one kind have cost together. */
export interface StatementCost {
  readonly calls: number;
  /** Pages of 8 KiB that they have read, from memory or from the disk. */
  readonly pages: number;
  readonly rows: number;
  readonly milliseconds: number;
}

/** The statements of the store, by how they begin. */
const KINDS: readonly (readonly [kind: string, begins: RegExp])[] = [
  ['create', /^WITH created/],
  ['change', /^WITH old/],
  ['claim', /^WITH free/],
  ['renew', /^UPDATE .*SET claimed_until/s],
  ['get', /^SELECT .*WHERE key = /s],
  ['list', /^SELECT .*ORDER BY position/s],
  ['epoch', /pg_control_system/],
];

export const statementKinds: readonly string[] = [...KINDS.map(([kind]) => kind), 'other'];

export const resetStatements = async (pool: Pool): Promise<void> =>
  void (await pool.query('SELECT pg_stat_statements_reset()'));

/** The statements of all users since the last reset whose text contains one of these words. */
async function readRows(pool: Pool, words: string): Promise<readonly (StatementCost & { readonly query: string })[]> {
  const { rows } = await pool.query(
    `SELECT ltrim(query, E' \\n') AS query, calls::float8 AS calls, rows::float8 AS rows,
       (shared_blks_hit + shared_blks_read)::float8 AS pages, total_exec_time AS milliseconds
     FROM pg_stat_statements WHERE query ~ $1 AND query !~ 'pg_stat_statements'`,
    [words],
  );
  return rows;
}

/** The statements of the outbox since the last reset, by kind. */
export async function readStatements(pool: Pool): Promise<ReadonlyMap<string, StatementCost>> {
  const costs = new Map<string, StatementCost>();
  for (const row of await readRows(pool, 'coin_outbox|pg_control_system')) {
    const [kind] = KINDS.find(([, begins]) => begins.test(row.query)) ?? ['other'];
    const known = costs.get(kind) ?? { calls: 0, pages: 0, rows: 0, milliseconds: 0 };
    costs.set(kind, {
      calls: known.calls + row.calls,
      pages: known.pages + row.pages,
      rows: known.rows + row.rows,
      milliseconds: known.milliseconds + row.milliseconds,
    });
  }
  return costs;
}

/** How many statements pg-boss has run since the last reset. */
export const countJobStatements = async (pool: Pool): Promise<number> =>
  (await readRows(pool, 'pgboss')).reduce((sum, { calls }) => sum + calls, 0);

/** The size of the tables of the outbox with their indexes, such as `12 MB`. */
export async function readSize(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ size: string }>(
    `SELECT pg_size_pretty(sum(pg_total_relation_size(relid))) AS size FROM pg_stat_user_tables
     WHERE schemaname = 'coin_outbox'`,
  );
  return rows[0]?.size ?? '';
}
