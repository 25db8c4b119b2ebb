import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMockNode, serve, type ServedNode } from '../../../src/index.ts';

let served: ServedNode;
beforeAll(async () => {
  served = await serve(createMockNode(), { allowedHosts: ['node.test'] });
});
afterAll(() => served.close());

/** The status of a request whose headers a browser sets, and no program may. */
function statusOf(headers: Readonly<Record<string, string>>): Promise<number> {
  const lines = Object.entries({ connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(served.port, '127.0.0.1', () =>
      socket.write(['GET /wallet/getburntrx HTTP/1.1', ...lines, '', ''].join('\r\n')),
    );
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('end', () => resolve(Number(text.slice('HTTP/1.1 '.length).slice(0, 3)))).on('error', reject);
  });
}

test.each<[string, (host: string) => string]>([
  ['of its own', (host) => `http://${host}`],
  ['of its own, in capitals', (host) => `HTTP://${host.toUpperCase()}`],
])('a page %s reaches the node', async (_, originOf) => {
  for (const host of [`localhost:${served.port}`, `127.0.0.1:${served.port}`, 'node.test'])
    expect(await statusOf({ host, origin: originOf(host) })).toBe(200);
});

test.each<[string, (host: string) => string]>([
  ['a name that begins like it', (host) => `http://${host}.evil.example`],
  ['a port that begins like it', (host) => `http://${host}1`],
  ['a user that is named like it', (host) => `http://${host}@evil.example`],
  ['a name that ends like it', (host) => `http://evil.${host}`],
  ['another port', () => 'http://localhost:1'],
  ['another scheme', (host) => `https://${host}`],
  ['a path', (host) => `http://${host}/`],
  ['part of it', (host) => `http://${host.slice(0, -1)}`],
  ['the scheme alone', () => 'http://'],
  ['its host alone', (host) => host],
  ['another host of the same node', (host) => (host.startsWith('localhost') ? 'http://node.test' : 'http://localhost')],
  ['no page', () => 'null'],
])('a page whose origin is %s is rejected', async (_, originOf) => {
  for (const host of [`localhost:${served.port}`, `127.0.0.1:${served.port}`, 'node.test'])
    expect(await statusOf({ host, origin: originOf(host) })).toBe(403);
});

test.each([
  'localhost.evil.example',
  'evil-localhost',
  'localhos',
  '127.0.0.1.evil.example',
  'node.test.evil.example',
  '',
])('rejects a request for the host %j, which resembles one of its own', async (host) => {
  expect(await statusOf({ host })).toBe(403);
  expect(await statusOf({ host: `${host}:${served.port}`, origin: `http://${host}:${served.port}` })).toBe(403);
});
