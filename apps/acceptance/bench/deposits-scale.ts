// Measures a watch of deposits over PostgreSQL beside a table of few addresses and one of millions: blocks and deposits a
// second, statements a block, and memory. Half of the transfers pay an address of the table. Only a missing deposit ends
// it with code 1. The node is in the same process, so its time counts too.
import { parseArgs } from 'node:util';
import { createMockNode } from '@coin/mock-node';
import { watchDeposits } from '@coin/payments';
import { createPostgresDepositStore, migrate } from '@coin/payments/postgres';
import { broadcastTransaction, createNodeClient, createTransaction, signTransaction, type Address } from '@coin/rpc';
import { toAddress } from '@coin/rpc/address';
import { createKeySigner } from '@coin/rpc/signer';
import { startPostgres } from '@coin/test-kit/postgres-server';
import { Pool } from 'pg';
import { resetStatements } from './scale/statements.ts';

const { values } = parseArgs({
  options: {
    addresses: { type: 'string', default: '100000' },
    blocks: { type: 'string', default: '250' },
    transfers: { type: 'string', default: '20' },
  },
});
const [addresses, blocks, transfers] = [Number(values.addresses), Number(values.blocks), Number(values.transfers)];
const addressOf = (index: number): Address => toAddress(`41${index.toString(16).padStart(40, '0')}`);
const watched = Array.from({ length: 1000 }, (_, index) => addressOf(2 * index + 1));

await using stack = new AsyncDisposableStack();
const postgres = stack.use(await startPostgres({ settings: ['shared_preload_libraries=pg_stat_statements'] }));
const pool = stack.adopt(new Pool({ connectionString: postgres.url }), (opened) => opened.end());
// The server ends idle connections when it stops.
pool.on('error', () => {});
await pool.query('CREATE EXTENSION pg_stat_statements');
await migrate({ pool });
const store = createPostgresDepositStore({ pool });
await store.addAddresses(watched);

const node = createMockNode({ mining: { kind: 'manual' } });
const client = createNodeClient({ transport: node });
const signer = createKeySigner(node.accounts[0]?.privateKey ?? '');
for (let block = 0, index = 0; block < blocks; block++) {
  for (let made = 0; made < transfers; made++, index++)
    await broadcastTransaction(
      client,
      await signTransaction(
        await createTransaction(client, { owner: signer.address, to: addressOf(index % 2000), amount: 1n }),
        signer,
      ),
    );
  node.mine();
}
node.mine(30);

async function watch(title: string): Promise<void> {
  await resetStatements(pool);
  const start = performance.now();
  let deposits = 0;
  for await (const { save } of watchDeposits({ client, store, name: title, fromBlock: 1, toBlock: blocks })) {
    const transaction = await pool.connect();
    try {
      await transaction.query('BEGIN');
      for (const { kind } of await save(transaction)) if (kind === 'confirmed') deposits++;
      await transaction.query('COMMIT');
    } finally {
      transaction.release();
    }
  }
  const seconds = (performance.now() - start) / 1000;
  const statements = await pool.query<{ calls: number }>(
    `SELECT sum(calls)::float8 AS calls FROM pg_stat_statements WHERE query !~ 'pg_stat_statements'`,
  );
  console.log(
    `${title}: ${Math.round(blocks / seconds)} blocks and ${Math.round(deposits / seconds)} deposits a second,`,
    `${((statements.rows[0]?.calls ?? 0) / blocks).toFixed(1)} statements a block,`,
    `${Math.round(process.memoryUsage().rss / 1e6)} MB resident`,
  );
  if (deposits !== (blocks * transfers) / 2) process.exitCode = 1;
  await pool.query('TRUNCATE coin_outbox.deposits');
}

await watch('warm-up');
await watch(`${watched.length} addresses`);
await pool.query(
  `INSERT INTO coin_outbox.deposit_addresses SELECT 'T' || left(md5(n::text) || md5((-n)::text), 33) FROM generate_series(1, $1) AS n`,
  [addresses],
);
await pool.query('VACUUM ANALYZE coin_outbox.deposit_addresses');
await watch(`${addresses + watched.length} addresses`);
