import { http, isRpcError } from '@coin/rpc';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test, vi } from 'vitest';
import { clientWithAnswers } from '../support/client-with-answers.ts';
import { balanceOrError, hang, JUDYS_BALANCE } from '../support/judy.ts';
import { recordedResponse } from '../support/recordings.ts';
import { testClient, type TestClientOptions } from '../support/test-client.ts';

useVirtualTime();

describe('several endpoints', () => {
  /**
   * A client of the endpoints a, b and c; `calls` has a letter for each request, with ? where it reads the genesis
   * block.
   */
  const clientOfThree = (
    answerOf: (host: string, path: string) => Response | Error,
    options: TestClientOptions = {},
  ) => {
    const calls: string[] = [];
    const client = testClient({
      endpoints: [
        'http://a.example',
        'http://b.example/key-in-path',
        { url: 'http://c.example', apiKey: 'secret-of-c' },
      ],
      fetch: async (input) => {
        const { host, pathname } = new URL((input as Request).url);
        calls.push(`${host[0]}${pathname.includes('getblockbynum') ? '?' : ''}`);
        const answer = answerOf(host[0] ?? '', pathname);
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

  test('are used in order: the first one as long as it answers', async () => {
    const { client, calls } = clientOfThree((_, path) => answer(path));
    for (let i = 0; i < 3; i++) expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
    expect(calls).toEqual(['a?', 'a', 'a', 'a']);
  });

  test('are switched immediately when one fails, and the new one stays in use', async () => {
    let isDown = false;
    const switched = vi.fn();
    const { client, calls } = clientOfThree((host, path) => (isDown && host === 'a' ? down : answer(path)), {
      hooks: { endpointSwitched: switched },
    });
    await balanceOrError(client);
    isDown = true;
    expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
    isDown = false;
    expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
    expect(calls).toEqual(['a?', 'a', 'a', 'b?', 'b', 'b']);
    expect(client.endpoint).toBe('http://b.example');
    expect(switched).toHaveBeenCalledExactlyOnceWith({
      from: 'http://a.example',
      to: 'http://b.example',
      error: expect.objectContaining({ code: 'NETWORK_FAILED' }),
    });
  });

  test('are rejected when they belong to another network', async () => {
    let isDown = false;
    const { client } = clientOfThree((host, path) =>
      isDown && host === 'a' ? down : answer(path, host === 'a' ? 'chain.block-0' : 'chain.block-1'),
    );
    await balanceOrError(client);
    isDown = true;
    expect(await balanceOrError(client)).toMatchObject({ code: 'ENDPOINT_MISMATCH', endpoint: 'http://b.example' });
  });

  test('are compared with a given genesis id, even a single one', async () => {
    const { client } = clientOfThree((_, path) => answer(path), {
      endpoints: 'http://a.example',
      genesisId: '00'.repeat(32),
    });
    expect(await balanceOrError(client)).toMatchObject({ code: 'ENDPOINT_MISMATCH' });
  });

  test('get a share of the time each, so one that hangs leaves time for the next', async () => {
    const { client } = clientWithAnswers(
      (request, signal) => (new URL(request.url).host === 'a.example' ? hang(request, signal) : answer(request.path)),
      { endpoints: ['http://a.example', 'http://b.example'], retries: 2, timeoutMs: 20_000 },
    );
    const started = Date.now();
    expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
    expect(Date.now() - started).toBe(10_000);
  });

  test('make the call reject with the error of the last one when all fail', async () => {
    const { client, calls } = clientOfThree(() => down);
    expect(await balanceOrError(client)).toMatchObject({ code: 'NETWORK_FAILED' });
    expect(calls).toEqual(['a?', 'b?', 'c?']);
  });
});

describe('secrets', () => {
  const secret = 'c0ffee-is-the-key';

  test('are sent to their own endpoint only, and appear in no event and no error', async () => {
    const events: unknown[] = [];
    const headers: (string | null)[] = [];
    const collect = (event: unknown) => void events.push(event);
    const client = testClient({
      endpoints: [
        { url: `http://a.example/${secret}?token=${secret}`, apiKey: secret, headers: { 'x-other': secret } },
        'http://b.example',
      ],
      fetch: async (input) => {
        const request = input as Request;
        headers.push(request.headers.get('TRON-PRO-API-KEY'), request.headers.get('x-other'));
        return new Response('', { status: 503 });
      },
      hooks: { request: collect, response: collect, retry: collect, endpointSwitched: collect },
    });
    const error = await balanceOrError(client);
    expect(headers).toEqual([secret, secret, null, null, secret, secret]);
    const shown = JSON.stringify([events, error, isRpcError(error) && [error.message, error.stack]]);
    expect(events.length).toBeGreaterThan(5);
    expect(shown).not.toContain(secret);
  });

  test('in a URL are rejected without being shown', () => {
    expect(() => testClient({ endpoints: `http://user:${secret}@a.example` })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_INVALID', message: expect.not.stringContaining(secret) }),
    );
  });
});

test('hooks are called in the order of events', async () => {
  const events: string[] = [];
  const { client } = clientWithAnswers([new Response('', { status: 503 }), 'account.visible'], {
    retries: 2,
    hooks: {
      request: ({ attempt, path, body }) => events.push(`request ${attempt} ${path} ${body.length}`),
      response: ({ attempt, status }) => events.push(`response ${attempt} ${status}`),
      retry: ({ attempt, error }) => events.push(`retry ${attempt} ${error.code}`),
    },
  });
  await balanceOrError(client);
  expect(events).toEqual([
    'request 0 /wallet/getaccount 63',
    'response 0 503',
    'retry 1 HTTP_STATUS',
    'request 1 /wallet/getaccount 63',
    'response 1 200',
  ]);
});

test.each([[''], ['ftp://a.example'], ['a.example'], [[]]])(
  'createNodeClient rejects the endpoints %j',
  (endpoints) => {
    expect(() => testClient({ endpoints })).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
  },
);

const URLS = 'an http(s) URL without credentials';
const NAMES = 'header names of letters, digits and -';
const VALUES = 'header values that are strings without line breaks or other control characters';
test.each<[object, string, string]>([
  [{ url: 'xhttp://a.example' }, 'url', URLS],
  [{ url: 'http://user@a.example' }, 'url', URLS],
  [{ url: 'http://:password@a.example' }, 'url', URLS],
  [{ url: 'http://a.example', solidUrl: 'http://user@a.example' }, 'solidUrl', URLS],
  ...['', 'x y', ' x', 'x\n', 'é', 'x:'].map((name): [object, string, string] => [
    { url: 'http://a.example', headers: { [name]: 'secret' } },
    'headers',
    NAMES,
  ]),
  [{ url: 'http://a.example', apiKey: 'secret', apiKeyHeader: 'x y' }, 'apiKey', NAMES],
  ...['a\nb', '\na', 'a\r', 'a\u0000', '\u007fa', 'a\u0100', '\u2028', 5, null, ['a']].map(
    (value): [object, string, string] => [{ url: 'http://a.example', headers: { name: value } }, 'headers', VALUES],
  ),
  [{ url: 'http://a.example', apiKey: 5 }, 'apiKey', VALUES],
])('an endpoint is rejected without being shown: %o', (endpoint, argument, expected) => {
  expect(() => testClient({ endpoints: endpoint as never })).toThrow(
    expect.objectContaining({
      code: 'ARGUMENT_INVALID',
      context: { argument, value: '(hidden)', expected },
    }),
  );
});

test.each(['options', 'headers', 'fetchOptions'])('%s of an endpoint that cannot be read are not shown', (argument) => {
  const failing = {
    get secret(): string {
      throw new Error('the secret');
    },
  };
  for (const value of [5, 'text', [], failing]) {
    const options = argument === 'options' ? value : { [argument]: value };
    const context = { argument, value: '(hidden)', expected: 'an object' };
    expect(() => http('http://a.example', options as never)).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_INVALID', context, message: expect.not.stringContaining('secret') }),
    );
  }
});

test.each<[string, unknown]>([
  ['url', { href: 'http://a.example' }],
  ['solidUrl', new URL('http://a.example')],
  ['solidUrl', ['http://a.example']],
])('rejects a %s that is not a string: %o', (argument, value) => {
  const create = () =>
    argument === 'url' ? http(value as never) : http('http://a.example', { solidUrl: value as never });
  expect(create).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
});

test('an endpoint’s headers may hold any text of one byte per character', async () => {
  const headers = { 'x-a': 'é~ !', 'x-b': '' };
  const endpoints = { url: 'http://a.example//', headers, apiKey: 'key', apiKeyHeader: 'x-key' };
  const { client, requests } = clientWithAnswers('account.visible', { endpoints });
  await balanceOrError(client);
  expect(requests[0]?.url).toBe('http://a.example/wallet/getaccount');
  expect(['x-a', 'x-b', 'x-key', 'tron-pro-api-key'].map((name) => requests[0]?.headers.get(name))).toEqual([
    'é~ !',
    '',
    'key',
    null,
  ]);
});

test.each<[string, Response, boolean]>([
  ['NODE_ERROR', Response.json({ Error: 'class a.b.Other : x' }), true],
  ['VALIDATION_FAILED', Response.json({ Error: 'class a.b.ContractValidateException : x' }), true],
  ['UNAUTHORIZED', new Response('', { status: 401 }), false],
])(
  'an endpoint that answers %s in place of a failed one stays in use where the node itself spoke',
  async (code, answer, stays) => {
    const switched = vi.fn<() => void>();
    const { client } = clientWithAnswers(
      ({ url, path }) => {
        if (url.startsWith('http://a.')) return new Response('', { status: 400 });
        return path.endsWith('getblockbynum') ? recordedResponse('chain.block-0') : answer.clone();
      },
      {
        endpoints: ['http://a.example', 'http://b.example'],
        retries: 3,
        hooks: { endpointSwitched: switched },
      },
    );
    const error = await balanceOrError(client);
    if (stays) expect(error).toMatchObject({ code, endpoint: 'http://b.example' });
    expect(switched).toHaveBeenCalledTimes(stays ? 1 : 0);
  },
);
