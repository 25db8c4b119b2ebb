import { join } from 'node:path';
import { PgBoss } from 'pg-boss';
import { startProcess } from './start-process.ts';

const QUEUE = 'scale';
const BATCH = 1000;

/** Has processes of pg-boss complete empty jobs, and returns how many they complete a second. */
export async function measureJobs(
  connectionString: string,
  { jobs, workers, batchSize }: { jobs: number; workers: number; batchSize: number },
): Promise<number> {
  const boss = new PgBoss({ connectionString, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue(QUEUE);
  for (let done = 0; done < jobs; done += BATCH)
    await boss.insert(
      QUEUE,
      Array.from({ length: Math.min(BATCH, jobs - done) }, () => ({})),
    );
  await boss.stop();
  const file = join(import.meta.dirname, 'job-process.ts');
  const parameters = [connectionString, QUEUE, String(batchSize)];
  await using stack = new AsyncDisposableStack();
  const started = await Promise.all(
    Array.from({ length: workers }, async () => stack.use(await startProcess<'ready'>(file, parameters))),
  );
  let done = 0;
  const completed = new Promise<void>((resolve) => {
    for (const { child } of started)
      child.on('message', (count: number) => {
        done += count;
        if (done >= jobs) resolve();
      });
  });
  const startedAt = performance.now();
  for (const { child } of started) child.send('run');
  await Promise.race([completed, ...started.map(({ ended }) => ended)]);
  return (jobs * 1000) / (performance.now() - startedAt);
}
