import { once } from 'node:events';
import { type EndedPayment, type WorkerCommand, type WorkerMessage } from './messages.ts';
import { startProcess } from './start-process.ts';

/** The workers of the benchmark. */
export interface Fleet extends AsyncDisposable {
  /** Has all workers pay, or stops them and waits for that. */
  readonly send: (command: WorkerCommand) => Promise<void>;
  /** Returns the next payments that end. Rejects if a worker ends. */
  readonly collect: (count: number) => Promise<readonly EndedPayment[]>;
}

/** Starts workers, which wait for their first command. */
export async function startFleet(file: string, parameters: readonly string[], size: number): Promise<Fleet> {
  const workers = await Promise.all(Array.from({ length: size }, () => startProcess<'ready'>(file, parameters)));
  const failed = Promise.race(workers.map(({ ended }) => ended));
  failed.catch(() => {});
  let onEnded: (payment: EndedPayment) => void = () => {};
  for (const { child } of workers)
    child.on('message', (message: WorkerMessage) => {
      if (typeof message === 'object') onEnded(message);
    });
  return {
    async send(command) {
      const stopped = workers.map(async ({ child }) => {
        child.send(command);
        if (command === 'run') return;
        for (let message: WorkerMessage = 'ready'; message !== 'stopped';)
          [message] = (await once(child, 'message')) as [WorkerMessage];
      });
      await Promise.race([Promise.all(stopped), failed]);
    },
    async collect(count) {
      const payments: EndedPayment[] = [];
      const all = new Promise<void>((resolve) => {
        onEnded = (payment) => {
          payments.push(payment);
          if (payments.length === count) resolve();
        };
      });
      await Promise.race([all, failed]);
      return payments;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()));
    },
  };
}
