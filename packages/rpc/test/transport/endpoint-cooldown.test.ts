import { type NodeClient } from '@coin/rpc';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test, vi } from 'vitest';
import { jsonResponse } from '../support/client-with-answers.ts';
import { testClient, type TestClientOptions } from '../support/test-client.ts';

/** Time stands still between calls, so the order of endpoints is decided by what happened, and not by when. */
useVirtualTime();

const COOLDOWN_MS = 30_000;
const down = () => {
  throw new TypeError('fetch failed');
};
const lacksThePath = () => new Response('no such path', { status: 404 });
const GENESIS = '0'.repeat(16) + 'a'.repeat(48);

const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response('', { status: code, headers });

type Answers = Readonly<Record<string, () => Response | Promise<Response>>>;

/** A client of endpoints that are named by letters, and what its calls asked; `answers` says how each one fails. */
function clientOf(letters: string, options: TestClientOptions = {}) {
  const asked: string[] = [];
  let answers: Answers = {};
  const client = testClient({
    endpoints: letters.split('').map((letter) => `http://${letter}.example`),
    genesisId: GENESIS,
    cooldownMs: COOLDOWN_MS,
    fetch: async (input) => {
      const { hostname, pathname } = new URL((input as Request).url);
      const letter = hostname.slice(0, 1);
      if (pathname.endsWith('/getblockbynum')) return jsonResponse(`{"blockID":"${GENESIS}"}`);
      asked.push(letter);
      return (await answers[letter]?.()) ?? jsonResponse('{"ok":1}');
    },
    ...options,
  });
  /** Makes a call while endpoints answer so, and returns which it asked. */
  const call = async (whileAnswering: Answers = {}): Promise<string> => {
    answers = whileAnswering;
    const before = asked.length;
    await client.request('/wallet/getaccount', {});
    return asked.slice(before).join('');
  };
  /** Makes a call that fails while endpoints answer so, and returns its error and which it asked. */
  const failure = async (
    whileAnswering: Answers,
    callOptions: Parameters<NodeClient['request']>[2] = {},
  ): Promise<[unknown, string]> => {
    answers = whileAnswering;
    const before = asked.length;
    const error: unknown = await client
      .request('/wallet/getaccount', {}, callOptions)
      .catch((thrown: unknown) => thrown);
    return [error, asked.slice(before).join('')];
  };
  return { client, call, failure };
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

/** The answers of an endpoint, one after another. */
const inTurn = (...responses: readonly (() => Response)[]) => {
  const rest = [...responses];
  return () => (rest.shift() ?? (() => jsonResponse('{"ok":1}')))();
};

describe('the endpoint in use', () => {
  test('stays in use after the one before it has rested', async () => {
    const { call, client } = clientOf('abc');
    expect(await call({ a: down })).toBe('ab');
    vi.setSystemTime(Date.now() + COOLDOWN_MS + 1);
    expect(client.endpoint).toBe('http://b.example');
    expect(await call()).toBe('b');
    expect(await call({ b: down })).toBe('bc');
  });

  test('is left while it rests by calls that have not failed, which report its error', async () => {
    const endpointSwitched = vi.fn<() => void>();
    const { call, failure, client } = clientOf('ab', { onSwitch: endpointSwitched });
    expect(await failure({ a: down, b: lacksThePath }, { retries: 0 })).toMatchObject([
      { code: 'NOT_SUPPORTED' },
      'ab',
    ]);
    expect(client.endpoint).toBe('http://b.example');
    expect(endpointSwitched).not.toHaveBeenCalled();
    expect(await call()).toBe('b');
    expect(endpointSwitched).toHaveBeenCalledExactlyOnceWith({
      from: 'http://a.example',
      to: 'http://b.example',
      error: expect.objectContaining({ code: 'NETWORK_FAILED', endpoint: 'http://a.example' }),
    });
  });

  test.each([
    [COOLDOWN_MS - 1, 'b'],
    [COOLDOWN_MS, 'a'],
    [COOLDOWN_MS + 1, 'a'],
  ])('after an answer of another, %d ms after it began to rest, is %s', async (ms, letter) => {
    const endpointSwitched = vi.fn<() => void>();
    const { call, failure, client } = clientOf('ab', { onSwitch: endpointSwitched, timeoutMs: 120_000 });
    await failure({ a: down, b: lacksThePath }, { retries: 0 });
    const late = () => new Promise<Response>((resolve) => setTimeout(() => resolve(jsonResponse('{}')), ms));
    expect(await call({ b: late })).toBe('b');
    expect(client.endpoint).toBe(`http://${letter}.example`);
    expect(endpointSwitched).toHaveBeenCalledTimes(letter === 'b' ? 1 : 0);
  });

  test('is not switched when it fails and then answers', async () => {
    const endpointSwitched = vi.fn<() => void>();
    const { call } = clientOf('ab', { onSwitch: endpointSwitched });
    expect(await call({ a: inTurn(status(503)), b: down })).toBe('aba');
    expect(endpointSwitched).not.toHaveBeenCalled();
  });
});

describe('a call', () => {
  test('does not repeat a request that an endpoint has rejected for good', async () => {
    const { failure } = clientOf('ab', { retries: 3 });
    expect(await failure({ a: status(401), b: status(503) })).toMatchObject([{ code: 'HTTP_STATUS' }, 'abbbb']);
    expect(await clientOf('ab', { retries: 3 }).failure({ a: lacksThePath, b: lacksThePath })).toMatchObject([
      { code: 'NOT_SUPPORTED', endpoint: 'http://a.example' },
      'ab',
    ]);
  });

  test('waits for the endpoint that asks for the shortest wait', async () => {
    const { call } = clientOf('ab');
    const started = Date.now();
    const limited = (seconds: number) => status(429, { 'retry-after': String(seconds) });
    expect(await call({ a: limited(60), b: inTurn(limited(5)) })).toBe('abb');
    expect(Date.now() - started).toBe(5000);
  });

  test.each<[string, readonly number[], string, number]>([
    ['a node that lacks the path', [401, 404, 503], 'b', 404],
    ['the first temporary failure', [503, 502, 500], 'a', 503],
    ['a temporary failure before others', [401, 503, 502], 'b', 503],
    ['the first failure', [402, 401, 400], 'a', 402],
  ])('rejects with %s of %j', async (_, statuses, letter, code) => {
    const [a = 0, b = 0, c = 0] = statuses;
    const { failure } = clientOf('abc', { retries: 0 });
    expect(await failure({ a: status(a), b: status(b), c: status(c) })).toMatchObject([
      { endpoint: `http://${letter}.example`, context: { status: code } },
      'abc',
    ]);
  });

  test('rejects with the last failure of an endpoint that it tried again', async () => {
    const { failure } = clientOf('ab', { retries: 1 });
    expect(await failure({ a: inTurn(status(503), status(500)), b: status(502) })).toMatchObject([
      { endpoint: 'http://a.example', context: { status: 500 } },
      'abab',
    ]);
  });

  test('sends a broadcast to the next endpoint only after a certain rejection', async () => {
    const broadcastTo = async (a: () => Response) => {
      const asked: string[] = [];
      const client = testClient({
        endpoints: ['http://a.example', 'http://b.example'],
        genesisId: GENESIS,
        retries: 5,
        fetch: async (input) => {
          const { hostname, pathname } = new URL((input as Request).url);
          if (pathname.endsWith('/getblockbynum')) return jsonResponse(`{"blockID":"${GENESIS}"}`);
          asked.push(hostname.slice(0, 1));
          return hostname === 'a.example' ? a() : jsonResponse('{"result":true}');
        },
      });
      await client.request('/wallet/broadcasttransaction', {}).catch(() => undefined);
      return asked.join('');
    };
    for (const rejected of [lacksThePath, status(401), status(429), status(400)])
      expect(await broadcastTo(rejected)).toBe('ab');
    for (const lost of [down, status(500), status(408), () => jsonResponse('')])
      expect(await broadcastTo(lost)).toBe('a');
  });
});
