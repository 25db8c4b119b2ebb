/** A mistake on the command line or in a file that it names: reported in one line, exit code 2. */
export class UsageError extends Error {}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
