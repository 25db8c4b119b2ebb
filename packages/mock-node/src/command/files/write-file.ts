import { readlinkSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { messageOf, UsageError } from '../usage-error.ts';

/** Replaces a file atomically. A reader finds the complete old or new content, even after a crash. */
export function replaceFile(file: string, text: string): void {
  const target = targetOf(file);
  const beside = besideOf(target, process.pid);
  try {
    writeFileSync(beside, text, { flush: true });
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Checks at the start that a file can be written. @throws UsageError */
export function checkWritable(flag: string, file: string): void {
  const target = targetOf(file);
  const beside = besideOf(target, process.pid);
  try {
    const stats = statSync(target, { throwIfNoEntry: false });
    if (stats?.isDirectory()) throw new Error('it is a directory');
    if (stats?.isFile() === false) throw new Error('it is not a regular file');
    writeFileSync(beside, '');
    rmSync(beside);
  } catch (error) {
    throw new UsageError(`${flag} ${file} cannot be written: ${messageOf(error)}`);
  }
}

/** Platforms follow no more. */
const MAX_LINKS = 40;

/**
 * Resolves links to the actual file, which need not exist yet, so all paths of a file share one lock. Of links in a
 * circle it returns one, which cannot be written.
 */
export function targetOf(file: string): string {
  let path = resolve(file);
  for (let links = 0; links < MAX_LINKS; links++) {
    const folder = realPath(dirname(path)) ?? dirname(path);
    path = join(folder, basename(path));
    const next = linkOf(path);
    if (next === undefined) break;
    path = resolve(folder, next);
  }
  return path;
}

/** Undefined if the file is not a link. */
function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** Undefined if the file does not exist. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** The temporary file that a process writes before it replaces the target. */
export function besideOf(target: string, pid: number): string {
  return `${target}.${pid}.tmp`;
}
