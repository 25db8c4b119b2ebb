import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chown, glob, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

/** A private PostgreSQL server on a free port of the loopback interface. */
export interface PostgresServer extends AsyncDisposable {
  readonly url: string;
  /** The folder of its data, which only the server's user can read. */
  readonly folder: string;
  /** Ends it as a loss of power would: nothing more is written. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port, after it was killed. */
  readonly start: () => Promise<void>;
  /** Makes writes beyond this size of a file fail, as those to a full disk do. */
  readonly limitFiles: (bytes: number | 'unlimited') => Promise<void>;
}

/** The user that the server runs as: PostgreSQL starts for nobody who is root. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Where Debian's package has the programs of its newest release. */
async function programFolder(): Promise<string> {
  const folders = await Array.fromAsync(glob('/usr/lib/postgresql/*/bin'));
  const [newest] = folders.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  if (newest === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  return newest;
}

/** Resolves when a server that was started accepts connections. */
async function untilReady(child: ChildProcess): Promise<void> {
  await once(child, 'spawn');
  const { stderr } = child;
  if (stderr === null) throw new Error('the server has no output');
  const lines: string[] = [];
  for await (const line of createInterface({ input: stderr })) {
    if (/ready to accept (read-only )?connections/.test(line)) return void stderr.resume();
    lines.push(line);
  }
  throw new Error(`PostgreSQL did not start: ${lines.join('\n')}`);
}

/** Options of {@link startPostgres}. */
interface PostgresServerOptions {
  readonly settings?: readonly string[];
  /** The server whose data it begins with: a copy of this moment, or a standby whose replication breaks now. */
  readonly copyOf?: { readonly url: string; readonly as: 'primary' | 'standby' };
}

/** Starts PostgreSQL with a new folder of data, or with a copy of another server's data. */
export async function startPostgres({ settings = [], copyOf }: PostgresServerOptions = {}): Promise<PostgresServer> {
  const [programs, port, user] = [await programFolder(), await freePort(), serverUser()];
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const run = (program: string, ...options: string[]) => promisify(execFile)(program, options, { ...user });
  if (copyOf === undefined) {
    const initialize = ['-D', data, '-U', 'outbox', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
    await run(join(programs, 'initdb'), ...initialize);
  } else {
    await run(join(programs, 'pg_basebackup'), '-d', copyOf.url, '-D', data, '--checkpoint=fast', '--no-sync');
    if (copyOf.as === 'standby') await writeFile(join(data, 'standby.signal'), '');
  }
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    const given = settings.flatMap((setting) => ['-c', setting]);
    const options = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', ...given];
    child = spawn(join(programs, 'postgres'), options, { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
    try {
      await untilReady(child);
    } catch (error) {
      // Processes of the killed server still end.
      if (!String(error).includes('still in use')) throw error;
      await start();
    }
  };
  /** The server's process and one for each connection. */
  const processes = (): readonly number[] => {
    const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
    return [...children.split(' ').filter(Boolean), child.pid].map(Number);
  };
  const end = async (kill: () => unknown): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    kill();
    await ended;
  };
  await start();
  return {
    url: `postgres://outbox@127.0.0.1:${port}/postgres`,
    folder: data,
    kill: () =>
      end(() => {
        // It neither starts nor reaps another process meanwhile.
        child.kill('SIGSTOP');
        for (const pid of processes()) process.kill(pid, 'SIGKILL');
      }),
    start,
    async limitFiles(bytes) {
      const limit = (pid: number) => run('prlimit', '--pid', String(pid), `--fsize=${bytes}:`);
      // The processes that it starts from now on have its limit.
      await limit(Number(child.pid));
      // Some may have ended.
      await Promise.allSettled(processes().map(limit));
    },
    async [Symbol.asyncDispose]() {
      await end(() => child.kill('SIGINT'));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
