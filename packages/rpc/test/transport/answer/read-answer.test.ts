import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { triggerConstantContract } from '@coin/rpc';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { afterEach, describe, expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse } from '../../support/client-with-answers.ts';
import { JUDY, JUDYS_BALANCE, balanceOrError } from '../../support/judy.ts';
import { recorded } from '../../support/recordings.ts';
import { testClient } from '../../support/test-client.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An answer as React Native, polyfills and mocks give it: with its text, but without a stream. */
const withoutStream = (text: string, body: unknown): Response =>
  Object.defineProperty(jsonResponse(text), 'body', { value: body });

test.each<[string, unknown]>([
  ['undefined', undefined],
  ['a stream of another kind', { pipe: () => {} }],
])('an answer whose body is %s is read by its text', async (_, body) => {
  const { answer } = recorded('account.visible');
  const { client, requests } = clientWithAnswers(() => withoutStream(answer, body), { retry: 2 });
  expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
  expect(requests).toHaveLength(1);
});

test('an answer without a stream is rejected when its text has too many bytes', async () => {
  const text = `{"name":"${'é'.repeat(600)}"}`;
  const { client } = clientWithAnswers(() => withoutStream(text, undefined), { maxResponseBytes: 1000 });
  expect(await balanceOrError(client)).toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
});

test('measures a compressed answer by its expanded size, for any declared length', async () => {
  const bomb = gzipSync(Buffer.alloc(5_000_000, ' '));
  const url = await serve((_, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'content-length': bomb.length,
    });
    response.end(bomb);
  });
  const client = testClient({ endpoints: url, retry: 0, maxResponseBytes: 1_000_000 });
  expect(bomb.length).toBeLessThan(10_000);
  expect(await balanceOrError(client)).toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
});

test.each([301, 302, 303, 307, 308])('a redirect with status %d is not followed', async (status) => {
  let followed = 0;
  const elsewhere = await serve((_, response) => {
    followed++;
    response.end('{}');
  });
  const url = await serve((_, response) => response.writeHead(status, { location: elsewhere }).end());
  for (const fetchOption of [{}, { fetch: globalThis.fetch }]) {
    const client = testClient({ endpoints: { url, apiKey: 'the-secret-key' }, retry: 0, ...fetchOption });
    expect(await balanceOrError(client)).toMatchObject({ code: 'HTTP_STATUS', context: { status } });
  }
  expect(followed).toBe(0);
});

describe('without a socket', () => {
  useVirtualTime();

  test('status 408 is requested again', async () => {
    const { client, requests } = clientWithAnswers([new Response('', { status: 408 }), 'account.visible'], {
      retry: 1,
    });
    expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
    expect(requests).toHaveLength(2);
  });
});

const bytes = recorded('account.visible').answer.length;
const streamed = () =>
  new Response(new Blob([recorded('account.visible').answer]).stream(), {
    headers: { 'content-type': 'application/json' },
  });
const declared = () =>
  new Response(recorded('account.visible').answer, {
    headers: { 'content-type': 'application/json', 'content-length': String(bytes) },
  });

test.each<[string, () => Response]>([
  ['streams', streamed],
  ['declares its length', declared],
  ['has no stream', () => withoutStream(recorded('account.visible').answer, undefined)],
])('an answer that %s may have as many bytes as the limit, and not one more', async (_, answer) => {
  const read = (maxResponseBytes: number) => balanceOrError(clientWithAnswers(answer, { maxResponseBytes }).client);
  expect(await read(bytes)).toBe(JUDYS_BALANCE);
  expect(await read(bytes - 1)).toMatchObject({
    code: 'RESPONSE_TOO_LARGE',
    context: { path: '/wallet/getaccount', limitBytes: bytes - 1 },
  });
});

test('a request says that it takes JSON', async () => {
  const { client, requests } = clientWithAnswers('account.visible');
  await balanceOrError(client);
  expect(requests[0]?.headers.get('accept')).toBe('application/json');
  expect(requests[0]?.headers.get('content-type')).toBe('application/json');
});

test.each<[unknown, string]>([
  [new TypeError('fetch failed'), 'fetch failed'],
  [new TypeError('fetch failed', { cause: new Error('read ECONNRESET') }), 'read ECONNRESET'],
  [new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } }), 'ENOTFOUND'],
  [new TypeError('fetch failed', { cause: { message: '', code: 'ENOTFOUND' } }), 'ENOTFOUND'],
  [new TypeError('fetch failed', { cause: 'no route' }), 'no route'],
  [new Error(''), 'unknown'],
])('reports the innermost reason of a connection that fails with %o', async (thrown, reason) => {
  const failing = () => Promise.reject(thrown);
  expect(await balanceOrError(clientWithAnswers(failing).client)).toMatchObject({
    code: 'NETWORK_FAILED',
    context: { path: '/wallet/getaccount', reason },
    cause: thrown,
  });
});

const hex = (text: string | Uint8Array) => Buffer.from(text as string).toString('hex');
test.each([
  ['busy', 'busy'],
  [hex('busy'), 'busy'],
  [hex('bus'), hex('bus')],
  [`${hex('busy')}0`, `${hex('busy')}0`],
  [hex('überlastet'), 'überlastet'],
  [hex('too\r\n\tbusy'), 'too   busy'],
  [hex(Uint8Array.of(0x62, 0x75, 0x73, 0xff)), '627573ff'],
  [hex('\u0007busy'), hex('\u0007busy')],
  [hex('busy\u0007'), hex('busy\u0007')],
  [hex('bu\u0085sy'), hex('bu\u0085sy')],
  [hex('class a.b.C : no\nroom'), 'no room'],
  ['class a.b.C : ', ''],
  ['a class a.b.C : no room', 'a class a.b.C : no room'],
  ['class C: no room', 'class C: no room'],
])('the node’s message %j is shown as %j', async (message, shown) => {
  const { client } = clientWithAnswers(Response.json({ result: { code: 'OTHER_ERROR', message } }));
  const call = { owner: JUDY, contract: JUDY, functionSelector: 'a()' };
  await expect(triggerConstantContract(client, call)).rejects.toMatchObject({
    code: 'NODE_ERROR',
    context: { nodeMessage: shown },
  });
});

test.each([
  ['SERVER_BUSY', true],
  ['NO_CONNECTION', true],
  ['NOT_ENOUGH_EFFECTIVE_CONNECTION', true],
  ['BLOCK_UNSOLIDIFIED', true],
  ['SERVER_BUSY_NOT', false],
  ['NOT_SERVER_BUSY', false],
  ['OTHER_ERROR', false],
])('the node’s code %s may be tried again: %s', async (code, retryable) => {
  const { client } = clientWithAnswers(Response.json({ result: { code } }));
  const call = { owner: JUDY, contract: JUDY, functionSelector: 'a()' };
  await expect(triggerConstantContract(client, call)).rejects.toMatchObject({ code: 'NODE_ERROR', retryable });
});

test.each(['5', '[]', '"x"', 'null'])(
  'an answer of another shape than an object is named as a whole: %s',
  async (text) => {
    expect(await balanceOrError(clientWithAnswers(jsonResponse(text)).client)).toMatchObject({
      code: 'RESPONSE_INVALID',
      context: { path: '/wallet/getaccount', field: 'body' },
    });
  },
);
