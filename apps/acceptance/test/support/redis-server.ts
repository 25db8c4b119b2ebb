import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '@coin/examples/free-port';

/** A private Redis server on a free port of the loopback interface. */
export interface RedisServer extends AsyncDisposable {
  readonly url: string;
  /** Ends it immediately, without a chance to write anything more. */
  readonly kill: () => Promise<void>;
}

/**
 * Starts redis-server and resolves when it accepts connections. It keeps nothing, or in `folder` each change before it
 * answers.
 */
export async function startRedis({ folder }: { folder?: string } = {}): Promise<RedisServer> {
  const port = await freePort();
  const persistence =
    folder === undefined ? ['--appendonly', 'no'] : ['--appendonly', 'yes', '--appendfsync', 'always', '--dir', folder];
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', ...persistence], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
    url: `redis://127.0.0.1:${port}`,
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  };
}
