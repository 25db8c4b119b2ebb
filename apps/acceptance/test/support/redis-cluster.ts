// Real time: the nodes of a cluster find each other.
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@coin/test-kit/free-port';
import { vi } from 'vitest';
import { startRedis } from './redis-server.ts';

const MASTERS = 3;

const run = promisify(execFile);

/** A private Redis Cluster of three masters without replicas. */
export interface RedisCluster extends AsyncDisposable {
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
}

/** Starts a cluster that keeps each change in `folder` before it answers. Resolves when all its slots are served. */
export async function startRedisCluster({ folder }: { folder: string }) {
  await using started = new AsyncDisposableStack();
  const nodes: { host: string; port: number }[] = [];
  const addresses: string[] = [];
  for (let index = 0; index < MASTERS; index++) {
    const ownFolder = join(folder, `node-${index}`);
    await mkdir(ownFolder);
    const clusterPort = await freePort();
    const { port } = started.use(await startRedis({ folder: ownFolder, clusterPort }));
    nodes.push({ host: '127.0.0.1', port });
    addresses.push(`127.0.0.1:${port}@${clusterPort}`);
  }
  await run('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes']);
  for (const { port } of nodes) {
    const requireReady = async () => {
      const { stdout } = await run('redis-cli', ['-p', String(port), 'cluster', 'info']);
      if (!stdout.includes('cluster_state:ok')) throw new Error(stdout);
    };
    await vi.waitFor(requireReady, { timeout: 60_000 });
  }
  const servers = started.move();
  return { nodes, [Symbol.asyncDispose]: () => servers.disposeAsync() } satisfies RedisCluster;
}
