import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { messageOf, UsageError } from './usage-error.ts';

/** Whoever reads the file finds the old state or the new one, whole, even if the machine stops in between. */
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

/** @throws UsageError where a file cannot be written, so that nobody learns it at the end. */
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

/** The file that a path leads to through links, so that all paths of a file have one lock. */
export function targetOf(file: string): string {
  const path = resolve(file);
  return realPath(path) ?? join(realPath(dirname(path)) ?? dirname(path), basename(path));
}

/** Undefined where there is no such file. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Where a process writes before it replaces a file. */
export function besideOf(target: string, pid: number): string {
  return `${target}.${pid}.tmp`;
}
