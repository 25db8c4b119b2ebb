import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '@coin/test-kit/free-port';

/** A private Redis server on a free port of the loopback interface. */
export interface RedisServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Ends it immediately, without a chance to write anything more. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port, after it has ended. */
  readonly start: () => Promise<void>;
  /** Makes writes beyond this size of a file fail, as those to a full disk do, which end the server. */
  readonly limitFiles: (bytes: number) => Promise<unknown>;
}

/** Options of {@link startRedis}. */
interface RedisServerOptions {
  readonly folder?: string;
  /** The port for the other nodes of a cluster; without it the server is not a node of one. */
  readonly clusterPort?: number;
}

/**
 * Starts redis-server and resolves when it accepts connections. It keeps nothing, or in `folder` each change before it
 * answers.
 */
export async function startRedis({ folder, clusterPort }: RedisServerOptions = {}): Promise<RedisServer> {
  const port = await freePort();
  const persistence =
    folder === undefined ? ['--appendonly', 'no'] : ['--appendonly', 'yes', '--appendfsync', 'always', '--dir', folder];
  const cluster = clusterPort === undefined ? [] : ['--cluster-enabled', 'yes', '--cluster-port', String(clusterPort)];
  const server = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--repl-diskless-sync-delay', '0'];
  const options = [...server, ...persistence, ...cluster];
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    const started = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
    child = started;
    await once(started, 'spawn');
    for await (const line of createInterface({ input: started.stdout })) {
      if (line.includes('Ready to accept connections')) break;
    }
    if (started.exitCode !== null) throw new Error(`redis-server exited with code ${started.exitCode}`);
    started.stdout.resume();
  };
  // A replica that writes its first log ignores SIGTERM.
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    limitFiles: (bytes) => promisify(execFile)('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:`]),
    [Symbol.asyncDispose]: kill,
  };
}
