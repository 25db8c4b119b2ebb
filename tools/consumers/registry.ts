// A registry on this machine that has the packages of one scope and nothing else.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface Registry {
  readonly url: string;
  /** The lines of an `.npmrc` with which the scope's packages are read and published here. */
  readonly npmrc: string;
  /** Publishes a packed package. */
  readonly publish: (tarball: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const START_MS = 30_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port on the loopback interface is free');
  return address.port;
}

/**
 * Starts verdaccio on a free port of the loopback interface.
 *
 * @param folder - an empty folder for its files
 * @param scope - the packages it has: `@coin`
 * @throws Error when it does not answer within half a minute, with its output
 */
export async function startRegistry(folder: string, scope: string): Promise<Registry> {
  mkdirSync(folder, { recursive: true });
  const everyone = 'access: $all, publish: $all, unpublish: $all';
  writeFileSync(
    join(folder, 'config.yaml'),
    `storage: ./storage\nauth: { htpasswd: { file: ./htpasswd } }\nuplinks: {}\npackages: { '${scope}/*': { ${everyone} } }\nlog: { type: stdout, level: warn }\n`,
  );
  const manifest = createRequire(import.meta.url).resolve('verdaccio/package.json');
  const listen = `127.0.0.1:${await freePort()}`;
  const command = [join(dirname(manifest), 'bin/verdaccio'), '--config', 'config.yaml', '--listen', listen];
  const server = spawn(process.execPath, command, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const stop = async () => {
    if (server.exitCode === null && server.kill()) await once(server, 'exit');
  };
  const url = `http://${listen}/`;
  const end = Date.now() + START_MS;
  while (!(await answers(url))) {
    if (server.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error(`The registry at ${url} did not start:\n${output}`);
    }
    await sleep(100);
  }
  const npmrc = `${scope}:registry=${url}\n//${listen}/:_authToken=anyone\n`;
  writeFileSync(join(folder, '.npmrc'), npmrc);
  const publish = async (tarball: string): Promise<void> => {
    await promisify(execFile)('npm', ['publish', tarball, '--ignore-scripts', '--loglevel=error'], { cwd: folder });
  };
  return { url, npmrc, publish, stop };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(new URL('-/ping', url))).ok;
  } catch {
    return false;
  }
}
