import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonResponse } from '../support/client-with-answers.ts';
import { outcomeOf } from '../support/outcome.ts';
import { testClient, type TestClientOptions } from '../support/test-client.ts';

useVirtualTime();

const MAIN = '0'.repeat(16) + 'a'.repeat(48);
const OTHER = '0'.repeat(16) + 'b'.repeat(48);

/** What each host shows as block 0, undefined where it is down, and the hosts that gave an answer to a call. */
function clientOf(
  blocks: Record<string, string | undefined>,
  endpoints: NonNullable<TestClientOptions['endpoints']>,
  options: TestClientOptions = {},
) {
  const answered: string[] = [];
  const client = testClient({
    endpoints,
    cooldownMs: 0,
    fetch: async (input) => {
      const { host, pathname } = new URL((input as Request).url);
      const block = blocks[host];
      if (block === undefined) throw new TypeError('fetch failed');
      if (pathname.endsWith('/getblockbynum')) return jsonResponse(block);
      answered.push(host);
      return jsonResponse('{"ok":1}');
    },
    ...options,
  });
  const call = (state: 'head' | 'solid' = 'head') => outcomeOf(client.request('/wallet/getaccount', {}, { state }));
  return { call, answered };
}
const block = (id: unknown) => JSON.stringify({ blockID: id });

test.each([
  '{}',
  '[]',
  'null',
  '5',
  block(''),
  block(5),
  block('aa'),
  block([MAIN]),
  block(`${MAIN}0`),
  block(MAIN.replace('a', 'g')),
])('two endpoints that both show %s as block 0 are not of one network', async (answer) => {
  const { call, answered } = clientOf({ 'a.example': answer, 'b.example': answer }, [
    'http://a.example',
    'http://b.example',
  ]);
  expect(await call()).toBe('RESPONSE_INVALID');
  expect(answered).toEqual([]);
});

test('endpoints that write the same block id in capitals belong to one network', async () => {
  const { call, answered } = clientOf({ 'a.example': block(MAIN), 'b.example': block(MAIN.toUpperCase()) }, [
    { url: 'http://a.example', solidUrl: 'http://b.example' },
  ]);
  await call();
  await call('solid');
  expect(answered).toEqual(['a.example', 'b.example']);
});

describe('a URL for the solid state', () => {
  const endpoint = { url: 'http://a.example', solidUrl: 'http://solid.example' };

  test.each([block(OTHER), '{}'])('that shows %s as block 0 is not used', async (solid) => {
    const { call, answered } = clientOf({ 'a.example': block(MAIN), 'solid.example': solid }, endpoint);
    await call();
    expect(await call('solid')).toMatch(/^(?:ENDPOINT_MISMATCH|RESPONSE_INVALID)$/);
    expect(answered).toEqual(['a.example']);
  });

  test('is compared with genesisId', async () => {
    const { call, answered } = clientOf({ 'a.example': block(MAIN), 'solid.example': block(OTHER) }, endpoint, {
      genesisId: MAIN,
    });
    expect(await call('solid')).toBe('ENDPOINT_MISMATCH');
    expect(answered).toEqual([]);
  });

  test('that belongs to another network moves the call to the next endpoint', async () => {
    const { call, answered } = clientOf(
      { 'a.example': block(MAIN), 'solid.example': block(OTHER), 'b.example': block(MAIN) },
      [endpoint, 'http://b.example'],
    );
    await call();
    await call('solid');
    expect(answered).toEqual(['a.example', 'b.example']);
  });
});

test(
  'a client never mixes networks, whichever endpoints are up when it starts',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(MAIN, OTHER), { minLength: 2, maxLength: 4 }),
        fc.boolean(),
        fc.array(
          fc.record({
            up: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
            solid: fc.boolean(),
            calls: fc.integer({ min: 1, max: 4 }),
          }),
          { minLength: 1, maxLength: 8 },
        ),
        async (networks, isGiven, rounds) => {
          const hosts = networks.flatMap((_, i) => [`n${i}.example`, `s${i}.example`]);
          // The URLs of one endpoint may be of different networks, too.
          const networkOf = (host: string) => networks[(hosts.indexOf(host) * 3) % networks.length];
          const blocks: Record<string, string | undefined> = {};
          const { call, answered } = clientOf(
            blocks,
            networks.map((_, i) => ({ url: `http://n${i}.example`, solidUrl: `http://s${i}.example` })),
            isGiven ? { genesisId: MAIN } : {},
          );
          for (const { up, solid, calls } of rounds) {
            hosts.forEach((host, i) => (blocks[host] = up[i] === true ? block(networkOf(host)) : undefined));
            await Promise.all(Array.from({ length: calls }, () => call(solid ? 'solid' : 'head')));
          }
          const seen = new Set(answered.map(networkOf));
          expect(seen.size).toBeLessThanOrEqual(1);
          if (isGiven) expect(seen.has(OTHER)).toBe(false);
        },
      ),
      { numRuns: scaled(60) },
    ),
  300_000,
);

test('without genesisId the first endpoint that answers decides, for as long as the client lives', async () => {
  const blocks: Record<string, string | undefined> = { 'b.example': block(OTHER) };
  const { call, answered } = clientOf(blocks, ['http://a.example', 'http://b.example']);
  await call();
  blocks['a.example'] = block(MAIN);
  blocks['b.example'] = undefined;
  expect(await call()).toBe('ENDPOINT_MISMATCH');
  expect(answered).toEqual(['b.example']);
});

test.each(['', 'aa', `${MAIN}00`, MAIN.replace('a', 'g')])('createNodeClient rejects the genesisId %j', (genesisId) => {
  expect(() => testClient({ endpoints: 'http://a.example', genesisId })).toThrow(
    expect.objectContaining({ code: 'ARGUMENT_INVALID' }),
  );
});

test.each<[string, string, string]>([
  ['{}', 'not 64 hex digits', 'RESPONSE_INVALID'],
  ['{"Error":"class a.b.C : no disk"}', 'no disk', 'RESPONSE_INVALID'],
  [block(OTHER), '', 'ENDPOINT_MISMATCH'],
])('an endpoint that shows %s as block 0 is named with the reason', async (answer, reason, code) => {
  for (const [state, host] of [
    ['head', 'a.example'],
    ['solid', 'b.example'],
  ] as const) {
    const requests: unknown[] = [];
    const client = testClient({
      endpoints: { url: 'http://a.example', solidUrl: 'http://b.example' },
      genesisId: MAIN.toUpperCase(),
      fetch: async (input) => {
        const request = input as Request;
        requests.push([request.url, await request.json()]);
        return jsonResponse(answer);
      },
    });
    const path = state === 'head' ? '/wallet/getblockbynum' : '/walletsolidity/getblockbynum';
    const context = { path, field: 'blockID', reason: `${reason}, so its network is unknown` };
    const error: unknown = await client.request('/wallet/getaccount', {}, { state }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code,
      context: code === 'ENDPOINT_MISMATCH' ? { expected: MAIN, actual: OTHER } : context,
      endpoint: 'http://a.example',
    });
    expect(requests).toEqual([[`http://${host}${path}`, { num: 0 }]]);
  }
});

test('a path of the solid state has the network of its own URL checked', async () => {
  const endpoint = { url: 'http://a.example', solidUrl: 'http://b.example' };
  const requested = async (path: string, b: string) => {
    const hosts: string[] = [];
    const client = testClient({
      endpoints: endpoint,
      genesisId: MAIN,
      fetch: async (input) => {
        const { host } = new URL((input as Request).url);
        hosts.push(host);
        return jsonResponse(host === 'b.example' ? b : block(MAIN));
      },
    });
    return [await outcomeOf(client.request(path, {}).then(() => 'an answer')), ...hosts];
  };
  expect(await requested('/walletsolidity/getaccount', block(OTHER))).toEqual(['ENDPOINT_MISMATCH', 'b.example']);
  expect(await requested('/walletsolidity/getaccount', block(MAIN))).toEqual(['an answer', 'b.example', 'b.example']);
  expect(await requested('/wallet/getaccount', block(OTHER))).toEqual(['an answer', 'a.example', 'a.example']);
});
