import { describe, expect, test, vi } from 'vitest';
import {
  concurrencyLimit,
  createNodeClient,
  getBalance,
  isRpcError,
  rateLimit,
  type NodeClientOptions,
} from '@coin/rpc';
import { clientAnswering, recordedResponse, type Asked } from './support/recordings.ts';

const judy = 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ';
const richest = 1_000_000_000_000_000n;
const fast = { retries: 2, retryDelayMs: 1 };
const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html' };

const balance = (client: Parameters<typeof getBalance>[0], options?: Parameters<typeof getBalance>[2]) =>
  getBalance(client, { address: judy }, options).catch((error: unknown) => {
    if (isRpcError(error)) return error;
    throw error;
  });

/** A body that never ends: chunk after chunk, or nothing after the first. */
const endless = (chunk: string, { again }: { again: boolean }) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(chunk));
    },
    async pull(controller) {
      if (again) controller.enqueue(new TextEncoder().encode(chunk));
      else await new Promise(() => {});
    },
  });

const hang = (_: Asked, signal: AbortSignal) =>
  new Promise<Response>((_resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
  });

describe('what a gateway or a broken connection gives', () => {
  const faults: [string, Parameters<typeof clientAnswering>[0], string, boolean][] = [
    ['401', new Response('key?', { status: 401 }), 'UNAUTHORIZED', false],
    ['403', new Response('forbidden', { status: 403 }), 'UNAUTHORIZED', false],
    ['403 with words of a limit', new Response('Exceed the user daily usage', { status: 403 }), 'RATE_LIMITED', true],
    ['429', new Response('', { status: 429 }), 'RATE_LIMITED', true],
    [
      'a limit at status 200',
      Response.json({ Error: 'request rate exceeded the allowed_rps(10), and the query server is suspended for 5s' }),
      'RATE_LIMITED',
      true,
    ],
    [
      'the node’s own limit at status 200',
      Response.json({ Error: 'class java.lang.IllegalAccessException : lack of computing resources' }),
      'RATE_LIMITED',
      true,
    ],
    [
      'an API switched off',
      Response.json({ Error: 'this API is unavailable due to config' }, { status: 404 }),
      'NOT_SUPPORTED',
      false,
    ],
    [
      'a lite node',
      new Response('this API is closed because this node is a lite fullnode', { headers: json }),
      'NOT_SUPPORTED',
      false,
    ],
    ['400', new Response('no', { status: 400 }), 'HTTP_STATUS', false],
    ['500', new Response('<html>', { status: 500, headers: html }), 'HTTP_STATUS', true],
    ['503', new Response('', { status: 503 }), 'HTTP_STATUS', true],
    [
      'a redirect',
      new Response('', { status: 302, headers: { location: 'http://elsewhere.example/' } }),
      'HTTP_STATUS',
      false,
    ],
    ['HTML with status 200', new Response('<html>hello</html>', { headers: html }), 'RESPONSE_NOT_JSON', true],
    ['JSON called text', new Response('{}', { headers: { 'content-type': 'text/plain' } }), 'RESPONSE_NOT_JSON', true],
    ['an empty body', new Response('', { headers: json }), 'RESPONSE_EMPTY', true],
    ['a truncated body', new Response('{"address":"TEzU2', { headers: json }), 'RESPONSE_NOT_JSON', true],
    [
      'two balances',
      new Response(`{"address":"${judy}","balance":1,"balance":2}`, { headers: json }),
      'RESPONSE_NOT_JSON',
      true,
    ],
    ['a reset', new TypeError('fetch failed', { cause: new Error('read ECONNRESET') }), 'NETWORK_FAILED', true],
    [
      'a body that breaks',
      () => new Response(new ReadableStream({ start: (c) => c.error(new TypeError('terminated')) }), { headers: json }),
      'NETWORK_FAILED',
      true,
    ],
    ['no answer', hang, 'TIMEOUT', true],
    ['a body that stalls', () => new Response(endless('{', { again: false }), { headers: json }), 'TIMEOUT', true],
    [
      'an endless body',
      () => new Response(endless(' '.repeat(1024), { again: true }), { headers: json }),
      'RESPONSE_TOO_LARGE',
      false,
    ],
    ['null', new Response('null', { headers: json }), 'RESPONSE_UNEXPECTED', false],
  ];

  test.each(faults)('%s is an error, never a balance', async (_, answer, code, retryable) => {
    const { client } = clientAnswering(answer, { timeoutMs: 60, maxResponseBytes: 100_000 });
    expect(await balance(client)).toMatchObject({ code, retryable, endpoint: 'http://node.example' });
  });

  // the node's own words ask for 5 s: see Retry-After
  test.each(faults.filter(([name, , , retryable]) => retryable && name !== 'a limit at status 200'))(
    '%s is tried again',
    async (name, answer) => {
      const { client, asked } = clientAnswering([answer as Response, 'account.visible'], {
        ...fast,
        timeoutMs: 8000,
        attemptTimeoutMs: 40,
      });
      expect(await balance(client), name).toBe(richest);
      expect(asked).toHaveLength(2);
    },
    8000,
  );
});

test('reads are tried again as often as said, and not more', async () => {
  const { client, asked } = clientAnswering(new Response('', { status: 503 }), fast);
  await balance(client);
  expect(asked).toHaveLength(3);
  await balance(client, { retries: 0 });
  expect(asked).toHaveLength(4);
});

describe('Retry-After', () => {
  const wait = async (headers: Record<string, string>, body = '', status = 429) => {
    const { client } = clientAnswering(new Response(body, { status, headers }));
    const error = await balance(client);
    return isRpcError(error) ? error.retryAfterMs : undefined;
  };

  test.each([
    ['seconds', { 'retry-after': '7' }, '', 7000],
    ['0', { 'retry-after': '0' }, '', 0],
    ['words of the body', {}, 'the query server is suspended for 5 s', 5000],
    ['words of the body without blank', {}, 'the query server is suspended for 5s', 5000],
    ['words of the body in ms', {}, 'retry in 250ms', 250],
    ['words of the body in minutes', {}, 'try again in 2 minutes', 120_000],
    ['nothing', {}, 'slow down', undefined],
    ['nonsense', { 'retry-after': 'soon' }, '', undefined],
  ])('as %s', async (_, headers, body, expected) => {
    expect(await wait(headers as Record<string, string>, body)).toBe(expected);
  });

  test('as a date', async () => {
    const ms = await wait({ 'retry-after': new Date(Date.now() + 10_000).toUTCString() });
    expect(ms).toBeGreaterThan(8000);
    expect(ms).toBeLessThanOrEqual(10_000);
    expect(await wait({ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' })).toBe(0);
  });

  test('is waited for', async () => {
    const { client } = clientAnswering(
      [new Response('', { status: 429, headers: { 'retry-after': '0.15' } }), 'account.visible'],
      fast,
    );
    const started = Date.now();
    expect(await balance(client)).toBe(richest);
    expect(Date.now() - started).toBeGreaterThanOrEqual(145);
  });

  test('that is longer than the call may last ends the call at once', async () => {
    const { client, asked } = clientAnswering(
      new Response('', { status: 429, headers: { 'retry-after': '60' } }),
      fast,
    );
    const started = Date.now();
    expect(await balance(client)).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 60_000 });
    expect(Date.now() - started).toBeLessThan(5_000);
    expect(asked).toHaveLength(1);
  });
});

describe('time and abort', () => {
  test('the limit covers all tries and their waits', async () => {
    const { client } = clientAnswering(new Response('', { status: 503 }), {
      retries: 1000,
      retryDelayMs: 20,
      timeoutMs: 150,
    });
    const started = Date.now();
    expect(await balance(client)).toMatchObject({ code: expect.stringMatching(/^(?:HTTP_STATUS|TIMEOUT)$/) });
    expect(Date.now() - started).toBeLessThan(10_000);
  });

  test('an aborted signal ends a call under way, and its waits', async () => {
    const stop = new AbortController();
    const { client } = clientAnswering(hang);
    const asking = balance(client, { signal: stop.signal });
    stop.abort(new Error('enough'));
    expect(await asking).toMatchObject({ code: 'ABORTED', retryable: false, cause: new Error('enough') });
    const waiting = clientAnswering(new Response('', { status: 429, headers: { 'retry-after': '5' } }), fast);
    const soon = AbortSignal.timeout(30);
    expect(await balance(waiting.client, { signal: soon })).toMatchObject({ code: 'ABORTED' });
  });
});

describe('several endpoints', () => {
  const networks = (
    fetch: (host: string, path: string) => Response | Error,
    options: Partial<NodeClientOptions> = {},
  ) => {
    const calls: string[] = [];
    const client = createNodeClient({
      endpoints: [
        'http://a.example',
        'http://b.example/key-in-path',
        { url: 'http://c.example', apiKey: 'secret-of-c' },
      ],
      retryDelayMs: 1,
      fetch: async (input) => {
        const { host, pathname } = new URL((input as Request).url);
        calls.push(`${host[0]}${pathname.includes('getblockbynum') ? '?' : ''}`);
        const answer = fetch(host[0] ?? '', pathname);
        if (answer instanceof Error) throw answer;
        return answer;
      },
      ...options,
    });
    return { client, calls };
  };
  const answer = (path: string, genesis = 'chain.block-0') =>
    recordedResponse(path.endsWith('getblockbynum') ? genesis : 'account.visible');
  const down = new TypeError('fetch failed');

  test('the first is used as long as it answers', async () => {
    const { client, calls } = networks((_, path) => answer(path));
    for (let i = 0; i < 3; i++) expect(await balance(client)).toBe(richest);
    expect(calls).toEqual(['a?', 'a', 'a', 'a']);
  });

  test('another takes over at once, and stays', async () => {
    let dead = false;
    const switched = vi.fn();
    const { client, calls } = networks((host, path) => (dead && host === 'a' ? down : answer(path)), {
      hooks: { endpointSwitched: switched },
    });
    await balance(client);
    dead = true;
    expect(await balance(client)).toBe(richest);
    dead = false;
    expect(await balance(client)).toBe(richest);
    expect(calls).toEqual(['a?', 'a', 'a', 'b?', 'b', 'b']);
    expect(client.endpoint).toBe('http://b.example');
    expect(switched).toHaveBeenCalledExactlyOnceWith({
      from: 'http://a.example',
      to: 'http://b.example',
      error: expect.objectContaining({ code: 'NETWORK_FAILED' }),
    });
  });

  test('one of another network is refused, not asked', async () => {
    let dead = false;
    const { client } = networks((host, path) =>
      dead && host === 'a' ? down : answer(path, host === 'a' ? 'chain.block-0' : 'chain.block-1'),
    );
    await balance(client);
    dead = true;
    expect(await balance(client)).toMatchObject({ code: 'ENDPOINT_MISMATCH', endpoint: 'http://b.example' });
  });

  test('a given genesis id holds for a single endpoint, too', async () => {
    const { client } = networks((_, path) => answer(path), {
      endpoints: 'http://a.example',
      genesisId: '00'.repeat(32),
    });
    expect(await balance(client)).toMatchObject({ code: 'ENDPOINT_MISMATCH' });
  });

  test('an endpoint that hangs leaves time for the next', async () => {
    const { client } = clientAnswering(
      (asked, signal) => (new URL(asked.url).host === 'a.example' ? hang(asked, signal) : answer(asked.path)),
      { endpoints: ['http://a.example', 'http://b.example'], retries: 2, timeoutMs: 200 },
    );
    expect(await balance(client)).toBe(richest);
  });

  test('when all are down, the error is that of the last', async () => {
    const { client, calls } = networks(() => down);
    expect(await balance(client)).toMatchObject({ code: 'NETWORK_FAILED' });
    expect(calls).toEqual(['a?', 'b?', 'c?']);
  });
});

describe('secrets', () => {
  const secret = 'c0ffee-is-the-key';

  test('go to their own endpoint, and into nothing else', async () => {
    const events: unknown[] = [];
    const headers: (string | null)[] = [];
    const note = (event: unknown) => void events.push(event);
    const client = createNodeClient({
      endpoints: [
        { url: `http://a.example/${secret}?token=${secret}`, apiKey: secret, headers: { 'x-other': secret } },
        'http://b.example',
      ],
      retryDelayMs: 1,
      fetch: async (input) => {
        const request = input as Request;
        headers.push(request.headers.get('TRON-PRO-API-KEY'), request.headers.get('x-other'));
        return new Response('', { status: 503 });
      },
      hooks: { request: note, response: note, retry: note, endpointSwitched: note },
    });
    const error = await balance(client);
    expect(headers).toEqual([secret, secret, null, null, secret, secret]);
    const told = JSON.stringify([events, error, isRpcError(error) && [error.message, error.stack]]);
    expect(events.length).toBeGreaterThan(5);
    expect(told).not.toContain(secret);
  });

  test('in a URL are refused without being shown', () => {
    expect(() => createNodeClient({ endpoints: `http://user:${secret}@a.example` })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_INVALID', message: expect.not.stringContaining(secret) }),
    );
  });

  test.each(['', 'ftp://a.example', 'a.example', []])('%j is no endpoint', (endpoints) => {
    expect(() => createNodeClient({ endpoints })).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
  });
});

test('hooks tell what happens, in order', async () => {
  const told: string[] = [];
  const { client } = clientAnswering([new Response('', { status: 503 }), 'account.visible'], {
    ...fast,
    hooks: {
      request: ({ attempt, path, body }) => told.push(`request ${attempt} ${path} ${body.length}`),
      response: ({ attempt, status }) => told.push(`response ${attempt} ${status}`),
      retry: ({ attempt, error }) => told.push(`retry ${attempt} ${error.code}`),
    },
  });
  await balance(client);
  expect(told).toEqual([
    'request 0 /wallet/getaccount 63',
    'response 0 503',
    'retry 1 HTTP_STATUS',
    'request 1 /wallet/getaccount 63',
    'response 1 200',
  ]);
});

describe('limits', () => {
  test('no more requests are under way than allowed, and the line moves on after failures', async () => {
    let underWay = 0;
    let most = 0;
    const { client } = clientAnswering(
      async () => {
        most = Math.max(most, ++underWay);
        await new Promise((done) => setTimeout(done, 5));
        underWay--;
        return Math.random() < 0.3 ? new Response('', { status: 400 }) : recordedResponse('account.visible');
      },
      { limits: [concurrencyLimit(3)] },
    );
    await Promise.all(Array.from({ length: 20 }, () => balance(client)));
    expect(most).toBe(3);
    expect(underWay).toBe(0);
  });

  test('who gives up in line leaves it', async () => {
    const { client } = clientAnswering(hang, { limits: [concurrencyLimit(1)], timeoutMs: 40 });
    const [first, second] = await Promise.all([balance(client), balance(client)]);
    expect(first).toMatchObject({ code: 'TIMEOUT' });
    expect(second).toMatchObject({ code: 'TIMEOUT' });
    const again = clientAnswering('account.visible', { limits: [concurrencyLimit(1)] });
    expect(await balance(again.client)).toBe(richest);
  });

  test('a rate is kept over a burst', async () => {
    const { client } = clientAnswering('account.visible', { limits: [rateLimit({ perSecond: 100, burst: 5 })] });
    const started = Date.now();
    await Promise.all(Array.from({ length: 15 }, () => balance(client)));
    const elapsed = Date.now() - started;
    expect(elapsed).toBeGreaterThanOrEqual(90);
    expect(elapsed).toBeLessThan(5_000);
  });

  test('a shared store decides, and says how long to wait', async () => {
    let points = 1;
    const store = {
      consume: async () => {
        if (points-- > 0) return;
        points = 1;
        // rate-limiter-flexible rejects with a result, not an error
        throw Object.assign(Object.create(null) as object, { msBeforeNext: 20 }); // eslint-disable-line typescript/only-throw-error
      },
    };
    const { client } = clientAnswering('account.visible', { limits: [rateLimit({ store, key: 'fleet' })] });
    const started = Date.now();
    await balance(client);
    await balance(client);
    expect(Date.now() - started).toBeGreaterThanOrEqual(18);
  });

  test.each([0, -1, 1.5, Number.NaN])('concurrencyLimit(%d) is refused', (most) => {
    expect(() => concurrencyLimit(most)).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
  });
  test.each([0, -1, Number.NaN, Infinity])('rateLimit of %d a second is refused', (perSecond) => {
    expect(() => rateLimit({ perSecond })).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
  });
});
