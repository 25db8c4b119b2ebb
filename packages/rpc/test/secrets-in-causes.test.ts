import { RpcError } from '@coin/rpc';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { balanceOrError } from './support/judy.ts';
import { testClient } from './support/test-client.ts';

const KEY = '3f6c1b9e-Zq7w2-d0J4a5';

const writings: readonly ((key: string) => string)[] = [
  (key) => key,
  (key) => key.toUpperCase(),
  (key) => btoa(`user:${key}`),
  (key) => Buffer.from(key).toString('hex'),
  (key) => `https://a.example/${encodeURIComponent(key)}/x`,
  (key) => `…${key.slice(3, 15)}…`,
];

/** A node of an error graph, before its edges are drawn. */
const nodes: readonly (() => object)[] = [
  () => new Error('plain'),
  () => new TypeError('fetch failed'),
  () => new AggregateError([], 'all failed'),
  () => new DOMException('gone', 'NetworkError'),
  () => ({ message: 'no error at all' }),
  () => Object.create(null) as object,
  () => [],
  () => new Map<string, unknown>(),
  () => new RpcError('NETWORK_FAILED', { path: '/x', reason: 'elsewhere' }),
  () => Object.assign(new Error('in the name of another'), { name: 'RpcError', code: 'NETWORK_FAILED', context: {} }),
  () => Object.assign(new Error('of no code'), { name: 'RpcError', code: 'toString' }),
  () => Object.assign(() => {}, { message: 'a function' }),
];

const define = (from: object, key: PropertyKey, value: unknown, enumerable = false): void =>
  void Reflect.defineProperty(from, key, { value, enumerable, configurable: true, writable: true });

/** How one value is reached from another. */
const edges: readonly ((from: object, to: unknown) => void)[] = [
  (from, to) => define(from, 'cause', to),
  (from, to) => define(from, 'cause', to, true),
  (from, to) => define(from, 'errors', [to]),
  (from, to) => define(from, 'errors', [new Error('first'), to]),
  (from, to) => define(from, 'request', to, true),
  (from, to) => define(from, 'config', { headers: { 'TRON-PRO-API-KEY': to } }, true),
  (from, to) => define(from, 'context', { deep: { deeper: to } }, true),
  (from, to) => define(from, 'hidden', to),
  (from, to) => define(from, Symbol('kept'), to),
  (from, to) => Reflect.defineProperty(from, 'lazy', { get: () => to, configurable: true }),
  (from, to) => Reflect.setPrototypeOf(from, Object.create(Reflect.getPrototypeOf(from), { below: { value: to } })),
  (from, to) => define(from, 'list', [[to]], true),
  (from, to) => define(from, 'map', new Map([[to, to]])),
  (from, to) => define(from, 'set', new Set([to])),
  (from, to) =>
    define(
      from,
      'method',
      Object.assign(() => to, { kept: to }),
    ),
  (from, to) => void (Array.isArray(from) ? from.push(to) : define(from, 'item', to)),
];

/** Where a text stands in a value. */
const places: readonly ((at: object, text: string) => void)[] = [
  (at, text) => define(at, 'message', text),
  (at, text) => define(at, 'message', `${'x'.repeat(20_000)}${text}`),
  (at, text) => define(at, 'stack', `Error: x\n    at ${text}`),
  (at, text) => define(at, 'name', text),
  (at, text) => define(at, 'code', text),
  (at, text) => define(at, 'cause', text),
  (at, text) => define(at, 'body', text, true),
  (at, text) => define(at, text, 1, true),
  (at, text) => define(at, Symbol(text), 1),
  (at, text) => define(at, 'cause', Symbol(text)),
  (at, text) => define(at, 'url', new URL('http://a.example/?k=' + encodeURIComponent(text))),
  (at, text) => define(at, 'headers', new Headers({ 'x-key': encodeURIComponent(text) })),
  (at, text) => Reflect.defineProperty(at, 'message', { get: () => text, configurable: true }),
  (at, text) => define(at, 'bytes', new TextEncoder().encode(text)),
];

/** All texts that a program can reach from a value, by every kind of property and what collections hold. */
function textsIn(root: unknown): string[] {
  const texts: string[] = [];
  const seen = new Set<unknown>();
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string') texts.push(value);
    if (typeof value === 'symbol') texts.push(value.description ?? '');
    if (Object(value) !== value || seen.has(value)) continue;
    seen.add(value);
    const object = value as object;
    if (object instanceof Uint8Array) texts.push(new TextDecoder().decode(object));
    if (object instanceof Map || object instanceof Headers) pending.push(...[...object].flat());
    if (object instanceof Set) pending.push(...object);
    if (object instanceof URL) texts.push(object.href);
    for (const key of Reflect.ownKeys(object)) {
      pending.push(key);
      try {
        pending.push(Reflect.get(object, key));
      } catch {
        // A getter of a platform's prototype, which needs an instance.
      }
    }
    pending.push(Reflect.getPrototypeOf(object));
  }
  return texts;
}

function expectNoKeyIn(error: unknown): void {
  expect(error).toBeInstanceOf(RpcError);
  const forms = writings.map((write) => write(KEY).toLowerCase().replaceAll('…', ''));
  const bare = [...forms.slice(0, 2), btoa(KEY).slice(4, -4).toLowerCase(), forms[3] ?? '', forms[5] ?? ''];
  const shown = textsIn(error).filter((text) => {
    const lowerCase = text.toLowerCase();
    return bare.some((form) => lowerCase.includes(form));
  });
  expect(shown).toEqual([]);
}

const graph = fc.record({
  kinds: fc.array(fc.constantFrom(...nodes), { minLength: 1, maxLength: 6 }),
  links: fc.array(fc.tuple(fc.nat(5), fc.nat(5), fc.constantFrom(...edges)), { maxLength: 8 }),
  chain: fc.array(fc.constantFrom(...edges), { minLength: 5, maxLength: 5 }),
  hidden: fc.constantFrom(...places),
  write: fc.constantFrom(...writings),
});

/** A chain of nodes with further edges, cycles among them, and the key in the last. */
function drawError({ kinds, links, chain, hidden, write }: typeof graph extends fc.Arbitrary<infer T> ? T : never) {
  const drawn = kinds.map((create) => create());
  hidden(drawn.at(-1) as object, write(KEY));
  for (const [from, to, link] of links)
    if (drawn[from] !== undefined && to < drawn.length) link(drawn[from], drawn[to]);
  for (const [index, link] of chain.entries())
    if (drawn[index] !== undefined && drawn[index + 1] !== undefined) link(drawn[index], drawn[index + 1]);
  return drawn[0] as Error;
}

/** Where a custom fetch fails. */
const failures: Readonly<Record<string, (thrown: Error) => Promise<Response>>> = {
  'a fetch that rejects': (thrown) => Promise.reject(thrown),
  'a body that cannot be read': async (thrown) =>
    new Response(new ReadableStream({ pull: (controller) => controller.error(thrown) })),
  'a response without a stream': async (thrown) =>
    ({ ok: true, status: 200, headers: new Headers(), text: () => Promise.reject(thrown) }) as Response,
};

describe.each(Object.entries(failures))('%s', (_, fail) => {
  test('shows no key anywhere in its error', async () => {
    await fc.assert(
      fc.asyncProperty(graph, fc.constantFrom('apiKey', 'header', 'path'), async (drawn, place) => {
        const client = testClient({
          endpoints: {
            url: place === 'path' ? `http://a.example/${KEY}` : 'http://a.example',
            ...(place === 'apiKey' && { apiKey: KEY }),
            ...(place === 'header' && { headers: { authorization: `Bearer ${KEY}` } }),
          },
          retries: 0,
          fetch: () => fail(drawError(drawn)),
        });
        expectNoKeyIn(await balanceOrError(client));
      }),
      { numRuns: scaled(100) },
    );
  });
});

describe('a call that times out', () => {
  useVirtualTime();

  const timedOut = (fetch: typeof globalThis.fetch) =>
    balanceOrError(testClient({ endpoints: `http://a.example/${KEY}`, retries: 0, timeoutMs: 5_000, fetch }));

  test('shows no key when fetch never answers', async () => {
    const error = await timedOut(() => new Promise(() => {}));
    expect(error).toMatchObject({ code: 'TIMEOUT' });
    expectNoKeyIn(error);
  });

  test('shows no key when fetch rejects with the request', async () => {
    const error = await timedOut(
      (input) =>
        new Promise((_, reject) => {
          const { signal } = input as Request;
          signal.addEventListener('abort', () => reject(Object.assign(new Error('aborted'), { request: input })));
        }),
    );
    expect(error).toMatchObject({ code: 'TIMEOUT' });
    expectNoKeyIn(error);
  });
});

test('an error of fetch keeps its name, its code and its message', async () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const client = testClient({
    endpoints: { url: 'http://a.example', apiKey: KEY },
    retries: 0,
    fetch: () => Promise.reject(new TypeError('fetch failed', { cause: new AggregateError([cause], 'both') })),
  });
  expect(await balanceOrError(client)).toMatchObject({
    code: 'NETWORK_FAILED',
    cause: {
      name: 'TypeError',
      message: 'fetch failed',
      cause: { message: 'both', errors: [{ message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' }] },
    },
  });
});
