import { closeSync, lstatSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { messageOf, UsageError } from '../usage-error.ts';
import { besideOf, targetOf } from './write-file.ts';

/** The process that uses a file, as recorded in the lock beside it. */
interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

/** Locks of this process. Its id cannot distinguish them from locks that an earlier process with that id left. */
const held = new Set<string>();

/**
 * Locks a file that this command replaces as a whole, because with two writers the last one would win. Takes over the
 * lock of a process that has died.
 *
 * @returns a function that releases the lock. The end of the process does too, unless it is killed.
 * @throws UsageError if another process uses the file or the lock cannot be written.
 */
export function lockFile(flag: string, file: string): () => void {
  const target = targetOf(file);
  const lock = `${target}.lock`;
  const own = JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() } satisfies Owner);
  while (!create(flag, file, { lock, text: own })) {
    const text = readLock(lock);
    if (text === undefined) continue;
    const owner = ownerIn(text);
    if (owner === undefined || isAlive(owner, lock)) throw inUse(flag, file, { lock, owner });
    if (remove(lock, text)) rmSync(besideOf(target, owner.pid), { force: true });
  }
  held.add(lock);
  const release = (): void => {
    process.off('exit', release);
    held.delete(lock);
    if (readLock(lock) === own) rmSync(lock, { force: true });
  };
  process.on('exit', release);
  return release;
}

/** @returns whether there was no lock before. */
function create(flag: string, file: string, { lock, text }: { readonly lock: string; readonly text: string }): boolean {
  try {
    const descriptor = openSync(lock, 'wx');
    writeSync(descriptor, text);
    closeSync(descriptor);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw new UsageError(`${flag} ${file} cannot be written: ${messageOf(error)}`);
  }
}

/** Undefined if the lock no longer exists; empty for anything that is not a file, such as a link or a pipe. */
function readLock(lock: string): string | undefined {
  try {
    return lstatSync(lock).isFile() ? readFileSync(lock, 'utf8') : '';
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? undefined : '';
  }
}

/**
 * Removes a lock with this text. Two processes may find it at the same time, and one may have replaced it with its own.
 */
function remove(lock: string, text: string): boolean {
  const aside = besideOf(lock, process.pid);
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  const isStale = readLock(aside) === text;
  if (isStale) rmSync(aside, { force: true });
  else renameSync(aside, lock);
  return isStale;
}

/** Undefined for a text that is not a lock. */
function ownerIn(text: string): Owner | undefined {
  try {
    const { pid, host, since } = Object(JSON.parse(text)) as Partial<Record<keyof Owner, unknown>>;
    return Number.isSafeInteger(pid) && typeof host === 'string'
      ? { pid: Number(pid), host, since: String(since) }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the owner may still be running. For a process on another machine this is unknown. */
function isAlive({ pid, host }: Owner, lock: string): boolean {
  if (host !== hostname()) return true;
  if (pid === process.pid) return held.has(lock);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

function inUse(
  flag: string,
  file: string,
  { lock, owner }: { readonly lock: string; readonly owner: Owner | undefined },
): UsageError {
  const who = owner === undefined ? 'another process' : `process ${owner.pid} on ${owner.host} since ${owner.since}`;
  return new UsageError(
    `${flag} ${file} is in use by ${who}. Stop it or name another file. If it no longer runs, delete ${lock}`,
  );
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
