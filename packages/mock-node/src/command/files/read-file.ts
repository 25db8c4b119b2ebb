import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { messageOf, UsageError } from '../usage-error.ts';

const fileProblems: ReadonlyMap<unknown, string> = new Map([['ENOENT', 'there is no such file']]);

/** A description or a report takes a few kilobytes. */
const MAX_JSON_BYTES = 16 * 1024 * 1024;
/** JavaScript engines do not support longer strings. */
export const MAX_STATE_BYTES = 512 * 1024 * 1024 - 1024;

/** @throws UsageError for a file that cannot be read, is not a regular file, or is too large. */
export function readText(flag: string, file: string, maxBytes: number): string {
  try {
    // Opening a pipe could block forever.
    checkRegular(statSync(file));
    const descriptor = openSync(file, 'r');
    try {
      checkRegular(fstatSync(descriptor));
      return readAtMost(descriptor, maxBytes);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw new UsageError(`${flag} ${file} cannot be read: ${fileProblems.get(code) ?? messageOf(error)}`);
  }
}

function checkRegular(stats: ReturnType<typeof fstatSync>): void {
  if (stats.isDirectory()) throw new Error('it is a directory');
  if (!stats.isFile()) throw new Error('it is not a regular file');
}

/** Does not rely on the file's size, which changes if the file grows and is made up for some system files. */
function readAtMost(descriptor: number, maxBytes: number): string {
  const { size } = fstatSync(descriptor);
  const parts: Buffer[] = [];
  let length = size > maxBytes ? size : 0;
  while (length <= maxBytes) {
    const part = Buffer.allocUnsafe(Math.max(65_536, Math.min(size - length, maxBytes) + 1));
    const read = readSync(descriptor, part);
    if (read === 0) return Buffer.concat(parts).toString('utf8');
    parts.push(part.subarray(0, read));
    length += read;
  }
  throw new Error(`it has more than ${maxBytes} bytes`);
}

/** @throws UsageError */
export function readJson(flag: string, file: string): unknown {
  try {
    return JSON.parse(readText(flag, file, MAX_JSON_BYTES));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${flag} ${file} is not valid JSON: ${error.message}`);
    throw error;
  }
}
