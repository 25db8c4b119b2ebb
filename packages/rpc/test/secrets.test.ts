import { inspect } from 'node:util';
import { getAccount, isRpcError, type HttpOptions } from '@coin/rpc';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse, type Answer } from './support/client-with-answers.ts';
import { balanceOrError, hang, JUDY } from './support/judy.ts';
import { testClient, type TestEndpoint } from './support/test-client.ts';

useVirtualTime();

const KEY = '3f6c1b9e-Zq7w2-d0J4a5';

/** All that a log could show of an error. */
const shown = (error: unknown): string => {
  if (!isRpcError(error)) throw error;
  return inspect(error, { depth: 10, showHidden: true });
};

const url = 'http://a.example';
const withKey: Readonly<Record<string, TestEndpoint>> = {
  'an apiKey': { url, apiKey: KEY },
  'a header': { url, headers: { 'x-token': KEY } },
  'a password': { url, headers: { authorization: `Basic ${btoa(`user:${KEY}`)}` } },
  'a path': `${url}/${KEY}`,
  'a query': `${url}/?token=${KEY}`,
  'a path for the solid state': { url, solidUrl: `${url}/${KEY}` },
};

/** How a gateway, or a `fetch` of the caller's, may repeat a key. */
const echoes: Readonly<Record<string, [Answer, code: string]>> = {
  'status 401': [new Response(`unknown key ${KEY}.`, { status: 401 }), 'UNAUTHORIZED'],
  'status 429': [new Response(`key ${KEY} is over its limit`, { status: 429 }), 'RATE_LIMITED'],
  'status 500': [Response.json({ Error: `class java.lang.Exception : ${KEY}` }, { status: 500 }), 'HTTP_STATUS'],
  'status 404': [new Response(KEY, { status: 404 }), 'NOT_SUPPORTED'],
  'a closed API': [jsonResponse(`this API is closed to ${KEY}`), 'NOT_SUPPORTED'],
  'an error of a gateway at 200': [Response.json({ Error: `no account for ${btoa(KEY)} ${KEY}` }), 'NODE_ERROR'],
  'a text at 200': [jsonResponse(`${KEY} is unknown`), 'RESPONSE_NOT_JSON'],
  'a content type': [
    new Response('{}', { headers: { 'content-type': `text/plain; key=${KEY}` } }),
    'RESPONSE_NOT_JSON',
  ],
  'a broken connection': [new TypeError(`error sending request for url (${KEY})`), 'NETWORK_FAILED'],
  'its cause': [new TypeError('fetch failed', { cause: new Error(KEY) }), 'NETWORK_FAILED'],
  'a request in an error': [
    Object.assign(new TypeError('fetch failed'), { request: { headers: [KEY] } }),
    'NETWORK_FAILED',
  ],
  'a timeout': [hang, 'TIMEOUT'],
};

describe.each(Object.entries(withKey))('an endpoint with a key in %s', (_, endpoint) => {
  test.each(Object.entries(echoes))('does not show it when %s repeats it', async (__, [answer, code]) => {
    const { client } = clientWithAnswers(answer, { endpoints: endpoint });
    const error = await balanceOrError(client);
    // A fallback, which several URLs need, reports what block 0 could not be read for.
    expect([code, 'RESPONSE_INVALID']).toContain(isRpcError(error) && error.code);
    expect(shown(error)).not.toContain(KEY);
  });
});

test('an endpoint with a key tells what an error needs', async () => {
  const errorOf = (answer: Answer) =>
    balanceOrError(clientWithAnswers(answer, { endpoints: { url, apiKey: KEY } }).client);
  const cause = Object.assign(new Error(`connect to ${KEY}`), { code: 'ECONNREFUSED' });
  expect(await errorOf(new TypeError('fetch failed', { cause }))).toMatchObject({
    context: { reason: 'ECONNREFUSED' },
  });
  expect(await errorOf(new TypeError(`Failed to fetch ${KEY}`))).toMatchObject({
    context: { reason: 'Failed to fetch' },
  });
  expect(await errorOf(new TypeError('fetch failed'))).toMatchObject({ context: { reason: '(hidden)' } });
  expect(await errorOf(new Response('suspended for 5s', { status: 403 }))).toMatchObject({
    code: 'RATE_LIMITED',
    context: { status: 403, body: '(hidden)' },
    retryAfterMs: 5000,
  });
  // A node's exception is its answer.
  expect(await errorOf(Response.json({ Error: 'class a.b.ContractValidateException : no account' }))).toMatchObject({
    code: 'VALIDATION_FAILED',
    context: { nodeMessage: 'no account' },
  });
  expect(await errorOf(Response.json({ Error: 'class a.b.Other : null' }))).toMatchObject({
    context: { nodeCode: 'a.b.Other', nodeMessage: 'null' },
  });
});

test('an answer is data, and is not changed', async () => {
  const json = `{"address":"${JUDY}","account_name":"${KEY}"}`;
  const { client } = clientWithAnswers(jsonResponse(json), { endpoints: { url, apiKey: KEY } });
  expect(await getAccount(client, { address: JUDY })).toMatchObject({ name: KEY });
});

test.each<[string, HttpOptions['headers'], boolean]>([
  ['none', {}, true],
  ['user-agent', { 'user-agent': 'my-wallet/1.2' }, true],
  ['accept-language', { 'accept-language': 'de' }, true],
  ['content-language', { 'content-language': 'de' }, true],
  ['origin', { origin: 'https://wallet.example' }, true],
  ['referer', { referer: 'https://wallet.example/x' }, true],
  ['cache-control', { 'cache-control': 'max-age=3600' }, true],
  ['x-accept', { 'x-accept': 'x' }, false],
  ['origin-key', { 'origin-key': 'x' }, false],
  ['user-agent-key', { 'user-agent-key': 'x' }, false],
])('an endpoint with the header %s has no key: %s', async (_, headers, isPublic) => {
  const { client } = clientWithAnswers(new Response('which key?', { status: 401 }), {
    endpoints: { url: 'http://a.example', ...(headers && { headers }) },
  });
  expect(await balanceOrError(client)).toMatchObject({ context: { body: isPublic ? 'which key?' : '(hidden)' } });
});

test('a header that cannot be sent is rejected without being shown', () =>
  fc.assert(
    fc.property(
      fc.constantFrom('\n', '\r', '\r\n', '\0', '\u0100', '😀'),
      fc.integer({ min: 1, max: KEY.length - 1 }),
      fc.constantFrom('value', 'name', 'apiKey', 'apiKeyHeader'),
      (character, position, place) => {
        const bad = KEY.slice(0, position) + character + KEY.slice(position);
        const options = {
          value: { headers: { authorization: bad } },
          name: { headers: { [bad]: 'x' } },
          apiKey: { apiKey: bad },
          apiKeyHeader: { apiKey: 'x', apiKeyHeader: bad },
        }[place];
        let error: unknown;
        try {
          testClient({ endpoints: { url, ...options } });
        } catch (thrown) {
          error = thrown;
        }
        expect(isRpcError(error, 'ARGUMENT_INVALID')).toBe(true);
        const log = shown(error);
        for (const part of [KEY.slice(0, position), KEY.slice(position)])
          if (part.length > 3) expect(log).not.toContain(part);
      },
    ),
  ));

test('headers that differ in case only are sent once, the latter of them', async () => {
  const { client, requests } = clientWithAnswers('account.visible', {
    endpoints: { url, apiKey: 'first-key', headers: { 'tron-pro-api-key': 'second', 'Content-Type': 'x' } },
  });
  await balanceOrError(client);
  expect(requests[0]?.headers.get('TRON-PRO-API-KEY')).toBe('second');
  expect(requests[0]?.headers.get('content-type')).toBe('application/json');
});
