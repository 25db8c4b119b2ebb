import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '@coin/examples/free-port';

/** A private Redis server on a free port of the loopback interface. */
export interface RedisServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Ends it immediately, without a chance to write anything more. */
  readonly kill: () => Promise<void>;
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
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', ...persistence, ...cluster];
  const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child, 'spawn');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('Ready to accept connections')) break;
  }
  if (child.exitCode !== null) throw new Error(`redis-server exited with code ${child.exitCode}`);
  child.stdout.resume();
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  };
}
