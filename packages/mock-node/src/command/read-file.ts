import { readFileSync } from 'node:fs';
import { messageOf, UsageError } from './usage-error.ts';

const fileProblems: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EISDIR', 'it is a directory'],
]);

/** @throws UsageError */
export function readText(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw new UsageError(`${flag} ${file} cannot be read: ${fileProblems.get(code) ?? messageOf(error)}`);
  }
}

/** @throws UsageError */
export function readJson(flag: string, file: string): unknown {
  try {
    return JSON.parse(readText(flag, file));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${flag} ${file} is not valid JSON: ${error.message}`);
    throw error;
  }
}
