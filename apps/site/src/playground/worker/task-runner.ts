import { proxy, type Remote, wrap } from 'comlink';
import { type ReportProgress } from './progress.ts';
import { type TaskInput, type TaskName, type TaskOutput, type TaskWorker } from './tasks.ts';

/** What a promise of a task rejects with that was stopped. */
export class TaskStopped extends Error {
  override readonly name = 'TaskStopped';
}

/** Runs tasks away from the page's thread, which stays free whatever a contract does. */
export interface TaskRunner {
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>, report?: ReportProgress): Promise<TaskOutput<Name>>;
  /** Ends the worker and all of its tasks, which reject with {@link TaskStopped}; the next task starts another one. */
  stop(): void;
}

/** The part of a worker that is needed here. */
export type WorkerLike = Parameters<typeof wrap>[0] & Pick<Worker, 'terminate' | 'addEventListener'>;

interface Running {
  readonly remote: Remote<TaskWorker>;
  readonly worker: WorkerLike;
  /** Never resolves; rejects when the worker has ended. */
  readonly ended: Promise<never>;
  readonly end: (reason: Error) => void;
}

/**
 * @param start - starts a worker, at the first task and after each stop
 */
export function createTaskRunner(start: () => WorkerLike): TaskRunner {
  let running: Running | undefined;

  function open(): Running {
    const worker = start();
    const { promise: ended, reject: end } = Promise.withResolvers<never>();
    // A worker without tasks may end too.
    ended.catch(() => undefined);
    worker.addEventListener('error', () => {
      close(new Error('The worker of this page failed or cannot be loaded: reload the page.'));
    });
    return { remote: wrap<TaskWorker>(worker), worker, ended, end };
  }

  function close(reason: Error): void {
    running?.worker.terminate();
    running?.end(reason);
    running = undefined;
  }

  return {
    run<Name extends TaskName>(name: Name, input: TaskInput<Name>, report: ReportProgress = () => undefined) {
      running ??= open();
      const { remote, ended } = running;
      const output: Promise<unknown> = remote.run(name, input, proxy(report));
      // Comlink's types lose the relation of a name to its output.
      return Promise.race([output, ended]) as Promise<TaskOutput<Name>>;
    },
    stop: () => close(new TaskStopped('The task was stopped.')),
  };
}
