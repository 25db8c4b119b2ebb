import { connect } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMockNode, isMockNodeError, serve, type MockNode } from '../../../src/index.ts';
import { openServed } from '../../support/open-served.ts';

/** Sends a request over a socket: `fetch` does not allow a Host header of one's own. */
function send(port: number, lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('end', () => resolve(text)).on('error', reject);
  });
}

describe('a served node', () => {
  test('answers as it does in process', async () => {
    const { node, url } = await openServed();
    const paths = [
      '/wallet/getnowblock',
      '/wallet/getchainparameters',
      '/wallet/nothing',
      '/walletsolidity/getnowblock',
    ];
    for (const path of paths) {
      const [far, near] = await Promise.all([fetch(url + path), node.fetch(`http://node${path}`)]);
      expect([far.status, far.headers.get('content-type'), await far.text()]).toEqual([
        near.status,
        near.headers.get('content-type'),
        await near.text(),
      ]);
    }
  });

  test('reads bodies in the charset that their content type implies', async () => {
    const { url } = await openServed();
    const ask = async (contentType: string): Promise<string> => {
      const body = JSON.stringify({ owner_address: '', extra_data: 'ü', function_selector: 'ü()', visible: true });
      const init = { method: 'POST', headers: { 'content-type': contentType }, body };
      return (await fetch(`${url}/wallet/triggersmartcontract`, init)).text();
    };
    expect(await ask('application/json')).toBe(await ask('text/plain; charset=utf-8'));
  });

  test('answers HEAD with headers and no body', async () => {
    const { url } = await openServed();
    const answer = await fetch(`${url}/wallet/getburntrx`, { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  test('lists the methods of a path in answer to OPTIONS', async () => {
    const { url } = await openServed();
    const allowed = async (path: string) => (await fetch(url + path, { method: 'OPTIONS' })).headers.get('allow');
    expect(await allowed('/wallet/getaccount')).toBe('GET, HEAD, POST, TRACE, OPTIONS');
    expect(await allowed('/wallet/broadcasthex')).toBe('POST, TRACE, OPTIONS');
    expect(await allowed('/wallet/nothing')).toBe('GET, HEAD, TRACE, OPTIONS');
  });

  test.each([
    ['PUT', 405],
    ['DELETE', 405],
    ['PATCH', 501],
  ])('does not support %s', async (method, status) => {
    const { url } = await openServed();
    expect((await fetch(`${url}/wallet/getaccount`, { method })).status).toBe(status);
  });
});

describe('a request for the host', () => {
  const ask = (port: number, host: string): Promise<string> =>
    send(port, ['GET /wallet/getburntrx HTTP/1.1', `Host: ${host}`, 'Connection: close']);

  test.each(['localhost', '127.0.0.1', '[::1]', 'LOCALHOST:1234', 'node.test'])('%s is answered', async (host) => {
    const { port } = await openServed({ allowedHosts: ['node.test'] });
    expect(await ask(port, host)).toMatch(/^HTTP\/1.1 200 /);
  });

  test.each(['node', 'node:9090', '10.0.0.1:80'])('answers %s if every host is allowed', async (host) => {
    const { port } = await openServed({ host: '0.0.0.0', allowedHosts: ['*'] });
    expect(await ask(port, host)).toMatch(/^HTTP\/1.1 200 /);
  });

  test('that is rejected learns how to allow it', async () => {
    const { port } = await openServed({ allowedHosts: ['node.test'] });
    expect(await ask(port, 'node:9090')).toContain(
      'host node:9090. Allow it by the option allowedHosts, or --allow-host node at the command line.',
    );
  });

  test.each(['evil.example', 'localhost.evil.example', '10.0.0.1:80'])('%s is rejected', async (host) => {
    const { port } = await openServed();
    expect(await ask(port, host)).toMatch(/^HTTP\/1.1 403 [^]*does not answer for the host/);
  });
});

describe('a page of another origin', () => {
  const origin = 'http://localhost:5173';
  const transfer = (node: MockNode) => {
    const [from, to] = node.accounts.map(({ address }) => address);
    return JSON.stringify({ owner_address: from, to_address: to, amount: 1, visible: true });
  };

  test.each([
    { origin },
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:5173, http://127.0.0.1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin, 'sec-fetch-site': 'cross-site' },
  ])('reaches no path of the node by default with %j', async (headers) => {
    const { node, url } = await openServed();
    const before = node.dump();
    const requests: readonly (readonly [path: string, init: RequestInit])[] = [
      ['/admin/mine', { method: 'POST', body: '{"count":3}', headers: { ...headers, 'content-type': 'text/plain' } }],
      ['/admin/mine', { method: 'POST', body: '{}', headers: { ...headers, 'content-type': 'application/json' } }],
      ['/wallet/createtransaction', { method: 'POST', body: transfer(node), headers }],
      ['/wallet/getburntrx', { headers }],
      ['/wallet/getburntrx', { method: 'HEAD', headers }],
      ['/wallet/getaccount', { method: 'OPTIONS', headers: { ...headers, 'access-control-request-method': 'POST' } }],
    ];
    for (const [path, init] of requests) {
      const answer = await fetch(url + path, init);
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null]);
      if (init.method !== 'HEAD') expect(await answer.text()).toContain('the option cors');
    }
    expect(node.dump()).toBe(before);
  });

  test.each([
    ['*', { origin }, '*'],
    ['*', { 'sec-fetch-site': 'cross-site' }, '*'],
    [[origin], { origin, 'sec-fetch-site': 'same-site' }, origin],
    [['null'], { origin: 'null' }, 'null'],
  ] as const)('is allowed by cors %j with %j', async (cors, headers, allowed) => {
    const { url } = await openServed({ cors });
    const answer = await fetch(`${url}/wallet/getburntrx`, { headers });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, allowed]);
  });

  test('is rejected if cors only allows other pages', async () => {
    const { url } = await openServed({ cors: ['http://other.example'] });
    expect((await fetch(`${url}/wallet/getburntrx`, { headers: { origin } })).status).toBe(403);
    expect((await fetch(`${url}/wallet/getburntrx`, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
  });

  test('gets an answer to its preflight request', async () => {
    const { url } = await openServed({ cors: '*' });
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    const answer = await fetch(`${url}/wallet/getaccount`, { method: 'OPTIONS', headers });
    expect([answer.status, answer.headers.get('access-control-allow-headers')]).toEqual([204, '*']);
  });

  test('reads all headers of an answer', async () => {
    const { url } = await openServed({ cors: '*' });
    const answer = await fetch(`${url}/wallet/getburntrx`, { headers: { origin } });
    expect(answer.headers.get('access-control-expose-headers')).toBe('*');
  });

  test('is distinguished from the address bar and from the node’s own origin', async () => {
    const { url } = await openServed();
    for (const headers of [{ 'sec-fetch-site': 'none' }, { origin: url, 'sec-fetch-site': 'same-origin' }])
      expect((await fetch(`${url}/wallet/getburntrx`, { headers })).status).toBe(200);
  });

  test.each(['http://localhost:5173/', 'localhost:5173', '', 'http://*.example'])(
    'cannot be allowed by "%s", which no browser sends as its origin',
    async (entry) => {
      const error = await serve(createMockNode(), { cors: [entry] }).catch((reason: unknown) => reason);
      expect(isMockNodeError(error, 'ARGUMENT_INVALID') && error.context.argument).toBe('cors');
    },
  );
});

describe('serving', () => {
  test('rejects with PORT_TAKEN for a port that is in use', async () => {
    const first = await openServed();
    const second = serve(createMockNode(), { port: first.port }).catch((error: unknown) => error);
    const error = await second;
    expect(isMockNodeError(error, 'PORT_TAKEN') && error.context).toEqual({ host: '127.0.0.1', port: first.port });
  });

  test('rejects with LISTEN_FAILED for an address of another machine', async () => {
    const error = await serve(createMockNode(), { host: '192.0.2.1' }).catch((reason: unknown) => reason);
    expect(isMockNodeError(error, 'LISTEN_FAILED') && error.shortMessage).toMatch(/ Choose another address or port\.$/);
  });

  test('rejects with LISTEN_FAILED in a runtime without node:http', async () => {
    vi.stubGlobal('process', undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    const error = await serve(createMockNode(), { port: 9090 }).catch((reason: unknown) => reason);
    expect(isMockNodeError(error, 'LISTEN_FAILED') && error.context).toEqual({
      host: '127.0.0.1',
      port: 9090,
      reason: 'this runtime has no node:http. Pass node.fetch to the client',
    });
  });

  test('keeps the states of two nodes apart', async () => {
    const first = await openServed();
    const second = await openServed();
    await fetch(`${first.url}/admin/mine`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"count":3}',
    });
    const head = async (url: string) => (await fetch(`${url}/wallet/getnowblock`)).text();
    expect(await head(first.url)).not.toBe(await head(second.url));
  });

  test('closes idle connections and responses that would never end', async () => {
    const { node, served, url } = await openServed();
    await (await fetch(`${url}/wallet/getburntrx`)).text();
    node.faults.add({ fault: { kind: 'hang' } });
    const hanging = fetch(`${url}/wallet/getburntrx`).catch((error: unknown) => error);
    while (node.requests.entries.length < 2) await new Promise((resolve) => setImmediate(resolve));
    await served.close();
    await served[Symbol.asyncDispose]();
    expect(await hanging).toBeInstanceOf(TypeError);
    await expect(fetch(`${url}/wallet/getburntrx`)).rejects.toThrow(TypeError);
  });
});
