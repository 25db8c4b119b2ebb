import { useVirtualTime } from '@coin/examples/virtual-time';
import { describe, expect, test, vi } from 'vitest';
import { jsonResponse } from '../support/client-with-answers.ts';
import { testClient } from '../support/test-client.ts';

/** Time stands still between calls, so the order of endpoints is decided by what happened, and not by when. */
useVirtualTime();

const COOLDOWN_MS = 30_000;
const down = () => {
  throw new TypeError('fetch failed');
};
const lacksThePath = () => new Response('no such path', { status: 404 });
const GENESIS = '0'.repeat(16) + 'a'.repeat(48);

type Answers = Readonly<Record<string, () => Response | Promise<Response>>>;

/** A client of endpoints that are named by letters, and what its calls asked; `answers` says how each one fails. */
function clientOf(letters: string) {
  const asked: string[] = [];
  let answers: Answers = {};
  const client = testClient({
    endpoints: letters.split('').map((letter) => `http://${letter}.example`),
    genesisId: GENESIS,
    retryDelayMs: 0,
    cooldownMs: COOLDOWN_MS,
    fetch: async (input) => {
      const { hostname, pathname } = new URL((input as Request).url);
      const letter = hostname.slice(0, 1);
      if (pathname.endsWith('/getblockbynum')) return jsonResponse(`{"blockID":"${GENESIS}"}`);
      asked.push(letter);
      return (await answers[letter]?.()) ?? jsonResponse('{"ok":1}');
    },
  });
  /** Makes a call while endpoints answer so, and returns which it asked. */
  const call = async (whileAnswering: Answers = {}): Promise<string> => {
    answers = whileAnswering;
    const before = asked.length;
    await client.request('/wallet/getaccount', {});
    return asked.slice(before).join('');
  };
  return { client, call };
}

describe('an endpoint that failed', () => {
  test('rests no longer once it answers, so it stays in use when the one in its place lacks only a path', async () => {
    const { call, client } = clientOf('ab');
    expect(await call({ a: down })).toBe('ab');
    expect(await call({ b: lacksThePath })).toBe('ba');
    expect(client.endpoint).toBe('http://a.example');
    expect(await call()).toBe('a');
    expect(await call()).toBe('a');
  });

  test('rests on when a request that was sent to it before the failure is answered', async () => {
    const { call } = clientOf('ba');
    const late = Promise.withResolvers<Response>();
    const isAsked = Promise.withResolvers<void>();
    const early = call({ b: lacksThePath, a: () => (isAsked.resolve(), late.promise) });
    await isAsked.promise;
    vi.setSystemTime(Date.now() + 1000);
    await expect(call({ b: lacksThePath, a: down })).rejects.toMatchObject({ name: 'RpcError' });
    late.resolve(jsonResponse('{"ok":1}'));
    await early;
    expect(await call()).toBe('b');
  });

  test('rests after each failure anew', async () => {
    const { call } = clientOf('abc');
    expect(await call({ a: down })).toBe('ab');
    vi.setSystemTime(Date.now() + COOLDOWN_MS / 2);
    expect(await call({ b: down })).toBe('bc');
    vi.setSystemTime(Date.now() + COOLDOWN_MS / 2 + 1);
    // The first one has rested for long enough, the second one has not.
    expect(await call({ c: down })).toBe('ca');
  });

  test('is asked again before its cooldown ends when all others fail too, the one that failed first of all', async () => {
    const { call } = clientOf('abc');
    expect(await call({ a: down })).toBe('ab');
    vi.setSystemTime(Date.now() + 1000);
    expect(await call({ b: down })).toBe('bc');
    vi.setSystemTime(Date.now() + 1000);
    expect(await call({ c: down })).toBe('ca');
    expect(await call()).toBe('a');
  });
});
