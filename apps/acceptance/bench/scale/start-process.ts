import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';

/** A process of the benchmark. */
export interface StartedProcess<Ready> extends AsyncDisposable {
  readonly child: ChildProcess;
  /** Its first message. */
  readonly ready: Ready;
  /** Rejects when it ends. */
  readonly ended: Promise<never>;
}

/** Starts a process, and resolves with its first message. */
export async function startProcess<Ready>(file: string, parameters: readonly string[]): Promise<StartedProcess<Ready>> {
  const child = fork(file, parameters);
  const ended = once(child, 'exit').then(([code, signal]): never => {
    throw new Error(`${basename(file)} ended with ${signal ?? `code ${code}`}`);
  });
  const stop = async (): Promise<void> => {
    child.kill();
    await ended.catch(() => {});
  };
  const [ready] = (await Promise.race([once(child, 'message'), ended])) as [Ready];
  ended.catch(() => {});
  return { child, ready, ended, [Symbol.asyncDispose]: stop };
}
