import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo } from 'node:net';
import { nat, sample } from 'fast-check';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { forkMockNode } from '../../src/fork/index.ts';
import { createMockNode, isMockNodeError, type Fetch } from '../../src/index.ts';
import { walkReachable } from '../support/reachable-texts.ts';

const KEY = 'k3y-9f81c2d7a6b5';
const PATH_KEY = 'path0f2b77aa91';
const URL_OF_NETWORK = `http://user:pa55w0rd-x7@live.example/${PATH_KEY}`;
const secrets = [KEY, PATH_KEY, 'pa55w0rd-x7', btoa('user:pa55w0rd-x7')];
/** 32 MiB of an answer, and a part that arrived with its last byte. */
const MOST_BYTES = 34 * 1024 * 1024;
const MIB = 1024 * 1024;
/** Six attempts of ten seconds with pauses of at most a minute each. */
const LONGEST_MS = 10 * 60_000;
const json = { 'content-type': 'application/json' };
const live = createMockNode();

/** What an upstream answers, and how many bytes it was asked for. */
interface Hostile {
  readonly respond: (request: Request, taken: (bytes: number) => void) => Promise<Response> | Response;
  /** The most times that one request may be sent. */
  readonly attempts: number;
}

/** A body that does not end while it is read. */
const endless = (taken: (bytes: number) => void): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        taken(MIB);
        controller.enqueue(new Uint8Array(MIB).fill(0x20));
      },
    },
    { highWaterMark: 0 },
  );
const silent = (start: string): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>({
    start: (controller) => start !== '' && controller.enqueue(new TextEncoder().encode(start)),
  });
const answered = (
  body: ConstructorParameters<typeof Response>[0],
  init: ResponseInit = { headers: json },
): Hostile => ({
  respond: () => new Response(body, init),
  attempts: 1,
});
const failing = (error: () => unknown): Hostile => ({ respond: (): Promise<never> => fail(error()), attempts: 6 });
const fail = async (error: unknown): Promise<never> => {
  throw error;
};

const kinds: Readonly<Record<string, Hostile>> = {
  ...Object.fromEntries(
    [300, 301, 302, 303, 304, 307, 308].map((status) => [
      `a redirect with status ${status}`,
      answered(null, { status, headers: { location: 'http://other.example/' } }),
    ]),
  ),
  'a redirect whose status a browser hides': {
    respond: () => Response.error(),
    attempts: 1,
  },
  ...Object.fromEntries(
    [204, 400, 401, 403, 404, 405].map((status) => [
      `status ${status}`,
      answered(status === 204 ? null : `your key ${KEY} is bad`, { status, headers: json }),
    ]),
  ),
  ...Object.fromEntries(
    [429, 500, 502, 503].map((status) => [
      `status ${status}`,
      { respond: () => new Response(`no, ${KEY}`, { status }), attempts: 6 },
    ]),
  ),
  'a wait of years': {
    respond: () => new Response('', { status: 503, headers: { 'retry-after': '99999999' } }),
    attempts: 6,
  },
  'silence before the headers': { respond: () => new Promise(() => undefined), attempts: 6 },
  'silence before the headers, ended by the signal': {
    respond: ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
    attempts: 6,
  },
  'silence before the body': { respond: () => new Response(silent(''), { headers: json }), attempts: 6 },
  'silence in the body': { respond: () => new Response(silent('{"block'), { headers: json }), attempts: 6 },
  'an endless body': { respond: (_, taken) => new Response(endless(taken), { headers: json }), attempts: 1 },
  'an endless body of an error': {
    respond: (_, taken) => new Response(endless(taken), { status: 500, headers: json }),
    attempts: 6,
  },
  'an announced size of a terabyte': {
    respond: (_, taken) => new Response(endless(taken), { headers: { ...json, 'content-length': '1099511627776' } }),
    attempts: 1,
  },
  'a connection that breaks': failing(() => new TypeError('fetch failed', { cause: new Error(`at ${KEY}`) })),
  'a failure that repeats the key in its properties': failing(() =>
    Object.assign(new Error('no'), { request: { headers: { key: KEY } }, errors: [new Error(KEY)], cause: { KEY } }),
  ),
  'a failure that is a text with the key': failing(() => `sent ${KEY}`),
  'a failure without words': failing(() => undefined),
  HTML: answered(`<html>${KEY}</html>`, { headers: { 'content-type': 'text/html' } }),
  'JSON of another type': answered('{}', { headers: { 'content-type': `text/${KEY}` } }),
  'no content type': answered(new TextEncoder().encode('{}'), {}),
  'broken JSON': answered(`{"${KEY}`),
  'deep JSON': answered('['.repeat(200_000)),
  'deep objects': answered('{"a":'.repeat(200_000)),
  'a long number': answered(`{"a":${'9'.repeat(200_000)}}`),
  nothing: answered(''),
  null: answered('null'),
  'a list': answered('[]'),
  'a text': answered('"x"'),
  'an error that repeats the key': answered(JSON.stringify({ Error: `unknown key ${KEY.slice(2)}` })),
  'a long error': answered(JSON.stringify({ Error: 'x'.repeat(MIB) })),
  'blocks of another form': answered('{"blockID":5,"block_header":{"raw_data":{"number":"a"}}}'),
  'members of other types': answered('{"blockID":"00","block_header":{"raw_data":[]},"transactions":7}'),
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets timers pass until a promise is settled. */
async function settle<T>(promise: Promise<T>): Promise<{ readonly error?: unknown; readonly elapsed: number }> {
  const settled: { readonly error?: unknown }[] = [];
  promise.then(
    () => settled.push({}),
    (error: unknown) => settled.push({ error }),
  );
  const start = Date.now();
  for (let turn = 0; settled.length === 0 && turn < 5_000; turn++)
    await vi.advanceTimersByTimeAsync(turn < 50 ? 0 : 500);
  const [outcome] = settled;
  if (outcome === undefined) throw new Error('it does not end');
  return { ...outcome, elapsed: Date.now() - start };
}

interface Watched {
  readonly fetch: Fetch;
  readonly sent: Map<string, number>;
  readonly hosts: Set<string>;
  bytes: number;
}

/** A network whose answers are hostile from a request on. */
function hostileFrom(first: number, { respond }: Hostile): Watched {
  let requests = 0;
  const watched: Watched = {
    sent: new Map(),
    hosts: new Set(),
    bytes: 0,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { host, pathname } = new URL(request.url);
      expect(request.redirect).toBe('manual');
      watched.hosts.add(host);
      if (requests++ < first) return live.fetch(new Request(request.url.replace(`/${PATH_KEY}`, ''), request));
      const key = `${pathname} ${await request.clone().text()}`;
      watched.sent.set(key, (watched.sent.get(key) ?? 0) + 1);
      return respond(request, (bytes) => (watched.bytes += bytes));
    },
  };
  return watched;
}

const fork = (fetch: Fetch, cache?: { read: () => Promise<undefined>; write: (text: string) => Promise<void> }) =>
  forkMockNode({ url: URL_OF_NETWORK, headers: { 'X-Key': KEY }, fetch, ...(cache && { cache }) });

function expectWithoutSecrets(value: unknown): void {
  const texts = walkReachable(value).join('\n').toLowerCase();
  for (const secret of secrets) expect(texts).not.toContain(secret.toLowerCase());
  expect(texts).not.toContain(KEY.slice(4));
}

describe.each(Object.entries(kinds))('a network that answers with %s', (_, hostile) => {
  test('fails a fork within bounds, and its error has no secret', async () => {
    const drawn = sample(nat({ max: 14 }), 3);
    for (const first of [0, ...drawn]) {
      const watched = hostileFrom(first, hostile);
      const { error, elapsed } = await settle(fork(watched.fetch));
      // A fork can do without some of the later answers.
      if (error === undefined && first > 0) continue;
      expect(isMockNodeError(error, 'FORK_UNREADABLE') ? error.code : error).toBe('FORK_UNREADABLE');
      expect(String(error).length).toBeLessThan(1_000);
      expectWithoutSecrets(error);
      expect(Math.max(...watched.sent.values())).toBeLessThanOrEqual(hostile.attempts);
      expect([...watched.hosts]).toEqual(['live.example']);
      expect(watched.bytes).toBeLessThanOrEqual(MOST_BYTES * 8);
      expect(elapsed).toBeLessThanOrEqual(LONGEST_MS);
    }
  });
});

test('names a redirect whose status a browser hides', async () => {
  const fetch: Fetch = async () => Response.error();
  await expect(forkMockNode({ url: URL_OF_NETWORK, fetch })).rejects.toThrow(': it redirects with status 0');
});

describe('over real connections', () => {
  beforeEach(() => void vi.useRealTimers());

  async function listen(respond: RequestListener): Promise<string> {
    const server = createServer(respond);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => server.close().closeAllConnections());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test.each([301, 302, 303, 307, 308])(
    'a fork sends nothing to the target of a redirect with status %i',
    async (status) => {
      const received: unknown[] = [];
      const other = await listen(({ headers }, response) => {
        received.push(headers);
        response.end('{}');
      });
      const url = await listen((_, response) => response.writeHead(status, { location: other }).end());
      await expect(forkMockNode({ url, headers: { 'X-Key': KEY } })).rejects.toThrow(
        `: it redirects with status ${status}`,
      );
      expect(received).toEqual([]);
    },
  );

  test('an endless answer is read up to a limit', async () => {
    const part = Buffer.alloc(MIB, ' ');
    let written = 0;
    const url = await listen((_, response) => {
      response.writeHead(200, json);
      const write = (): void => {
        while (!response.destroyed && response.write(part)) written += MIB;
        written += MIB;
      };
      response.on('drain', write);
      write();
    });
    await expect(forkMockNode({ url })).rejects.toThrow(': its answer is larger than 33554432 bytes.');
    // Buffers of the operating system hold some more.
    expect(written).toBeLessThan(4 * MOST_BYTES);
  });
});
