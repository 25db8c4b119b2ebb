// A worker of pg-boss that does nothing with each job. It starts after its first message, and sends the number of jobs
// in each batch. Arguments: the URL of PostgreSQL, the queue, the size of a batch.
import { once } from 'node:events';
import { PgBoss } from 'pg-boss';

const [connectionString = '', queue = '', batchSize] = process.argv.slice(2);
const boss = new PgBoss({ connectionString, supervise: false, schedule: false, migrate: false });
boss.on('error', (error) => {
  throw error;
});
await boss.start();
process.send?.('ready');
await once(process, 'message');
const polling = { batchSize: Number(batchSize), burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 };
await boss.work(queue, polling, async (jobs) => void process.send?.(jobs.length));
