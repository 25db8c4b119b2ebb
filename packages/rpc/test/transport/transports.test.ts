import {
  createConcurrencyLimit,
  createNodeClient,
  custom,
  fallback,
  getBalance,
  getNowBlock,
  http,
  RpcError,
  type CustomOptions,
  type OutgoingRequest,
  type Transport,
} from '@coin/rpc';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
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
  return { client: createNodeClient({ transport: custom({ request }, { retry: 0, ...options }) }), requests };
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

  test('retries temporary failures, and calls hooks', async () => {
    const beforeRetry = vi.fn<() => void>();
    const { client } = clientOver([new Error('down'), account], { retry: 1, hooks: { beforeRetry: [beforeRetry] } });
    expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
    expect(beforeRetry).toHaveBeenCalledTimes(1);
  });

  test('retries an error of this package that says so', async () => {
    const failure = (retryable: boolean) => new RpcError('NETWORK_FAILED', { path: '', reason: 'down' }, { retryable });
    expect(await balanceOrError(clientOver([failure(true), account], { retry: 1 }).client)).toBe(JUDYS_BALANCE);
    expect(await balanceOrError(clientOver([failure(false), account], { retry: 1 }).client)).toMatchObject({
      code: 'NETWORK_FAILED',
    });
  });

  test('ends at timeout, though the function ignores the signal that aborts then', async () => {
    const seen: AbortSignal[] = [];
    const request = ({ signal }: OutgoingRequest) => {
      seen.push(signal);
      return new Promise<string>(() => {});
    };
    const client = createNodeClient({ transport: custom({ request }, { timeout: 5_000, retry: 0 }) });
    const started = Date.now();
    expect(await outcomeOf(getNowBlock(client))).toBe('TIMEOUT');
    expect(Date.now() - started).toBe(5_000);
    expect(seen.map(({ aborted }) => aborted)).toEqual([true]);
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
    expect(createNodeClient({ transport: http(node, { retry: 0 }) }).clock).toBe(node.clock);
    expect(createNodeClient({ transport: http(node), clock }).clock).toBe(clock);
    expect(createNodeClient({ transport: fallback(['http://a.example', node]) }).clock).toBe(node.clock);
  });

  test('a client rejects a transport that is undefined, such as a URL that the environment lacks', () => {
    expect(() => createNodeClient({ transport: undefined as never })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining({ argument: 'url' }) }),
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

  test('rejects an empty list', () => {
    expect(() => fallback([])).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
  });

  test('ends a call with the error of its callback', async () => {
    const failure = new Error('no log');
    const onSwitch = () => {
      throw failure;
    };
    const transport = fallback([custom(carrier(broken)), custom(carrier(() => account))], { onSwitch });
    expect(await balanceOrError(createNodeClient({ transport }))).toMatchObject({
      code: 'CALLBACK_FAILED',
      context: { callback: 'onSwitch', reason: 'no log' },
      cause: failure,
    });
  });
});

describe('a ky instance of the caller', () => {
  const instance = (answers: readonly Response[], sent: Request[] = []) =>
    ky.create({
      retry: 1,
      hooks: { beforeRequest: [({ request }) => request.headers.set('authorization', 'Bearer fresh')] },
      async fetch(input) {
        sent.push((input as Request).clone());
        return answers[sent.length - 1] ?? new Promise(() => {});
      },
    });
  const unavailable = () => new Response('', { status: 503 });

  test('sends the requests, with its hooks, its retries and its fetch', async () => {
    const sent: Request[] = [];
    const own = instance([unavailable(), recordedResponse('account.visible')], sent);
    const client = createNodeClient({ transport: http('http://node.example', { ky: own, timeout: 5_000 }) });
    expect(await balanceOrError(client)).toBe(JUDYS_BALANCE);
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer fresh', 'Bearer fresh']);
    expect(await outcomeOf(getNowBlock(client))).toBe('TIMEOUT');
  });

  test('gives way to options of http, but for the rules of the client', async () => {
    const sent: Request[] = [];
    const own = instance([unavailable(), unavailable(), unavailable()], sent).extend({
      prefix: 'http://elsewhere.example',
      method: 'get',
      redirect: 'follow',
      throwHttpErrors: true,
    });
    const client = createNodeClient({ transport: http('http://node.example', { ky: own, retry: 0 }) });
    expect(await outcomeOf(getNowBlock(client))).toBe('HTTP_STATUS');
    expect(sent).toMatchObject([{ url: 'http://node.example/wallet/getnowblock', method: 'POST', redirect: 'manual' }]);
  });

  test('never repeats a broadcast', async () => {
    const sent: Request[] = [];
    const transport = http('http://node.example', { ky: instance([unavailable(), unavailable()], sent), retry: 5 });
    expect(await outcomeOf(transport.request('/wallet/broadcasttransaction', {}, { retries: 5 }))).toBe('HTTP_STATUS');
    expect(sent).toHaveLength(1);
  });

  test('counts as having a key, so errors quote nothing', async () => {
    const own = instance([new Response('the token is old', { status: 401 })]);
    const client = createNodeClient({ transport: http('http://node.example', { ky: own }) });
    expect(await balanceOrError(client)).toMatchObject({ code: 'UNAUTHORIZED', context: { body: '(hidden)' } });
  });
});
