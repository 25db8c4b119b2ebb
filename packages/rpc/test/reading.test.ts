import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createNodeClient } from '@coin/rpc';
import { clientWithAnswers, jsonResponse } from './support/client-with-answers.ts';
import { JUDYS_BALANCE, balanceOrError } from './support/judy.ts';
import { recorded } from './support/recordings.ts';

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
  ['null', null],
  ['a stream of another kind', { pipe: () => {} }],
])('an answer whose body is %s is read by its text', async (_, body) => {
  const { answer } = recorded('account.visible');
  const { client, requests } = clientWithAnswers(() => withoutStream(answer, body), { retries: 2 });
  expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
  expect(requests).toHaveLength(1);
});

test('an answer without a stream is rejected when its text has too many bytes', async () => {
  const text = `{"name":"${'é'.repeat(600)}"}`;
  const { client } = clientWithAnswers(() => withoutStream(text, undefined), { maxResponseBytes: 1000 });
  expect(await balanceOrError(client)).toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
});

test('a compressed answer is measured by what it expands to, whatever length it declares', async () => {
  const bomb = gzipSync(Buffer.alloc(5_000_000, ' '));
  const url = await serve((_, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'content-length': bomb.length,
    });
    response.end(bomb);
  });
  const client = createNodeClient({ endpoints: url, retries: 0, maxResponseBytes: 1_000_000 });
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
    const client = createNodeClient({ endpoints: { url, apiKey: 'the-secret-key' }, retries: 0, ...fetchOption });
    expect(await balanceOrError(client)).toMatchObject({ code: 'HTTP_STATUS', context: { status } });
  }
  expect(followed).toBe(0);
});

test('status 408 is requested again', async () => {
  const { client, requests } = clientWithAnswers([new Response('', { status: 408 }), 'account.visible'], {
    retries: 1,
    retryDelayMs: 1,
  });
  expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
  expect(requests).toHaveLength(2);
});

test('a limit gets its slot back from an answer that ignores the signal', async () => {
  let released = 0;
  const { client } = clientWithAnswers(() => new Promise<Response>(() => {}), {
    timeoutMs: 20,
    limits: [async () => () => void released++],
  });
  expect(await balanceOrError(client)).toMatchObject({ code: 'TIMEOUT' });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(released).toBe(1);
});
