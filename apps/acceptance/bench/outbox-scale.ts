// Measures the outbox on PostgreSQL with 8 worker processes and four hot wallets: payments a second, the time from
// `enqueue` to the broadcast, and SQL statements a payment. It pays with empty tables and again beside finished
// payments, and has pg-boss complete as many empty jobs. Times depend on the machine, so only a wrong balance or status
// ends it with code 1. One process serves the node to all workers, which limits the throughput.
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createOutboxQueue } from '@coin/payments';
import { createPostgresStore, migrate } from '@coin/payments/postgres';
import { createNodeClient, getBalance } from '@coin/rpc';
import { bundleProcess } from '@coin/test-kit/bundle-process';
import { startPostgres } from '@coin/test-kit/postgres-server';
import { Pool } from 'pg';
import { addFinished } from './scale/finished-payments.ts';
import { startFleet } from './scale/fleet.ts';
import { measureJobs } from './scale/job-queue.ts';
import { type EndedPayment, type NodeMessage } from './scale/messages.ts';
import { payBacklog, paySteadily } from './scale/pay-phase.ts';
import { formatMeasured, type Measured } from './scale/scale-table.ts';
import { startProcess } from './scale/start-process.ts';
import { countJobStatements, readSize, readStatements, resetStatements } from './scale/statements.ts';
import { createWithdrawals, findDifferences, type Withdrawal } from './scale/withdrawals.ts';

const WORKERS = 8;
const WALLETS = 4;
const WARM_UP = 40;
/** The share of the withdrawals that arrive at a steady rate, for a minute at most. */
const STEADY_SHARE = 0.2;
const STEADY_SECONDS = 60;

const { values } = parseArgs({
  options: {
    withdrawals: { type: 'string', default: '500' },
    finished: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '10' },
    concurrency: { type: 'string', default: '50' },
  },
});
const [withdrawals, finished, rate] = [Number(values.withdrawals), Number(values.finished), Number(values.rate)];
const { concurrency } = values;
const loads = [loadavg()];

await using stack = new AsyncDisposableStack();
const settings = ['shared_preload_libraries=pg_stat_statements', 'max_connections=200', 'shared_buffers=512MB'];
const postgres = stack.use(await startPostgres({ settings: [...settings, 'max_wal_size=8GB'] }));
const pool = stack.adopt(new Pool({ connectionString: postgres.url }), (opened) => opened.end());
// The server ends idle connections when it stops.
pool.on('error', () => {});
await pool.query('CREATE EXTENSION pg_stat_statements');
await migrate({ pool });
const nodeBundle = stack.use(await bundleProcess(join(import.meta.dirname, 'scale/node-process.ts')));
const node = stack.use(await startProcess<NodeMessage>(nodeBundle.file, [String(WALLETS)]));
const { url, accounts } = node.ready;
const client = createNodeClient({ transport: url });
const wallets = accounts.map(({ address }) => address);
const keys = accounts.map(({ privateKey }) => privateKey).join(',');
const bundle = stack.use(await bundleProcess(join(import.meta.dirname, 'scale/worker-process.ts')));
const fleet = stack.use(await startFleet(bundle.file, [postgres.url, url, keys, concurrency], WORKERS));

const queue = createOutboxQueue({ store: createPostgresStore({ pool }) });
const initial = new Map<string, bigint>();
for (const address of wallets) initial.set(address, await getBalance(client, { address }));
const create = createWithdrawals(wallets);
const paid: Withdrawal[] = [];
const ended: EndedPayment[] = [];

async function payAll(title: string): Promise<Measured> {
  const steadyCount = Math.min(Math.round(withdrawals * STEADY_SHARE), STEADY_SECONDS * rate);
  const steadily = create(`${title} steady`, steadyCount);
  const atOnce = create(`${title} backlog`, withdrawals - steadyCount);
  await resetStatements(pool);
  const steady = await paySteadily(fleet, queue, { withdrawals: steadily, perSecond: rate });
  const steadyStatements = await readStatements(pool);
  await resetStatements(pool);
  const backlog = await payBacklog(fleet, queue, atOnce);
  const statements = await readStatements(pool);
  const size = await readSize(pool);
  paid.push(...steadily, ...atOnce);
  ended.push(...steady.ended, ...backlog.ended);
  return { title, size, steady, steadyStatements, backlog, statements };
}

/** The first run after a while compares the last blocks with the store, which is not part of a phase. */
async function warmUp(title: string): Promise<string> {
  const withdrawals = create(title, WARM_UP);
  ended.push(...(await payBacklog(fleet, queue, withdrawals)).ended);
  paid.push(...withdrawals);
  return withdrawals[0]?.id ?? '';
}

const template = await warmUp('warm-up');
const empty = await payAll('empty tables');
await addFinished(pool, { template, count: finished });
await warmUp('second warm-up');
const filled = await payAll(`${finished.toLocaleString('en')} finished`);
await resetStatements(pool);
const jobs = empty.backlog.ended.length;
const jobsPerSecond = await measureJobs(postgres.url, { jobs, workers: WORKERS, batchSize: Number(concurrency) });
const jobStatements = (await countJobStatements(pool)) / jobs;
const differences = await findDifferences(client, { withdrawals: paid, ended, initial });
loads.push(loadavg());

console.log(formatMeasured([empty, filled], { rate, jobsPerSecond, jobStatements }));
console.log(`${paid.length} withdrawals by ${WORKERS} workers with ${concurrency} each at the same time`);
console.log(`${differences.length} differences between withdrawals, balances and fees`, ...differences.slice(0, 20));
const [start, end] = loads.map((load) => load.map((each) => each.toFixed(1)).join(' '));
console.log(`load average at the start ${start}, at the end ${end}`);
if (differences.length > 0 || ended.length !== paid.length) process.exitCode = 1;
