import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { messageOf, UsageError } from './usage-error.ts';

/** Whoever reads the file finds the old state or the new one, whole, even if the machine stops in between. */
export function replaceFile(file: string, text: string): void {
  const beside = besideOf(file);
  try {
    writeFileSync(beside, text, { flush: true });
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** @throws UsageError where a file cannot be written, so that nobody learns it at the end. */
export function checkWritable(flag: string, file: string): void {
  const beside = besideOf(file);
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a directory');
    writeFileSync(beside, '');
    rmSync(beside);
  } catch (error) {
    throw new UsageError(`${flag} ${file} cannot be written: ${messageOf(error)}`);
  }
}

function besideOf(file: string): string {
  return `${file}.${process.pid}.tmp`;
}
