// Real time: bodies arrive over sockets.
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMockNode } from '../../../src/index.ts';
import { answerTo } from '../../support/http-network.ts';
import { openServed } from '../../support/open-served.ts';

/** How long a socket may take on a busy machine. */
const SOON = { timeout: 60_000 };
const LIMIT = 4_194_304;
const CHUNK = 65_536;
const TOO_BIG = 'Request body is too large: >4194304';

/** A connection that has sent the head of a request. */
function openRequest(port: number, head: readonly string[]): Promise<{ socket: Socket; answer: () => string }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const lines = ['POST /wallet/getaccount HTTP/1.1', 'Host: localhost', ...head];
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      resolve({ socket, answer: () => text });
    });
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('error', reject);
    onTestFinished(() => void socket.destroy());
  });
}

describe('a body beyond the limit is rejected', () => {
  test('by fetch after reading up to the limit of an endless stream', async () => {
    const node = createMockNode();
    let pulled = 0;
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += CHUNK;
        controller.enqueue(new Uint8Array(CHUNK).fill(32));
      },
      cancel: () => {
        isCancelled = true;
      },
    });
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
    expect(await answerTo(node, '/wallet/getaccount', '', init)).toContain(TOO_BIG);
    expect(pulled).toBeLessThanOrEqual(LIMIT + 4 * CHUNK);
    expect(isCancelled).toBe(true);
  });

  test('by fetch before reading a stream whose declared length is too large', async () => {
    const pull = vi.fn();
    const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
    const headers = { 'content-length': String(LIMIT + 100) };
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' };
    expect(await answerTo(createMockNode(), '/wallet/getaccount', '', init)).toContain(TOO_BIG);
    expect(pull).not.toHaveBeenCalled();
  });

  test('by a server before any of it arrives, if its declared length is too large', async () => {
    const { port } = await openServed();
    const { answer } = await openRequest(port, [`Content-Length: ${LIMIT + 100}`]);
    await vi.waitFor(() => expect(answer()).toContain(TOO_BIG), SOON);
  });

  test('by a server while a client still sends it without a length', async () => {
    const { port, node } = await openServed();
    let sent = 0;
    const answer = await new Promise<string>((resolve, reject) => {
      const request = httpRequest({ port, method: 'POST', path: '/wallet/getaccount' }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve(text));
      });
      request.on('error', reject);
      const write = (): void => {
        if (request.destroyed || sent > 40 * LIMIT) return;
        sent += CHUNK;
        request.write(Buffer.alloc(CHUNK, ' '), write);
      };
      write();
      onTestFinished(() => void request.destroy());
    });
    expect(answer.trimEnd()).toContain(TOO_BIG);
    expect(sent).toBeLessThan(10 * LIMIT);
    expect(node.requests.entries).toMatchObject([{ path: '/wallet/getaccount', body: '', status: 413 }]);
  });

  test('also by the endpoints that do not read it', async () => {
    expect(await answerTo(createMockNode(), '/wallet/getburntrx', ' '.repeat(LIMIT + 100))).toContain(TOO_BIG);
  });
});

test('accepts a body of exactly the limit', async () => {
  const { url } = await openServed();
  const body = `{}${' '.repeat(LIMIT - 2)}`;
  expect(await (await fetch(`${url}/wallet/getaccount`, { method: 'POST', body })).text()).toBe('{}\n');
  const large = await fetch(`${url}/wallet/getaccount`, { method: 'POST', body: `${body} ` });
  expect((await large.text()).trimEnd()).toContain(TOO_BIG);
});

test('/admin/load accepts a dump that is larger than any request to a node, up to its own limit', async () => {
  const { node, url } = await openServed();
  const contract = `41${'c1'.repeat(20)}`;
  node.placeContract({ address: contract, code: '5b'.repeat(LIMIT / 2) });
  const body = JSON.stringify({ dump: node.dump() });
  const headers = { 'content-type': 'application/json' };
  const loaded = await fetch(`${url}/admin/load`, { method: 'POST', headers, body });
  expect([body.length > LIMIT, await loaded.json()]).toEqual([true, { result: true }]);

  const refused = await node.fetch(`${url}/admin/load`, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(2 ** 40) },
    body: new Blob(['{}']),
  });
  expect([refused.status, await refused.json()]).toEqual([
    413,
    {
      result: false,
      code: 'ARGUMENT_INVALID',
      message: 'Invalid body "too large": it must be at most 134217728 bytes.',
    },
  ]);
});

test('a request whose body has not arrived is in the log, and gets its body and status there', async () => {
  const { port, node } = await openServed();
  const { socket } = await openRequest(port, ['Content-Length: 20']);
  socket.write('{"address":');
  const entry = { method: 'POST', path: '/wallet/getaccount', query: '' };
  await vi.waitFor(() => expect(node.requests.entries).toEqual([{ ...entry, body: '' }]), SOON);
  socket.write('"41aa"  }');
  const whole = { ...entry, body: '{"address":"41aa"  }', status: 200 };
  await vi.waitFor(() => expect(node.requests.entries).toEqual([whole]), SOON);
});
