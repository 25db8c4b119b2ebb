import { createNodeClient, getAccount, getNowBlock, isRpcError, type Transport } from '@coin/rpc';
import { abortAfter, useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test, vi } from 'vitest';
import { clientWithAnswers, type Answer } from '../support/client-with-answers.ts';
import { balanceOrError, hang, JUDY, JUDYS_BALANCE } from '../support/judy.ts';
import { outcomeOf } from '../support/outcome.ts';
import { testClient, type TestClientOptions } from '../support/test-client.ts';

const NOW = 1_795_231_161_000;
useVirtualTime({ now: NOW });

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html' };

/** A body that never ends: chunk after chunk, or nothing after the first one. */
const endlessBody = (chunk: string, { repeated }: { repeated: boolean }) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(chunk));
    },
    async pull(controller) {
      if (repeated) controller.enqueue(new TextEncoder().encode(chunk));
      else await new Promise(() => {});
    },
  });

describe('a read', () => {
  const faults: [string, Answer, string, boolean][] = [
    ['status 401', new Response('key?', { status: 401 }), 'UNAUTHORIZED', false],
    ['status 403', new Response('forbidden', { status: 403 }), 'UNAUTHORIZED', false],
    [
      'status 403 that mentions a limit',
      new Response('Exceed the user daily usage', { status: 403 }),
      'RATE_LIMITED',
      true,
    ],
    [
      'status 403 that mentions a limit after 1,000 characters',
      new Response(`${' forbidden'.repeat(100)} limit`, { status: 403 }),
      'UNAUTHORIZED',
      false,
    ],
    ['status 405', new Response('', { status: 405 }), 'NOT_SUPPORTED', false],
    ['status 429', new Response('', { status: 429 }), 'RATE_LIMITED', true],
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
      'the limit of a newer node, without a class',
      Response.json({ Error: 'lack of computing resources' }),
      'RATE_LIMITED',
      true,
    ],
    [
      'an API that is switched off',
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
    ['status 400', new Response('no', { status: 400 }), 'HTTP_STATUS', false],
    [
      'status 413',
      new Response('<h2>HTTP ERROR 413 Request body is too large: 5000000&gt;4194304</h2>', {
        status: 413,
        headers: html,
      }),
      'REQUEST_TOO_LARGE',
      false,
    ],
    [
      'a body that is too large for a node before 4.8.2',
      Response.json({ Error: 'class java.lang.Exception : body size is too big, the limit is 4194304' }),
      'REQUEST_TOO_LARGE',
      false,
    ],
    [
      'a batch of too many calls',
      Response.json({ jsonrpc: '2.0', error: { code: -32005, message: 'Batch size 101 exceeds the limit of 100' } }),
      'REQUEST_TOO_LARGE',
      false,
    ],
    ['status 500', new Response('<html>', { status: 500, headers: html }), 'HTTP_STATUS', true],
    ['status 503', new Response('', { status: 503 }), 'HTTP_STATUS', true],
    [
      'a redirect',
      new Response('', { status: 302, headers: { location: 'http://elsewhere.example/' } }),
      'HTTP_STATUS',
      false,
    ],
    ['HTML with status 200', new Response('<html>hello</html>', { headers: html }), 'RESPONSE_NOT_JSON', true],
    [
      'JSON declared as text',
      new Response('{}', { headers: { 'content-type': 'text/plain' } }),
      'RESPONSE_NOT_JSON',
      true,
    ],
    ['an empty body', new Response('', { headers: json }), 'RESPONSE_EMPTY', true],
    ['a truncated body', new Response('{"address":"TEzU2', { headers: json }), 'RESPONSE_NOT_JSON', true],
    [
      'a duplicate balance',
      new Response(`{"address":"${JUDY}","balance":1,"balance":2}`, { headers: json }),
      'RESPONSE_NOT_JSON',
      true,
    ],
    [
      'a connection reset',
      new TypeError('fetch failed', { cause: new Error('read ECONNRESET') }),
      'NETWORK_FAILED',
      true,
    ],
    [
      'a body that breaks off',
      () => new Response(new ReadableStream({ start: (c) => c.error(new TypeError('terminated')) }), { headers: json }),
      'NETWORK_FAILED',
      true,
    ],
    ['no answer', hang, 'TIMEOUT', true],
    [
      'a body that stalls',
      () => new Response(endlessBody('{', { repeated: false }), { headers: json }),
      'TIMEOUT',
      true,
    ],
    [
      'an endless body',
      () => new Response(endlessBody(' '.repeat(1024), { repeated: true }), { headers: json }),
      'RESPONSE_TOO_LARGE',
      false,
    ],
    ['null', new Response('null', { headers: json }), 'RESPONSE_INVALID', false],
  ];

  test.each(faults)('throws an error and never returns a balance on %s', async (_, answer, code, retryable) => {
    const { client } = clientWithAnswers(answer, { maxResponseBytes: 100_000 });
    expect(await balanceOrError(client)).toMatchObject({ code, retryable, endpoint: 'http://node.example' });
  });

  test.each(faults.filter(([, , , retryable]) => retryable))('is repeated on %s', async (name, answer) => {
    const { client, requests } = clientWithAnswers([answer, 'account.visible'], { retry: 2, timeout: 3000 });
    expect(await balanceOrError(client), name).toBe(JUDYS_BALANCE);
    expect(requests).toHaveLength(2);
  });
});

test('a read is repeated as often as the options say, and not more often', async () => {
  const { client, requests } = clientWithAnswers(new Response('', { status: 503 }), { retry: 2 });
  await balanceOrError(client);
  expect(requests).toHaveLength(3);
  await balanceOrError(client, { retries: 0 });
  expect(requests).toHaveLength(4);
});

describe('Retry-After', () => {
  const retryAfterMs = async (headers: Record<string, string>, body = '', status = 429) => {
    const { client } = clientWithAnswers(new Response(body, { status, headers }));
    const error = await balanceOrError(client);
    return isRpcError(error) ? error.retryAfterMs : undefined;
  };

  test.each([
    ['seconds', { 'retry-after': '7' }, '', 7000],
    ['0', { 'retry-after': '0' }, '', 0],
    ['text of the body', {}, 'the query server is suspended for 5 s', 5000],
    ['text of the body without a blank', {}, 'the query server is suspended for 5s', 5000],
    ['text of the body in ms', {}, 'retry in 250ms', 250],
    ['text of the body in minutes', {}, 'try again in 2 minutes', 120_000],
    ['seconds with blanks around them', { 'retry-after': ' 7 ' }, '', 7000],
    ['seconds with a fraction', { 'retry-after': '1.5' }, '', 1500],
    ['many seconds', { 'retry-after': '1000.25' }, '', 1_000_250],
    ['nothing', {}, 'slow down', undefined],
    ['nonsense', { 'retry-after': 'soon' }, '', undefined],
  ])('is read from %s', async (_, headers, body, expected) => {
    expect(await retryAfterMs(headers as Record<string, string>, body)).toBe(expected);
  });

  test('is read from a date', async () => {
    expect(await retryAfterMs({ 'retry-after': new Date(NOW + 10_000).toUTCString() })).toBe(10_000);
    const iso = new Date(NOW + 10_000).toISOString().replace('Z', '+00:00');
    expect(await retryAfterMs({ 'retry-after': iso })).toBe(10_000);
    expect(await retryAfterMs({ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' })).toBe(0);
  });

  test('is respected', async () => {
    const { client } = clientWithAnswers(
      [new Response('', { status: 429, headers: { 'retry-after': '2.5' } }), 'account.visible'],
      { retry: 2 },
    );
    const started = Date.now();
    expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
    expect(Date.now() - started).toBe(2500);
  });

  test.each([10, 60])('of %d s ends a call immediately that may not last longer', async (seconds) => {
    const limited = new Response('', { status: 429, headers: { 'retry-after': String(seconds) } });
    const { client, requests } = clientWithAnswers(limited, { retry: 2, totalTimeout: 10_000 });
    const started = Date.now();
    expect(await balanceOrError(client)).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: seconds * 1000 });
    expect(Date.now() - started).toBe(0);
    expect(requests).toHaveLength(1);
  });
});

describe('the end of a call', () => {
  test('comes at totalTimeout, which covers all attempts and their waits', async () => {
    const { client } = clientWithAnswers(hang, { retry: 1000, totalTimeout: 30_000, timeout: 40_000 });
    const started = Date.now();
    expect(await balanceOrError(client)).toMatchObject({ code: 'TIMEOUT' });
    expect(Date.now() - started).toBe(30_000);
  });

  test('comes at totalTimeout in a pause, with the last failure as the cause', async () => {
    using random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { client, requests } = clientWithAnswers(new Response('', { status: 503 }), { retry: 1000 });
    const started = Date.now();
    expect(await balanceOrError(client)).toMatchObject({ code: 'TIMEOUT', cause: { code: 'HTTP_STATUS' } });
    expect(Date.now() - started).toBe(10_000);
    // Half of 300 ms, doubled five times; the next pause would be 9,600 ms.
    expect(requests).toHaveLength(7);
    expect(random).toHaveBeenCalledTimes(7);
  });

  test('comes when the signal aborts, during a request or a wait', async () => {
    const stop = new AbortController();
    const { client } = clientWithAnswers(hang);
    const call = balanceOrError(client, { signal: stop.signal });
    stop.abort(new Error('enough'));
    expect(await call).toMatchObject({ code: 'ABORTED', retryable: false, cause: new Error('enough') });
    const waiting = clientWithAnswers(new Response('', { status: 429, headers: { 'retry-after': '5' } }), {
      retry: 2,
    });
    const started = Date.now();
    expect(await balanceOrError(waiting.client, { signal: abortAfter(2000) })).toMatchObject({ code: 'ABORTED' });
    expect(Date.now() - started).toBe(2000);
  });
});

test('the error of an ended call has its path, its limit and the reason', async () => {
  const { client } = clientWithAnswers(hang, { totalTimeout: 20_000, timeout: 20_000 });
  expect(await balanceOrError(client)).toMatchObject({
    code: 'TIMEOUT',
    context: { path: '/wallet/getaccount', timeoutMs: 20_000 },
    retryable: true,
    endpoint: 'http://node.example',
  });
  expect(
    await balanceOrError(client, { state: 'solid', signal: AbortSignal.abort(new Error('enough')) }),
  ).toMatchObject({
    code: 'ABORTED',
    context: { path: '/walletsolidity/getaccount' },
    cause: new Error('enough'),
  });
});

test('a client without a clock has the system’s', () => {
  const { clock } = testClient({ endpoints: 'http://node.example' });
  expect(clock.now()).toBe(NOW);
});

test.each<[string, object]>([
  ['state', { state: 'SOLID' }],
  ['timeoutMs', { timeoutMs: 0 }],
  ['timeoutMs', { timeoutMs: '5' }],
  ['timeoutMs', { timeoutMs: 2 ** 31 }],
  ['retries', { retries: -1 }],
  ['retries', { retries: '1' }],
  ['retries', { retries: 1001 }],
])('a call’s wrong %s is named before a request: %j', async (argument, options) => {
  const { client, requests } = clientWithAnswers('account.visible');
  await expect(getNowBlock(client, options)).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    context: { argument },
  });
  expect(requests).toEqual([]);
});

test('a call whose signal has aborted takes no place in a limit', async () => {
  const limit = vi.fn(async () => {});
  const { client, requests } = clientWithAnswers('account.visible', { limits: [limit] });
  expect(await balanceOrError(client, { signal: AbortSignal.abort() })).toMatchObject({ code: 'ABORTED' });
  expect(limit).not.toHaveBeenCalled();
  expect(requests).toEqual([]);
});

describe('a request with another body', () => {
  const bodiesOf = async (answer: Response, options: object = { fallbackBody: () => ({ visible: false }) }) => {
    const { client, requests } = clientWithAnswers([answer, new Response('{"ok":1}', { headers: json })]);
    const outcome = await outcomeOf(client.request('/wallet/getaccount', { visible: true }, options));
    return [typeof outcome === 'string' ? outcome : outcome.json, requests.map(({ body }) => body['visible'])];
  };

  test('sends it when the first answer is broken JSON', async () => {
    const broken = new Response('{"name":"', { headers: json });
    expect(await bodiesOf(broken.clone())).toEqual([{ ok: 1 }, [true, false]]);
    expect(await bodiesOf(broken, {})).toEqual(['RESPONSE_NOT_JSON', [true]]);
  });

  test.each<[string, Response, unknown]>([
    ['an answer', new Response('{"ok":2}', { headers: json }), { ok: 2 }],
    ['a page', new Response('<p>', { headers: html }), 'RESPONSE_NOT_JSON'],
    ['an empty answer', new Response('', { headers: json }), 'RESPONSE_EMPTY'],
    ['status 500', new Response('{"name":"', { status: 500, headers: json }), 'HTTP_STATUS'],
  ])('does not send it after %s', async (_, answer, outcome) => {
    expect(await bodiesOf(answer)).toEqual([outcome, [true]]);
  });
});

test('an answer that the transport has checked is read once', async () => {
  let reads = 0;
  const answerOf = () => ({
    get address() {
      reads++;
      return JUDY;
    },
  });
  const readsOf = async (isChecked: boolean) => {
    reads = 0;
    const request: Transport['request'] = async (_, __, { check } = {}) => {
      const answer = { json: answerOf(), endpoint: 'mine', source: request };
      if (isChecked) check?.(answer);
      return answer;
    };
    await balanceOrError(createNodeClient({ transport: { request, endpoint: 'mine' } }));
    return reads;
  };
  const unchecked = await readsOf(false);
  expect(unchecked).toBeGreaterThan(0);
  expect(await readsOf(true)).toBe(unchecked);
});

test.each<[string, number, number]>([
  ['maxLifeMs', 1, 86_400_000],
  ['maxResponseBytes', 1, 2 ** 29],
  ['retry', 0, 1000],
  ['timeout', 1, 2 ** 31 - 1],
  ['totalTimeout', 1, 2 ** 31 - 1],
])('a client takes a %s from %d to %d', (option, min, max) => {
  const create = (value: number) => () => testClient({ endpoints: 'http://a.example', [option]: value });
  for (const value of [min, max]) expect(create(value)).not.toThrow();
  for (const value of [min - 1, max + 1])
    expect(create(value)).toThrow(
      expect.objectContaining({
        code: 'ARGUMENT_INVALID',
        context: expect.objectContaining({ argument: option, min, max }),
      }),
    );
});

test('a call may last as long as timers can, and needs no retries', async () => {
  const { client } = clientWithAnswers('account.visible');
  expect(await balanceOrError(client, { timeoutMs: 2 ** 31 - 1, retries: 0, state: 'head' })).toBe(JUDYS_BALANCE);
});

test.each<[string, Response, string, object]>([
  [
    'a path that it lacks',
    new Response(' no such path ', { status: 404 }),
    'NOT_SUPPORTED',
    { status: 404, nodeMessage: 'no such path' },
  ],
  [
    'status 500',
    new Response('<html>', { status: 500, headers: html }),
    'HTTP_STATUS',
    { status: 500, body: '<html>' },
  ],
  [
    'status 400 with words of a limit',
    new Response('too many', { status: 400 }),
    'HTTP_STATUS',
    { status: 400, body: 'too many' },
  ],
  ['status 401', new Response('key?', { status: 401 }), 'UNAUTHORIZED', { status: 401, body: 'key?' }],
  ['status 429', new Response('later', { status: 429 }), 'RATE_LIMITED', { status: 429, body: 'later' }],
  ['blanks', new Response(' \n', { headers: json }), 'RESPONSE_EMPTY', { status: 200 }],
  [
    'HTML',
    new Response('<html>', { headers: html }),
    'RESPONSE_NOT_JSON',
    { contentType: 'text/html', body: '<html>', reason: 'a page' },
  ],
  [
    'JSON declared as text',
    new Response('{}', { headers: { 'content-type': 'text/plain' } }),
    'RESPONSE_NOT_JSON',
    { contentType: 'text/plain', body: '{}', reason: 'other content type' },
  ],
  [
    'a number that would be rounded',
    new Response('[1e400]', { headers: json }),
    'RESPONSE_INVALID',
    { field: 'body', reason: 'a number that cannot be held exactly' },
  ],
  [
    'a rejection',
    Response.json({ Error: 'class a.b.ContractValidateException : no balance' }),
    'VALIDATION_FAILED',
    { nodeMessage: 'no balance' },
  ],
  [
    'another exception',
    Response.json({ Error: 'class a.b.Other : no luck' }),
    'NODE_ERROR',
    { nodeCode: 'a.b.Other', nodeMessage: 'no luck' },
  ],
  ['a gateway’s error', Response.json({ error: 'no luck' }), 'NODE_ERROR', { nodeCode: '', nodeMessage: 'no luck' }],
  [
    'an error that is not text',
    Response.json({ Error: { a: 1 } }),
    'NODE_ERROR',
    { nodeCode: '', nodeMessage: '{"Error":{"a":1}}' },
  ],
  [
    'an error that quotes a closed API',
    Response.json({ Error: 'see: this API is closed' }),
    'NODE_ERROR',
    { nodeCode: '', nodeMessage: 'see: this API is closed' },
  ],
  [
    'an error whose class mentions a limit',
    Response.json({ Error: 'class a.b.LimitExceeded : no luck' }),
    'NODE_ERROR',
    { nodeCode: 'a.b.LimitExceeded', nodeMessage: 'no luck' },
  ],
])('an error describes the answer: %s', async (_, answer, code, context) => {
  expect(await balanceOrError(clientWithAnswers(answer).client)).toMatchObject({
    code,
    context: { path: '/wallet/getaccount', ...context },
    endpoint: 'http://node.example',
  });
});

test('reads text correctly when a character spans two chunks of a stream', async () => {
  const whole = new TextEncoder().encode(`{"address":"${JUDY}","account_name":"zoë"}`);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of whole) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const { client } = clientWithAnswers([() => new Response(body, { headers: json })]);
  expect(await getAccount(client, { address: JUDY })).toMatchObject({ name: 'zoë' });
});

test.each<[string, object]>([
  ['timeoutMs', { timeoutMs: 0 }],
  ['retries', { retries: -1 }],
])('a request without an endpoint function is rejected for a wrong %s, too', async (argument, options) => {
  const { client, requests } = clientWithAnswers('account.visible');
  await expect(client.request('/wallet/getaccount', {}, options)).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    context: { argument },
  });
  expect(requests).toEqual([]);
});

describe('the message of a connection that failed', () => {
  const messageOf = async (words: string, options: TestClientOptions = {}) => {
    const { client } = clientWithAnswers(new TypeError(words), options);
    const error = await balanceOrError(client);
    return isRpcError(error, 'NETWORK_FAILED') ? error.shortMessage : error;
  };
  const CORS = 'and whether the endpoint allows your page (CORS).';

  test.each([
    ['Failed to fetch', 'Failed to fetch'],
    ['Load failed', 'Load failed'],
    ['NetworkError when attempting to fetch resource.', 'NetworkError'],
  ])('names CORS where a browser says only "%s", with and without a key', async (words, said) => {
    const expected = `/wallet/getaccount: connection failed: ${said}. Check the URL and the network, ${CORS}`;
    expect(await messageOf(words)).toBe(expected);
    expect(await messageOf(words, { apiKey: 'key' })).toBe(expected);
  });

  test('does not name CORS for other words', async () => {
    expect(await messageOf('fetch failed')).not.toContain('CORS');
  });
});
