import { isRpcError } from '@coin/rpc';
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
      onSwitch: switched,
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

  test('make the call reject when all fail', async () => {
    const { client, calls } = clientOfThree(() => down, { retries: 0 });
    expect(await balanceOrError(client)).toMatchObject({ code: 'NETWORK_FAILED' });
    expect(calls).toEqual(['a?', 'b?', 'c?']);
  });
});

describe('secrets', () => {
  const secret = 'c0ffee-is-the-key';

  test('are sent to their own endpoint only, and appear in no error', async () => {
    const headers: (string | null)[] = [];
    const switched = vi.fn<() => void>();
    const client = testClient({
      endpoints: [
        { url: `http://a.example/${secret}?token=${secret}`, apiKey: secret, headers: { 'x-other': secret } },
        'http://b.example',
      ],
      fetch: async (input) => {
        const request = input as Request;
        headers.push(request.headers.get('TRON-PRO-API-KEY'), request.headers.get('x-other'));
        return new Response(`no ${secret}`, { status: 503 });
      },
      retries: 0,
      onSwitch: switched,
    });
    const error = await balanceOrError(client);
    expect(headers).toEqual([secret, secret, null, null]);
    const shown = JSON.stringify([switched.mock.calls, error, isRpcError(error) && [error.message, error.stack]]);
    expect(shown).not.toContain(secret);
  });

  test('in a URL are rejected without being shown', () => {
    expect(() => testClient({ endpoints: `http://user:${secret}@a.example` })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_INVALID', message: expect.not.stringContaining(secret) }),
    );
  });
});

test.each([[''], ['ftp://a.example'], ['a.example'], [[]]])(
  'createNodeClient rejects the endpoints %j',
  (endpoints) => {
    expect(() => testClient({ endpoints })).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
  },
);

const URLS = 'an http(s) URL without credentials';
const HEADERS = 'names and values that HTTP can send: no line breaks, nothing beyond Latin-1';
test.each<[object, string, string]>([
  [{ url: 'xhttp://a.example' }, 'url', URLS],
  [{ url: 'http://user@a.example' }, 'url', URLS],
  [{ url: 'http://:password@a.example' }, 'url', URLS],
  [{ url: 'http://a.example', solidUrl: 'http://user@a.example' }, 'solidUrl', URLS],
  ...['', 'x y', ' x', 'x\n', 'é', 'x:'].map((name): [object, string, string] => [
    { url: 'http://a.example', headers: { [name]: 'secret' } },
    'headers',
    HEADERS,
  ]),
  [{ url: 'http://a.example', apiKey: 'secret', apiKeyHeader: 'x y' }, 'headers', HEADERS],
  ...['a\nb', 'a\u0000', 'a\u0100', '\u2028'].map((value): [object, string, string] => [
    { url: 'http://a.example', headers: { name: value } },
    'headers',
    HEADERS,
  ]),
])('an endpoint is rejected without being shown: %o', (endpoint, argument, expected) => {
  expect(() => testClient({ endpoints: endpoint as never })).toThrow(
    expect.objectContaining({
      code: 'ARGUMENT_INVALID',
      context: { argument, value: '(hidden)', expected },
    }),
  );
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
