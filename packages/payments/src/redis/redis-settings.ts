import { PaymentsError, reasonOf } from '../errors.ts';
import { requireSafe } from '../store/require-settings.ts';

/**
 * Source: redis.io/docs, Persistence, and redis.conf: `everysec` loses up to a second, `no-appendfsync-on-rewrite` all
 * that is written during a rewrite, and the policies `allkeys-…` remove keys that never expire.
 */
const SETTINGS: readonly { name: string; isSafe: (value: string) => boolean; expected: string }[] = [
  { name: 'appendonly', isSafe: (value) => value === 'yes', expected: 'yes' },
  { name: 'appendfsync', isSafe: (value) => value === 'always', expected: 'always' },
  { name: 'no-appendfsync-on-rewrite', isSafe: (value) => value === 'no', expected: 'no' },
  { name: 'maxmemory-policy', isSafe: (value) => !value.startsWith('allkeys-'), expected: 'noeviction' },
];

/** The value in an answer: a list of name and value, or a map in the newer protocol. */
function valueOf(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer[1];
  return answer instanceof Map ? [...answer.values()][0] : Object.values(Object(answer) as object)[0];
}

/** Throws `STORE_UNSAFE` if a Redis server can lose a change that it has confirmed, or does not say so. */
export async function checkRedisSettings(
  send: (command: string, ...parameters: string[]) => Promise<unknown>,
): Promise<void> {
  const read = [];
  for (const { name, isSafe, expected } of SETTINGS) {
    const value = valueOf(
      await send('CONFIG', 'GET', name).catch((cause: unknown) => {
        const settings = `the server does not show its settings (${reasonOf(cause)})`;
        throw new PaymentsError('STORE_UNSAFE', { settings }, { cause });
      }),
    );
    const shown = typeof value === 'string' ? value : 'unknown';
    read.push({ name, value: shown, isSafe: isSafe(shown), expected });
  }
  requireSafe(read);
}
