import { isMockNodeError } from '../errors.ts';

/** A mistake on the command line or in a file that it names. Reported in one line, with exit code 2. */
export class UsageError extends Error {}

/** An error's message in one line. */
export function messageOf(error: unknown): string {
  if (isMockNodeError(error)) return error.shortMessage;
  return error instanceof Error ? error.message : String(error);
}
