import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A server in a separate process. */
export interface ServerProcess extends Disposable {
  readonly port: number;
  /** The CPU time it has used so far, milliseconds. */
  readonly cpuTime: () => Promise<number>;
  /** The bytes that it holds, once what it no longer needs has been collected. */
  readonly heldBytes: () => Promise<number>;
}

export interface StartOptions {
  readonly args?: readonly string[];
  /** Its working directory; defaults to that of this process. */
  readonly folder?: string;
}

interface Report {
  readonly port: number;
  readonly cpuTime: number;
  readonly heldBytes: number;
}

/** Starts a script that calls {@link reportToParent}. */
export async function startServer(script: URL, { args = [], folder = '.' }: StartOptions = {}): Promise<ServerProcess> {
  const child = fork(script, args, { execArgv: ['--expose-gc'], cwd: folder });
  const ended = once(child, 'exit');
  const ask = async (what: 'time' | 'memory'): Promise<Report> => {
    const answer = once(child, 'message');
    child.send(what);
    const [message] = await Promise.race([answer, ended]);
    if (typeof message === 'object' && message !== null) return message as Report;
    throw new Error(`${script.pathname} ended with exit code ${message} before it answered.`);
  };
  const { port } = await ask('time');
  return {
    port,
    cpuTime: async () => (await ask('time')).cpuTime,
    heldBytes: async () => (await ask('memory')).heldBytes,
    [Symbol.dispose]: () => {
      child.kill();
    },
  };
}

/** Starts a server that parses each request's body and prints the value of its path: the least a JSON server does. */
export const startBareServer = (answers: Readonly<Record<string, unknown>>): Promise<ServerProcess> =>
  startServer(new URL('bare-server.ts', import.meta.url), { args: [JSON.stringify(answers)] });

/** In the server's process, once it listens: reports the numbers that the parent asks for, and exits with it. */
export function reportToParent(port: number): void {
  process.on('message', (what) => {
    if (what === 'memory') globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.({ port, cpuTime: (user + system) / 1000, heldBytes: heapUsed + external } satisfies Report);
  });
  process.on('disconnect', () => process.exit());
}
