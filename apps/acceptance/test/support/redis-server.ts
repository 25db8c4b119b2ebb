import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';

/** A private Redis server on a free port of the loopback interface, without persistence. */
export interface RedisServer extends AsyncDisposable {
  readonly url: string;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts redis-server and resolves when it accepts connections. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(child, 'spawn');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('Ready to accept connections')) break;
  }
  if (child.exitCode !== null) throw new Error(`redis-server exited with code ${child.exitCode}`);
  child.stdout.resume();
  return {
    url: `redis://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
