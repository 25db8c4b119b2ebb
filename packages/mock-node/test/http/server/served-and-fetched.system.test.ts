// Real time: one of the two nodes answers over sockets, and one of the faults delays its answers.
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { endpoints } from '../../../src/http/endpoints/index.ts';
import { createMockNode, serve, type FaultRule } from '../../../src/index.ts';

// A node's newest block becomes solid after three seconds without another. No clock goes on between two answers, nor
// between the creation of the two nodes.
const stopClock = (): void => void vi.useFakeTimers({ toFake: ['Date'] });
stopClock();
beforeEach(stopClock);

// Two nodes with equal options that get the same requests, one through a socket.
const fetched = createMockNode();
const served = createMockNode();
const { url, close } = await serve(served);
afterAll(close);
const [owner, other] = fetched.accounts.map(({ address }) => address) as [string, string];

interface AnyRequest {
  readonly path: string;
  readonly init: RequestInit;
}

const connectionHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

async function readResponse(response: Response): Promise<unknown> {
  const headers = [...response.headers].filter(([name]) => !connectionHeaders.has(name));
  return { status: response.status, headers, body: await response.text() };
}

async function expectSameAnswer({ path, init }: AnyRequest): Promise<void> {
  const request = { redirect: 'manual', ...init } as const;
  const far = await readResponse(await fetch(url + path, request));
  expect(far).toEqual(await readResponse(await fetched.fetch(`http://node${path}`, request)));
  expect(served.requests.entries.at(-1)).toEqual(fetched.requests.entries.at(-1));
}

const ordinaryBodies = fc
  .record({
    owner_address: fc.constantFrom(owner, other),
    to_address: fc.constantFrom(other, owner, ''),
    address: fc.constantFrom(owner, other, 'T', '41'),
    value: fc.constantFrom(owner, 'aa', ''),
    amount: fc.integer({ min: -1, max: 10_000 }),
    num: fc.nat(5),
    function_selector: fc.constantFrom('f()', ''),
    visible: fc.boolean(),
  })
  .map((body) => JSON.stringify(body));
const bodies = fc.oneof(
  { weight: 4, arbitrary: ordinaryBodies },
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify({ extra_data: text, visible: true })),
  fc.tuple(ordinaryBodies, fc.nat(200)).map(([text, length]) => text.slice(0, length)),
  fc.constantFrom('', ' ', '\r\n', '{}', `address=${owner}&visible=true`, 'value=%zz'),
);
const paths = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...endpoints.map(({ name }) => `/wallet/${name}`)) },
  fc.constantFrom(...endpoints.map(({ name }) => `/walletsolidity/${name}`)),
  fc.constantFrom(
    '/',
    '/wallet/',
    '/wallet/nothing',
    '/wallet/getaccount;a=b',
    '/wallet/%67etaccount',
    '/wallet/getAccount',
    '/jsonrpc',
    '/net/listnodes',
  ),
);
const queries = fc.constantFrom('', '', '?', `?address=${owner}&visible=true`, '?num=0', '?value=%zz', '?a=b?c=d&a');
const accepts = fc.constantFrom('*/*', 'application/json', 'text/plain;q=0.5, text/html;q=0.1', 'image/png');
const types = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain; charset=utf-8',
  'text/x',
);
const posts = fc.record({ method: fc.constant('POST'), body: bodies, type: types, accept: accepts });
const others = fc.record({
  method: fc.constantFrom('GET', 'GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'),
  body: fc.constant(undefined),
  type: types,
  accept: accepts,
});
const requests: fc.Arbitrary<AnyRequest> = fc
  .tuple(paths, queries, fc.oneof({ weight: 3, arbitrary: posts }, others))
  .map(([path, query, { method, body, type, accept }]) => ({
    path: path + query,
    init: { method, headers: { 'content-type': type, accept }, ...(body !== undefined && { body }) },
  }));

test('a served node answers any request as its fetch does, and logs the same', async () => {
  await fc.assert(fc.asyncProperty(requests, expectSameAnswer), { numRuns: scaled(100) });
});

const faults = fc.constantFrom<FaultRule['fault']>(
  { kind: 'status', status: 503, headers: { 'x-reason': 'tired' }, body: 'größer' },
  { kind: 'status', status: 204 },
  { kind: 'html' },
  { kind: 'empty' },
  { kind: 'truncated', share: 0.3 },
  { kind: 'content-type', value: 'text/html' },
  { kind: 'replaced', key: 'address', json: '9007199254740993' },
  { kind: 'duplicate-key', key: 'address', json: '"x"' },
  { kind: 'error', message: 'class java.lang.Exception : "no"' },
  { kind: 'rate-limited', retryAfter: { kind: 'seconds', waitMs: 2000 } },
  { kind: 'redirect', location: 'http://node/elsewhere', status: 307 },
  { kind: 'latency', latencyMs: 1 },
  { kind: 'stale', blocks: 1 },
  { kind: 'lost-broadcast', taken: false, answer: 'success' },
  { kind: 'tampered', change: { amount: 1n } },
  { kind: 'falsified', statements: [{ kind: 'parameter', name: 'getEnergyFee', value: 1n }] },
);

test('a fault changes the answers of a served node and of its fetch in the same way', async () => {
  await fc.assert(
    fc.asyncProperty(requests, faults, async (request, fault) => {
      for (const node of [fetched, served]) node.faults.add({ fault });
      await expectSameAnswer(request);
      for (const node of [fetched, served]) node.faults.reset();
    }),
    { numRuns: scaled(100) },
  );
});
