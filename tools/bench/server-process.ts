import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A server in a process of its own. */
export interface ServerProcess extends Disposable {
  readonly port: number;
  /** The CPU time it has used so far, milliseconds. */
  readonly cpuTime: () => Promise<number>;
}

/** Starts a script that calls {@link reportToParent}. */
export async function startServer(script: URL, args: readonly string[] = []): Promise<ServerProcess> {
  const child = fork(script, args);
  const ended = once(child, 'exit');
  const ask = async (): Promise<{ port: number; cpuTime: number }> => {
    const answer = once(child, 'message');
    child.send('report');
    const [message] = await Promise.race([answer, ended]);
    if (typeof message === 'object' && message !== null) return message;
    throw new Error(`${script.pathname} ended with exit code ${message} before it answered.`);
  };
  const { port } = await ask();
  return {
    port,
    cpuTime: async () => (await ask()).cpuTime,
    [Symbol.dispose]: () => {
      child.kill();
    },
  };
}

/** Starts a server that parses each request's body and prints the value of its path: the least a JSON server does. */
export const startBareServer = (answers: Readonly<Record<string, unknown>>): Promise<ServerProcess> =>
  startServer(new URL('bare-server.ts', import.meta.url), [JSON.stringify(answers)]);

/** In the server's process, once it listens: reports port and CPU time whenever the parent asks, and exits with it. */
export function reportToParent(port: number): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ port, cpuTime: (user + system) / 1000 });
  });
  process.on('disconnect', () => process.exit());
}
