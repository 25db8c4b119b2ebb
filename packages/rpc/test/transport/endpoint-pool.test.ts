import { AsyncLocalStorage } from 'node:async_hooks';
import {
  broadcastTransaction,
  createTransaction,
  getBalance,
  getNextMaintenanceTime,
  isRpcError,
  type NodeClient,
} from '@coin/rpc';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { jsonResponse } from '../support/client-with-answers.ts';
import { clockAt } from '../support/clock-at.ts';
import { outcomeOf } from '../support/outcome.ts';
import { recordedTransfer } from '../support/recorded-transfer.ts';
import { BUILT_AT, recorded, recordedResponse } from '../support/recordings.ts';
import { testClient, type TestClientOptions } from '../support/test-client.ts';

useVirtualTime();

const GENESIS = '0'.repeat(16) + 'a'.repeat(48);
const FOREIGN_GENESIS = '0'.repeat(16) + 'b'.repeat(48);
const OWNER = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const TRANSFER = { owner: OWNER, to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', amount: 1_000_000n };
const SIGNED = recordedTransfer();
const LITE = 'this API is closed because this node is a lite fullnode';

/** What makes an endpoint unusable, as answers to any request. */
const failures: Readonly<Record<string, () => Response>> = {
  'that is down': () => {
    throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
  },
  'that answers 401': () => new Response('key?', { status: 401 }),
  'that answers 403': () => new Response('', { status: 403 }),
  'that answers 400': () => new Response('', { status: 400 }),
  'that answers 402': () => new Response('', { status: 402 }),
  'that answers 404': () => new Response('no such path', { status: 404 }),
  'that answers 408': () => new Response('', { status: 408 }),
  'that answers 429': () => new Response('', { status: 429 }),
  'that answers 500': () => new Response('', { status: 500 }),
  'that redirects': () => new Response('', { status: 302, headers: { location: 'http://elsewhere.example' } }),
  'that is a lite node': () => jsonResponse(LITE),
  'with an API that is switched off': () =>
    Response.json({ Error: 'this API is unavailable due to config' }, { status: 404 }),
  'that answers HTML': () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
  'that answers nothing': () => jsonResponse(''),
  'that answers too much': () => jsonResponse(' '.repeat(2000)),
};

/** A network of endpoints that are named by letters; `asked` has the letter of each request other than for block 0. */
function networkOf(
  letters: string,
  answerOf: (letter: string, isCheck: boolean) => Response | undefined | Promise<Response | undefined>,
  options: TestClientOptions = {},
) {
  const asked: string[] = [];
  const client = testClient({
    endpoints: letters.split('').map((letter) => `http://${letter}.example`),
    genesisId: GENESIS,
    maxResponseBytes: 1000,
    fetch: async (input) => {
      const { hostname, pathname } = new URL((input as Request).url);
      const letter = hostname.slice(0, 1);
      const isCheck = pathname.endsWith('/getblockbynum');
      if (!isCheck) asked.push(letter);
      return (await answerOf(letter, isCheck)) ?? jsonResponse(isCheck ? `{"blockID":"${GENESIS}"}` : '{"ok":1}');
    },
    ...options,
  });
  const call = (callOptions = {}) => client.request('/wallet/getaccount', {}, callOptions);
  return { client, call, asked };
}

describe('concurrent calls', () => {
  test.each([2, 3, 4, 8, 100])('reach the healthy one of two endpoints, %d at a time', async (count) => {
    const { client, call, asked } = networkOf('ab', async (letter) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return letter === 'a' ? failures['that is down']?.() : undefined;
    });
    await Promise.all(Array.from({ length: count }, () => call({ retries: 1 })));
    expect(client.endpoint).toBe('http://b.example');
    const before = asked.length;
    await Promise.all(Array.from({ length: 20 }, () => call()));
    expect(asked.slice(before).join('')).toBe('b'.repeat(20));
  });

  test(
    'fail only if no endpoint answered within their tries',
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 2, max: 5 }),
          fc.integer({ min: 0, max: 5 }),
          fc.integer({ min: 20, max: 80 }),
          fc.constantFrom(0, 50, 30_000),
          // A fifth of the endpoints is of another network.
          fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 5, maxLength: 5 }),
          fc.infiniteStream(fc.nat(99)),
          async (count, retries, calls, cooldownMs, networks, draws) => {
            const next = () => draws.next().value as number;
            const letters = 'abcde'.slice(0, count);
            const isForeign = (letter: string) => networks['abcde'.indexOf(letter)] === 0;
            const kinds = Object.values(failures);
            const failureOf = new Map<string, (() => Response) | undefined>();
            const callId = new AsyncLocalStorage<number>();
            const attempts: { letter: string; answered: boolean }[][] = Array.from({ length: calls }, () => []);
            const { client } = networkOf(
              letters,
              async (letter, isCheck) => {
                // Endpoints fail and heal between and during the calls.
                if (next() < 30) failureOf.set(letter, next() < 60 ? kinds[next() % kinds.length] : undefined);
                const own = attempts[callId.getStore() ?? -1] ?? [];
                let attempt = own.at(-1);
                // A check and the request after it are one attempt.
                if (attempt?.letter !== letter || isCheck) own.push((attempt = { letter, answered: false }));
                await new Promise((resolve) => setTimeout(resolve, 10 * (next() % 4)));
                const failure = failureOf.get(letter);
                if (failure !== undefined) return failure();
                if (isCheck && isForeign(letter)) return jsonResponse(`{"blockID":"${FOREIGN_GENESIS}"}`);
                attempt.answered = !isCheck;
                return undefined;
              },
              { retries, cooldownMs, timeoutMs: 20_000 },
            );
            const outcomes = await Promise.all(
              attempts.map((_, id) =>
                callId.run(id, async () => {
                  await new Promise((resolve) => setTimeout(resolve, 10 * next()));
                  return outcomeOf(client.request('/wallet/getaccount', {}));
                }),
              ),
            );
            for (const [id, outcome] of outcomes.entries()) {
              const own = attempts[id] ?? [];
              const isSuccess = typeof outcome !== 'string';
              expect(own.map(({ answered }) => answered)).toEqual(own.map((_, i) => isSuccess && i === own.length - 1));
              if (isSuccess) {
                expect(isForeign(own.at(-1)?.letter ?? '')).toBe(false);
                continue;
              }
              // No endpoint twice before each had its turn.
              const turns = Math.min(retries + 1, count);
              expect(new Set(own.slice(0, turns).map(({ letter }) => letter)).size).toBe(turns);
            }
          },
        ),
        { numRuns: scaled(12) },
      ),
    300_000,
  );
});

describe('an endpoint', () => {
  test.each(Object.entries(failures))('%s is left for the next, which stays in use', async (_, fail) => {
    const switched = vi.fn();
    const { client, call, asked } = networkOf(
      'abc',
      (letter, isCheck) => (letter === 'a' && !isCheck ? fail() : undefined),
      {
        onSwitch: switched,
      },
    );
    await call();
    await call();
    expect(asked.join('')).toBe('abb');
    expect(client.endpoint).toBe('http://b.example');
    expect(switched).toHaveBeenCalledTimes(1);
  });

  test.each(Object.entries(failures))('%s when its network is checked is left for the next', async (_, fail) => {
    const { call, asked } = networkOf('abc', (letter) => (letter === 'a' ? fail() : undefined));
    await call();
    expect(asked.join('')).toBe('b');
  });

  test.each([
    '{}',
    '{"blockID":"00"}',
    '{"blockID":5}',
    'null',
    '[]',
    '{"Error":"no"}',
    `{"blockID":"${FOREIGN_GENESIS}"}`,
  ])('that shows %s as its genesis block is left for the next', async (block) => {
    const { call, asked } = networkOf('ab', (letter, isCheck) =>
      letter === 'a' && isCheck ? jsonResponse(block) : undefined,
    );
    await call();
    expect(asked.join('')).toBe('b');
  });

  test('does not stay in use after one transient failure of the first, if it cannot be used', async () => {
    for (const fail of Object.values(failures)) {
      let isDown = false;
      const switched = vi.fn();
      const { client, call, asked } = networkOf(
        'ab',
        (letter, isCheck) => {
          if (letter === 'b') return isCheck ? undefined : fail();
          return isDown ? failures['that is down']?.() : undefined;
        },
        { onSwitch: switched },
      );
      await call();
      isDown = true;
      await expect(call({ retries: 0 })).rejects.toMatchObject({ name: 'RpcError' });
      expect(asked.join('')).toBe('aab');
      expect(switched).not.toHaveBeenCalled();
      isDown = false;
      await call();
      expect(asked.at(-1)).toBe('a');
      expect(client.endpoint).toBe('http://a.example');
      expect(switched).not.toHaveBeenCalled();
    }
  });

  const accepted = { result: true, txid: SIGNED.txID };
  const strange = ['[]', '"maintenance"', '5', 'null', '{"status":"ok"}', '{"balance":"five"}', '{"result":5}', '[{}]'];
  const usable: Readonly<Record<string, [string, (client: NodeClient) => Promise<unknown>]>> = {
    getBalance: [JSON.stringify({ address: OWNER, balance: 5 }), (client) => getBalance(client, { address: OWNER })],
    getNextMaintenanceTime: ['{"num":5}', getNextMaintenanceTime],
    createTransaction: [recorded('build.visible').answer, (client) => createTransaction(client, TRANSFER)],
    broadcastTransaction: [JSON.stringify(accepted), (client) => broadcastTransaction(client, SIGNED)],
  };
  const questions = Object.keys(usable).flatMap((name) => strange.map((text) => [text, name] as const));

  test.each(questions)('that answers %s to %s is left for the next', async (text, name) => {
    const [answer, ask] = usable[name] ?? [];
    const switched = vi.fn();
    const { client, asked } = networkOf(
      'ab',
      (letter, isCheck) => (isCheck ? undefined : jsonResponse(letter === 'a' ? text : (answer ?? ''))),
      { onSwitch: switched, clock: clockAt(BUILT_AT), maxResponseBytes: 10_000 },
    );
    await ask?.(client);
    expect(asked.join('')).toBe('ab');
    expect(switched).toHaveBeenCalledWith(
      expect.objectContaining({ error: expect.objectContaining({ code: 'RESPONSE_INVALID' }) }),
    );
  });

  test('that answers about another account, or builds another transaction, ends the call: a node that cannot be trusted shows', async () => {
    const other = JSON.stringify({ address: TRANSFER.to, balance: 5 });
    const wrong = networkOf('ab', (_, isCheck) => (isCheck ? undefined : jsonResponse(other)));
    expect(await outcomeOf(getBalance(wrong.client, { address: OWNER }))).toBe('RESPONSE_INVALID');
    expect(wrong.asked.join('')).toBe('a');
    const builder = networkOf('ab', (_, isCheck) => (isCheck ? undefined : recordedResponse('build.visible')), {
      clock: clockAt(BUILT_AT),
      maxResponseBytes: 10_000,
    });
    expect(await outcomeOf(createTransaction(builder.client, { ...TRANSFER, amount: 5n }))).toBe(
      'TRANSACTION_MISMATCH',
    );
    expect(builder.asked.join('')).toBe('a');
  });

  test('that answered with an error of the node is not left', async () => {
    const { call, asked } = networkOf('ab', (_, isCheck) =>
      isCheck ? undefined : Response.json({ Error: 'class java.lang.NullPointerException : null' }),
    );
    expect(await outcomeOf(call())).toBe('NODE_ERROR');
    expect(asked.join('')).toBe('a');
  });

  test('that asked to wait is asked again only after that, while others are asked immediately', async () => {
    const limited = () => new Response('', { status: 429, headers: { 'retry-after': '60' } });
    const { call, asked } = networkOf('ab', (letter, isCheck) => (letter === 'a' && !isCheck ? limited() : undefined), {
      cooldownMs: 0,
    });
    for (let i = 0; i < 5; i++) await call();
    expect(asked.join('')).toBe('abbbbb');
  });

  test('is tried for each of more endpoints than retries by default', async () => {
    const { call, asked } = networkOf('abcdef', (letter) =>
      letter === 'f' ? undefined : failures['that is down']?.(),
    );
    await call();
    expect(asked.join('')).toBe('f');
  });

  test('is not blamed for time spent waiting for a limit', async () => {
    const { client, call } = networkOf('ab', () => undefined, {
      limits: [(signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('no'))))],
    });
    expect(await outcomeOf(call())).toBe('TIMEOUT');
    expect(client.endpoint).toBe('http://a.example');
  });
});

test('a client whose only endpoint is down for one call uses it in the next', async () => {
  let isDown = true;
  const { call } = networkOf('a', () => (isDown ? failures['that is down']?.() : undefined));
  expect(await outcomeOf(call())).toBe('NETWORK_FAILED');
  isDown = false;
  expect((await call()).json).toEqual({ ok: 1 });
});

test('a call whose endpoints all lack the path fails with the answer of the first', async () => {
  const { call } = networkOf('abc', (_, isCheck) => (isCheck ? undefined : jsonResponse(LITE)));
  const error = await call().catch((thrown: unknown) => thrown);
  expect(isRpcError(error, 'NOT_SUPPORTED') && error.endpoint).toBe('http://a.example');
});
