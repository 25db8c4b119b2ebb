import {
  createConcurrencyLimit,
  createNodeClient,
  custom,
  fallback,
  getBalance,
  getNowBlock,
  http,
  isRpcError,
  RpcError,
  type CustomOptions,
  type OutgoingRequest,
  type Transport,
} from '@coin/rpc';
import { abortAfter, useVirtualTime } from '@coin/test-kit/virtual-time';
import ky from 'ky';
import { describe, expect, test, vi } from 'vitest';
import { clockAt } from '../support/clock-at.ts';
import { balanceOrError, JUDY, JUDYS_BALANCE } from '../support/judy.ts';
import { outcomeOf } from '../support/outcome.ts';
import { recorded, recordedResponse } from '../support/recordings.ts';

useVirtualTime();

const account = recorded('account.visible').answer;
const genesis = recorded('chain.block-0').answer;

/** A client over a function that gives these answers in order, the last one for all further requests. */
function clientOver(answers: readonly (string | Error)[], options: CustomOptions = {}) {
  const requests: OutgoingRequest[] = [];
  const request = async (outgoing: OutgoingRequest) => {
    requests.push(outgoing);
    const answer = answers[Math.min(requests.length, answers.length) - 1] ?? '';
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { client: createNodeClient({ transport: custom({ request }, { retries: 0, ...options }) }), requests };
}

describe('custom', () => {
  test('hands over path and body as text, and reads the answer exactly', async () => {
    const balance = 2n ** 53n + 1n;
    const { client, requests } = clientOver([`{"address":"${JUDY}","balance":${balance}}`]);
    expect(await getBalance(client, { address: JUDY }, { state: 'solid' })).toBe(balance);
    expect(requests).toMatchObject([{ path: '/walletsolidity/getaccount' }]);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ address: JUDY, visible: true });
    expect(client.endpoint).toBe('custom');
  });

  test.each<[string, string | Error, string]>([
    ['nothing', '', 'RESPONSE_EMPTY'],
    ['text', 'hello', 'RESPONSE_NOT_JSON'],
    ['a duplicate key', `{"address":"${JUDY}","balance":1,"balance":2}`, 'RESPONSE_NOT_JSON'],
    ['JSON of 300 levels', '['.repeat(300) + ']'.repeat(300), 'RESPONSE_NOT_JSON'],
    ['a number that would be rounded', '{"balance":1e400}', 'RESPONSE_INVALID'],
    ['more than maxResponseBytes', ' '.repeat(2_001), 'RESPONSE_TOO_LARGE'],
    ['an error of the node', '{"Error":"class a.b.Other : no luck"}', 'NODE_ERROR'],
    ['another account', '{"address":"TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8"}', 'RESPONSE_INVALID'],
    ['a failure', new Error('the socket is closed'), 'NETWORK_FAILED'],
    [
      'an error of this package',
      new RpcError('NOT_SUPPORTED', { path: '', status: 0, nodeMessage: '' }),
      'NOT_SUPPORTED',
    ],
  ])('throws an error and never returns a balance on %s', async (_, answer, code) => {
    const { client } = clientOver([answer], { maxResponseBytes: 2_000 });
    expect(await outcomeOf(getBalance(client, { address: JUDY }))).toBe(code);
  });

  test('describes the failure of the function as the function does', async () => {
    const { client } = clientOver([new Error('the socket is closed')]);
    expect(await balanceOrError(client)).toMatchObject({
      context: { path: '/wallet/getaccount', reason: 'the socket is closed' },
      cause: { message: 'the socket is closed' },
    });
  });

  test.each([undefined, null, 5, {}])('rejects the answer %j, which is not text', async (answer) => {
    const { client } = clientOver([answer as never]);
    expect(await balanceOrError(client)).toBeInstanceOf(RpcError);
  });

  test('retries temporary failures, and reports them to hooks under its name', async () => {
    const retry = vi.fn<() => void>();
    const { client } = clientOver([new Error('down'), account], { retries: 1, name: 'ledger', hooks: { retry } });
    expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
    expect(retry).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ endpoint: 'ledger', attempt: 1 }));
  });

  test('ends at timeoutMs and with the signal, though the function ignores both', async () => {
    const seen: AbortSignal[] = [];
    const request = ({ signal }: OutgoingRequest) => {
      seen.push(signal);
      return new Promise<string>(() => {});
    };
    const client = createNodeClient({ transport: custom({ request }, { timeoutMs: 5_000, retries: 0 }) });
    const started = Date.now();
    expect(await outcomeOf(getNowBlock(client))).toBe('TIMEOUT');
    expect(Date.now() - started).toBe(5_000);
    expect(await outcomeOf(getNowBlock(client, { signal: abortAfter(1_000) }))).toBe('ABORTED');
    expect(Date.now() - started).toBe(6_000);
    expect(seen.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  test('passes its limits before each request', async () => {
    let inFlight = 0;
    let most = 0;
    const request = async () => {
      most = Math.max(most, ++inFlight);
      await new Promise((done) => setTimeout(done, 50));
      inFlight--;
      return account;
    };
    const client = createNodeClient({ transport: custom({ request }, { limits: [createConcurrencyLimit(2)] }) });
    await Promise.all(Array.from({ length: 8 }, () => balanceOrError(client)));
    expect(most).toBe(2);
  });

  test.each([
    ['undefined', undefined],
    ['an object without a function', {}],
    ['an object whose function is a number', { request: 5 }],
    ['a function', () => ''],
  ])('rejects a carrier that is %s', (_, carrier) => {
    expect(() => custom(carrier as never)).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining({ argument: 'carrier' }) }),
    );
  });
});

describe('a mock node as the transport', () => {
  const node = {
    asked: [] as string[],
    clock: clockAt(1_795_231_232_000),
    // Uses `this`, as the method of a class would.
    async fetch(this: { asked: string[] }, input: RequestInfo | URL) {
      this.asked.push(new URL((input as Request).url).pathname);
      return recordedResponse('account.visible');
    },
  };

  test('answers the requests, and its clock is the client’s', async () => {
    const client = createNodeClient({ transport: node });
    expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
    expect(node.asked).toEqual(['/wallet/getaccount']);
    expect(client.clock).toBe(node.clock);
    expect(client.endpoint).toBe('http://node');
  });

  test('takes options by http, and leaves the clock to a client that has its own', () => {
    const clock = clockAt(5);
    expect(createNodeClient({ transport: http(node, { retries: 0 }) }).clock).toBe(node.clock);
    expect(createNodeClient({ transport: http(node), clock }).clock).toBe(clock);
    expect(createNodeClient({ transport: fallback(['http://a.example', node]) }).clock).toBe(node.clock);
  });

  test.each([undefined, null, 5, {}, { fetch: 5 }, [[]]])('a client rejects the transport %o', (transport) => {
    expect(() => createNodeClient({ transport: transport as never })).toThrow(
      expect.objectContaining({
        code: 'ARGUMENT_INVALID',
        context: expect.objectContaining({ argument: 'transport' }),
      }),
    );
  });
});

test('a client is a transport, and so is an object of yours', async () => {
  const { client } = clientOver([account]);
  expect(await balanceOrError(createNodeClient({ transport: client }))).toBe(JUDYS_BALANCE);
  const request: Transport['request'] = async () => ({ json: JSON.parse(account), endpoint: 'mine', source: request });
  expect(await balanceOrError(createNodeClient({ transport: { request, endpoint: 'mine' } }))).toBe(JUDYS_BALANCE);
});

describe('fallback', () => {
  const carrier = (answer: () => string) => ({
    request: async ({ path }: OutgoingRequest) => (path.endsWith('/getblockbynum') ? genesis : answer()),
  });
  const broken = () => {
    throw new Error('down');
  };

  test('switches between transports of any kind, and distinguishes their answers', async () => {
    const member = { fetch: async () => new Response('', { status: 503 }) };
    const transport = fallback([member, custom(carrier(broken), { name: 'b' }), custom(carrier(() => account))]);
    const client = createNodeClient({ transport });
    expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
    expect(client.endpoint).toBe('custom');
    const twins = [custom(carrier(() => account)), custom(carrier(() => account))];
    const [first, second] = await Promise.all(twins.map((twin) => twin.request('/wallet/getaccount', {})));
    expect(first?.endpoint).toBe(second?.endpoint);
    expect(first?.source).not.toBe(second?.source);
  });

  test('inside another one is one of its transports', async () => {
    const inner = fallback([custom(carrier(broken), { name: 'a' }), custom(carrier(broken), { name: 'b' })]);
    const client = createNodeClient({
      transport: fallback([
        inner,
        custom(
          carrier(() => account),
          { name: 'c' },
        ),
      ]),
    });
    expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
    expect(client.endpoint).toBe('c');
  });

  test('counts attempts over all of its transports in the events of each', async () => {
    const attempts: [string, number][] = [];
    const hooks = {
      request: ({ endpoint, attempt }: { endpoint: string; attempt: number }) =>
        void attempts.push([endpoint, attempt]),
    };
    const transport = fallback(
      [
        custom(carrier(broken), { name: 'a', hooks }),
        custom(
          carrier(() => account),
          { name: 'b', hooks },
        ),
      ],
      { retries: 3 },
    );
    await balanceOrError(createNodeClient({ transport }));
    expect(attempts).toEqual([
      ['a', 0],
      ['a', 0],
      ['b', 1],
      ['b', 1],
    ]);
  });

  test('does not blame a transport for a body that cannot be sent', async () => {
    const transport = fallback([
      custom(
        carrier(() => account),
        { name: 'a' },
      ),
      custom(carrier(() => account)),
    ]);
    const body: Record<string, never> = {};
    Object.assign(body, { body });
    const error: unknown = await transport.request('/wallet/getaccount', body).catch((thrown: unknown) => thrown);
    expect(isRpcError(error, 'ARGUMENT_INVALID') && error.context.argument).toBe('body');
    expect(transport.endpoint).toBe('a');
  });

  test.each([[[]], [undefined], [5], [['http://a.example', 5]]])('rejects the transports %j', (transports) => {
    expect(() => fallback(transports as never)).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
  });
});

test('http sends by a ky instance and its hooks, and keeps time and attempts itself', async () => {
  const sent: (string | null)[] = [];
  const answers = [new Response('', { status: 503 }), recordedResponse('account.visible')];
  const fetch = ky.create({
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    hooks: { beforeRequest: [({ request }) => request.headers.set('authorization', 'Bearer fresh')] },
    async fetch(input) {
      sent.push((input as Request).headers.get('authorization'));
      return answers.shift() ?? new Promise(() => {});
    },
  });
  const client = createNodeClient({ transport: http('http://node.example', { fetch, timeoutMs: 5_000 }) });
  expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
  expect(sent).toEqual(['Bearer fresh', 'Bearer fresh']);
  expect(await outcomeOf(getNowBlock(client))).toBe('TIMEOUT');
});

test('http passes fetchOptions to fetch, and none of them replaces the request’s own options', async () => {
  const platformFetch = vi.fn<typeof fetch>(async () => recordedResponse('account.visible'));
  vi.stubGlobal('fetch', platformFetch);
  const dispatcher = { dispatch: () => true };
  const fetchOptions = { cache: 'no-store', method: 'GET', redirect: 'follow', dispatcher } as never;
  const client = createNodeClient({ transport: http('http://node.example', { fetchOptions }) });
  expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
  const own = { method: 'POST', redirect: 'manual' };
  expect(platformFetch.mock.calls[0]?.[1]).toMatchObject({ cache: 'no-store', dispatcher, ...own });
  vi.unstubAllGlobals();
});
