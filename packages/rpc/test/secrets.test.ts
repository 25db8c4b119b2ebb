import { broadcastTransaction, isRpcError, type HttpOptions } from '@coin/rpc';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse, type Answer } from './support/client-with-answers.ts';
import { balanceOrError, JUDY, JUDYS_BALANCE } from './support/judy.ts';
import { recordedTransfer } from './support/recorded-transfer.ts';
import { testClient, type TestEndpoint } from './support/test-client.ts';

const KEY = '3f6c1b9e-Zq7/w2+0d4a5';

/** All that a log could show of an error. */
const shown = (error: unknown): string => {
  if (!isRpcError(error)) throw error;
  const { message, stack, context, cause } = error;
  const { message: why, stack: where } = Object(cause);
  return [message, stack, JSON.stringify(context), why, where].join('\n').toLowerCase();
};

const writings: Readonly<Record<string, (key: string) => string>> = {
  itself: (key) => key,
  'upper case': (key) => key.toUpperCase(),
  base64: (key) => btoa(key),
  'base64 of more': (key) => btoa(`user:${key}`),
  'a URL': (key) => encodeURIComponent(key),
  hex: (key) => Buffer.from(key).toString('hex'),
  'a part': (key) => key.slice(3, 15),
};

const echoes: Readonly<Record<string, (text: string) => Answer>> = {
  '401': (text) => new Response(`unknown key ${text}.`, { status: 401 }),
  '403 after a long text': (text) => new Response(`${'x'.repeat(185)} ${text}.`, { status: 403 }),
  '429': (text) => new Response(`key ${text} is over its limit`, { status: 429 }),
  '500': (text) => Response.json({ Error: `class java.lang.Exception : ${text}` }, { status: 500 }),
  '404': (text) => new Response(text, { status: 404 }),
  'an error at 200': (text) => Response.json({ Error: `class ${text} : ${text}` }),
  'a text at 200': (text) => jsonResponse(`${text} is unknown`),
  'a content type': (text) => new Response('{}', { headers: { 'content-type': `text/plain; key=${text}` } }),
  'a broken connection': (text) => new TypeError(`error sending request for url (${text})`),
  'the cause of a broken connection': (text) => new TypeError('fetch failed', { cause: new Error(text) }),
};

const places: Readonly<Record<string, (key: string) => HttpOptions>> = {
  apiKey: (apiKey) => ({ apiKey }),
  'a header': (key) => ({ headers: { 'x-token': key } }),
  'a Bearer token': (key) => ({ headers: { authorization: `Bearer ${key}` } }),
  'a password': (key) => ({ headers: { authorization: `Basic ${btoa(`user:${key}`)}` } }),
};

const cases = Object.keys(places).flatMap((place) =>
  Object.keys(echoes).flatMap((echo) => Object.keys(writings).map((writing) => [place, echo, writing] as const)),
);

test.each(cases)('%s that %s repeats as %s is hidden', async (place, echo, writing) => {
  const text = writings[writing]?.(KEY) ?? '';
  const { client } = clientWithAnswers(echoes[echo]?.(text) ?? [], {
    endpoints: { url: 'http://a.example', ...places[place]?.(KEY) },
  });
  const log = shown(await balanceOrError(client));
  const own = text.toLowerCase().replace(btoa('user:').slice(0, 6).toLowerCase(), '');
  for (let start = 0; start + 9 < own.length; start++) expect(log).not.toContain(own.slice(start, start + 9));
});

test('hides a key in a path or a query when a broken connection names the URL', async () => {
  const { client } = clientWithAnswers(({ url }) => Promise.reject(new TypeError(`cannot reach ${url}`)), {
    endpoints: `http://a.example/${KEY.replace('/', '_')}?token=${encodeURIComponent(KEY)}`,
  });
  expect(shown(await balanceOrError(client))).not.toContain(KEY.slice(0, 8).toLowerCase());
});

test('hides a key that an answer of status 200 repeats, wherever the answer is quoted', async () => {
  const { client } = clientWithAnswers(jsonResponse(JSON.stringify({ code: KEY, message: `no ${KEY}`, [KEY]: 1 })), {
    endpoints: { url: 'http://a.example', apiKey: KEY },
  });
  const { json } = await client.request('/wallet/broadcasttransaction', {});
  expect(JSON.stringify(json)).not.toContain(KEY);
});

test.each([
  ['a part of a key', KEY, KEY.slice(3, 15)],
  ['a short key', 'k3y-7', 'k3y-7'],
])('%s in an unexpected answer of status 200 is hidden where an error quotes it', async (_, apiKey, shownPart) => {
  const { client } = clientWithAnswers(jsonResponse(JSON.stringify({ result: true, code: shownPart })), {
    endpoints: { url: 'http://a.example', apiKey },
  });
  const sent = broadcastTransaction(client, recordedTransfer());
  const error: unknown = await sent.catch((thrown: unknown) => thrown);
  expect(isRpcError(error, 'BROADCAST_OUTCOME_UNKNOWN')).toBe(true);
  expect(shown(error)).not.toContain(shownPart.toLowerCase());
});

test('keeps a value of an answer with status 200 that contains a short key, or a part of a key, by chance', async () => {
  for (const apiKey of ['10000', `${JUDY.slice(3, 12)}-and-more`]) {
    const { client } = clientWithAnswers('account.visible', { endpoints: { url: 'http://a.example', apiKey } });
    expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
  }
});

test('a client leaves words alone that its headers do not hold', async () => {
  const { client } = clientWithAnswers(new Response('this network has no such account', { status: 500 }), {
    endpoints: { url: 'http://a.example', headers: { 'user-agent': 'network account tool' } },
  });
  expect(await balanceOrError(client)).toMatchObject({ context: { body: 'this network has no such account' } });
});

test('a header that cannot be sent is rejected without being shown', () =>
  fc.assert(
    fc.property(
      fc.constantFrom('\n', '\r', '\r\n', '\0', '\u007f', '\u0100', '😀'),
      fc.nat(KEY.length),
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
          testClient({ endpoints: { url: 'http://a.example', ...options } });
        } catch (thrown) {
          error = thrown;
        }
        expect(isRpcError(error, 'ARGUMENT_INVALID')).toBe(true);
        const log = shown(error);
        for (const part of [KEY.slice(0, position), KEY.slice(position)])
          if (part.length > 3) expect(log).not.toContain(part.toLowerCase());
      },
    ),
  ));

test('headers that differ in case only are sent once, the latter of them', async () => {
  const { client, requests } = clientWithAnswers('account.visible', {
    endpoints: {
      url: 'http://a.example',
      apiKey: 'first-key',
      headers: { 'tron-pro-api-key': 'second', 'Content-Type': 'x' },
    },
  });
  await balanceOrError(client);
  expect(requests[0]?.headers.get('TRON-PRO-API-KEY')).toBe('second');
  expect(requests[0]?.headers.get('content-type')).toBe('application/json');
});

describe('a key that an error would repeat', () => {
  const KEY = 'AbCdEf-GhIjKl-MnOpQr';
  /** What an error shows of a text in which an endpoint with this key answers. */
  const shown = async (text: string) => {
    const { client } = clientWithAnswers(new Response(text, { status: 401 }), {
      endpoints: { url: 'http://node.example', apiKey: KEY },
    });
    const error = await balanceOrError(client);
    return isRpcError(error, 'UNAUTHORIZED') ? error.context.body : error;
  };

  test.each([
    ['no word of it', 'no word of it'],
    [KEY, '(hidden)'],
    [`<<${KEY}>>`, '<<(hidden)>>'],
    [KEY.toLowerCase(), '(hidden)'],
    [KEY.toUpperCase(), '(hidden)'],
    [`a ${KEY.slice(0, 6)} z`, 'a (hidden) z'],
    [`a ${KEY.slice(-6)} z`, 'a (hidden) z'],
    [`a ${KEY.slice(3, 12)} z`, 'a (hidden) z'],
    [`a ${KEY.slice(0, 5)} z`, `a ${KEY.slice(0, 5)} z`],
    [`${KEY.slice(0, 8)}${KEY.slice(10)}`, '(hidden)(hidden)'],
    [`${KEY} and ${KEY}`, '(hidden) and (hidden)'],
    [Buffer.from(KEY).toString('hex'), '(hidden)'],
    [Buffer.from(KEY).toString('base64'), '(hidden)'],
  ])('is hidden, and no more than it: %s', async (text, expected) => {
    expect(await shown(text)).toBe(expected);
  });

  test.each(['', 'x', 'xy'])('is hidden in base64 of more than itself, behind %j', async (before) => {
    const text = Buffer.from(`${before}${KEY}xyz`).toString('base64');
    const result = String(await shown(text));
    expect(result).toContain('(hidden)');
    expect(Buffer.from(result.replace('(hidden)', ''), 'base64').toString()).not.toContain(KEY.slice(4, 10));
  });
});

test.each([
  ['user-agent', 'my-wallet/1.2', true],
  ['accept-language', 'de-DE,de;q=0.9', true],
  ['content-language', 'de-DE,deutsch', true],
  ['origin', 'https://wallet.example', true],
  ['referer', 'https://wallet.example/x', true],
  ['cache-control', 'max-age=3600', true],
  ['x-accept', 'my-wallet/1.2', false],
  ['x-origin', 'https://wallet.example', false],
  ['origin-key', 'https://wallet.example', false],
  ['referer-key', 'https://wallet.example', false],
  ['user-agent-key', 'my-wallet/1.2', false],
  ['cache-control-key', 'max-age=3600', false],
])('the header %s: %s is public: %s', async (name, value, isPublic) => {
  const { client } = clientWithAnswers(new Response(`I got ${value}`, { status: 401 }), {
    endpoints: { url: 'http://node.example', headers: { [name]: value } },
  });
  expect(await balanceOrError(client)).toMatchObject({
    context: { body: isPublic ? `I got ${value}` : 'I got (hidden)' },
  });
});

describe('what an endpoint repeats', () => {
  /** The text of an error, and of an answer of status 200, by an endpoint with these options that repeats this text. */
  const repeated = async (options: TestEndpoint, text: string): Promise<[unknown, unknown]> => {
    const failing = clientWithAnswers(new Response(text, { status: 401 }), { endpoints: options });
    const error = await balanceOrError(failing.client);
    const { client } = clientWithAnswers(jsonResponse(JSON.stringify({ text, blockID: '0'.repeat(64) })), {
      endpoints: options,
    });
    const { json } = await client.request('/wallet/getaccount', {});
    return [isRpcError(error, 'UNAUTHORIZED') ? error.context.body : error, (json as { text: unknown }).text];
  };
  const url = 'http://a.example';
  const withToken = (authorization: string) => ({ url, headers: { authorization } });

  test.each<[string, TestEndpoint, string, string, string]>([
    ['a key of 2 letters', { url, apiKey: 'k3' }, '<k3>', '<k3>', '<k3>'],
    ['a key of 3 letters', { url, apiKey: 'k3y' }, '<k3y>', '<(hidden)>', '<k3y>'],
    ['a key of 7 letters', { url, apiKey: 'k3y-abc' }, '<k3y-abc>', '<(hidden)>', '<k3y-abc>'],
    ['hex of a key of 7 letters', { url, apiKey: 'k3y-abc' }, '<6b33792d616263>', '<(hidden)>', '<6b33792d616263>'],
    ['a key of 8 letters', { url, apiKey: 'k3y-abcd' }, '<k3y-abcd>', '<(hidden)>', '<(hidden)>'],
    ['a key with a quotation mark', { url, apiKey: 'k3y-"abcd' }, 'k3y-"abcd', '(hidden)', '(hidden)'],
    ['a word in a path of 7 letters', `${url}/jsonrpc/x`, '<jsonrpc>', '<jsonrpc>', '<jsonrpc>'],
    ['a word in a path of 8 letters', `${url}/json-rpc/x`, '<json-rpc>', '<(hidden)>', '<json-rpc>'],
    ['a query of 7 letters', `${url}/?key=jsonrpc`, '<jsonrpc>', '<jsonrpc>', '<jsonrpc>'],
    ['a query of 8 letters', `${url}/?key=json-rpc`, '<json-rpc>', '<(hidden)>', '<json-rpc>'],
    [
      'a word in the path for the solid state',
      { url, solidUrl: `${url}/json-rpc` },
      '<json-rpc>',
      '<(hidden)>',
      '<json-rpc>',
    ],
    ['a token after two blanks', withToken('Bearer  the-token'), '<the-token>', '<(hidden)>', '<(hidden)>'],
    ['a token of two words', withToken('Bearer first-one second'), '<first-one second>', '<(hidden)>', '<(hidden)>'],
    ['a user', withToken(`Basic ${btoa('the-user-name:the-password')}`), '<the-user-name>', '<(hidden)>', '<(hidden)>'],
    [
      'a password',
      withToken(`Basic ${btoa('the-user-name:the-password')}`),
      '<the-password>',
      '<(hidden)>',
      '<(hidden)>',
    ],
    [
      'a key in capitals, after letters that are longer in lower case',
      { url, apiKey: 'the-key' },
      'İİİİİİİİTHE-KEY!',
      'İİİİİİİİ(hidden)!',
      'İİİİİİİİTHE-KEY!',
    ],
  ])('shows or hides %s', async (_, endpoint, text, inError, inAnswer) => {
    expect(await repeated(endpoint, text)).toEqual([inError, inAnswer]);
  });

  test.each([
    ['base64', 0],
    ['base64 after one byte', 1],
    ['base64 after two bytes', 2],
  ])('keeps short pieces of %s in an answer, where they occur by chance', async (_, before) => {
    for (const apiKey of ['k3y-abcd', 'k3y-abcde-f', 'k3y-abcde-fgh-i']) {
      const inner = btoa('x'.repeat(before) + apiKey).slice(before === 0 ? 0 : 4, -4);
      const [, inAnswer] = await repeated({ url, apiKey }, `<${inner}>`);
      expect([inner.length, inAnswer]).toEqual([inner.length, inner.length < 8 ? `<${inner}>` : '<(hidden)>']);
    }
  });

  test('hides no path of a request, which tells what was asked', async () => {
    const { client } = clientWithAnswers(new Response('no getaccount here', { status: 401 }), {
      endpoints: { url, apiKey: 'getaccount' },
    });
    expect(await balanceOrError(client)).toMatchObject({
      context: { path: '/wallet/getaccount', body: 'no (hidden) here' },
    });
  });
});
