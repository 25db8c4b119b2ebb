import { waitForTransaction, type RpcError, type WaitOptions } from '@coin/rpc';
// When a wait polls, when it ends, and what it says then.
import { abortAfter, useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers, type SentRequest } from '../support/client-with-answers.ts';
import { blockIn, clientOfSparseChain, transactionAfter, waitForExpiry } from '../support/sparse-chain.ts';
import { type TestClientOptions } from '../support/test-client.ts';

useVirtualTime();

const txID = 'ab'.repeat(32);
const info = { id: txID, blockNumber: 7, blockTimeStamp: 1, fee: 100, receipt: { net_usage: 267 } };
const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
type Reply = object | Promise<object>;

/** A wait for a transaction: how it ends and when, and when each request was sent. */
async function waitWith(
  answer: (request: SentRequest, poll: number) => Reply,
  options: WaitOptions = {},
  client: TestClientOptions = {},
) {
  const started = Date.now();
  const polls: number[] = [];
  const others: string[] = [];
  const { client: node } = clientWithAnswers(async (request) => {
    const now = Date.now() - started;
    if (request.path.endsWith('/gettransactioninfobyid')) polls.push(now);
    else others.push(`${request.path} at ${now}`);
    const reply = await answer(request, polls.length);
    return reply instanceof Response ? reply : Response.json(reply);
  }, client);
  const end = await waitForTransaction(node, { txID }, options).then(
    (found) => ({ code: 'found', found, error: undefined }),
    (error: RpcError) => ({ code: error.code, found: undefined, error }),
  );
  return { ...end, polls, others, endedAt: Date.now() - started };
}

const hang = (): Promise<object> => new Promise(() => {});
const isBlock = ({ path }: SentRequest): boolean => path.endsWith('/getnowblock');

describe('the pauses of a wait', () => {
  test('begin with half a second and grow by half, up to the block interval', async () => {
    const { code, polls, endedAt } = await waitWith(() => ({}), { timeoutMs: 20_000 });
    expect(polls).toEqual([0, 500, 1250, 2375, 4063, 6595, 9595, 12_595, 15_595, 18_595, 20_000]);
    expect([code, endedAt]).toEqual(['TIMEOUT', 20_000]);
  });

  test('begin with pollMs', async () => {
    const { polls } = await waitWith(() => ({}), { timeoutMs: 9000, pollMs: 4000 });
    expect(polls).toEqual([0, 4000, 7000, 9000]);
  });

  test('end early enough when requests take long', async () => {
    const slow = async (request: SentRequest): Promise<object> => {
      if (!isBlock(request)) await sleep(400);
      return {};
    };
    const { polls, endedAt } = await waitWith(slow, { timeoutMs: 1200 });
    expect([polls, endedAt]).toEqual([[0, 900], 1300]);
  });

  test.each([
    ['fail for a reason that passes', () => new Response('', { status: 503 }), 'found', [0, 500, 1250]],
    ['fail for a reason that does not', () => new Response('', { status: 401 }), 'UNAUTHORIZED', [0]],
  ])('follow reads that %s', async (_, failure, code, expected) => {
    const waited = await waitWith((__, poll) => (poll < 3 ? failure() : info));
    expect([waited.code, waited.polls]).toEqual([code, expected]);
  });

  test('follow as many attempts of a read as retries allows', async () => {
    const failure = () => new Response('', { status: 503 });
    const polls = async (options: WaitOptions) =>
      (await waitWith(failure, { timeoutMs: 1, ...options }, { retry: { limit: 2, delay: () => 100 } })).polls.length;
    expect(await polls({ retries: 0 })).toBe(2);
    expect(await polls({})).toBe(3);
  });
});

describe('a wait whose time is up', () => {
  test('asks once for the newest blocks, for a second, and says when they were made', async () => {
    const { error, others, endedAt } = await waitWith(
      (request) => {
        if (!isBlock(request)) return {};
        if (request.path.startsWith('/walletsolidity')) return hang();
        return blockIn({ newest: 9, timeOf: () => 1_795_000_000_000 }, 9);
      },
      { timeoutMs: 100 },
      { retry: 2 },
    );
    expect(error).toMatchObject({
      code: 'TIMEOUT',
      retryable: true,
      context: {
        timeoutMs: 100,
        path: `waiting for ${txID}; the head was at 1795000000000 ms, the solid block at an unknown time`,
      },
    });
    expect(others.toSorted()).toEqual(['/wallet/getnowblock at 100', '/walletsolidity/getnowblock at 100']);
    expect(endedAt).toBe(1100);
  });

  test('does not ask a failing node again', async () => {
    const { code, others } = await waitWith(
      (request) => (isBlock(request) ? new Response('', { status: 503 }) : {}),
      { timeoutMs: 100 },
      { retry: 2 },
    );
    expect([code, others.length]).toEqual(['TIMEOUT', 2]);
  });

  test('ends immediately when its signal aborts meanwhile', async () => {
    const { endedAt } = await waitWith((request) => (isBlock(request) ? hang() : {}), {
      timeoutMs: 100,
      signal: abortAfter(300),
    });
    expect(endedAt).toBe(300);
  });

  test('asks for no blocks when it has looked for an expiry', async () => {
    const chain = { newest: 90, timeOf: (number: number) => 1_795_000_000_000 + number * 3000 };
    const expiration = chain.timeOf(100);
    const { error, asked, txID: id } = await waitForExpiry(chain, { after: 50, expiration });
    expect(error.context).toEqual({
      timeoutMs: 1,
      path: `waiting for ${id}, which expires at ${expiration} ms; the newest solid block, 90, was made at ${chain.timeOf(90)} ms`,
    });
    expect(asked.filter((one) => one === 'head nowblock')).toEqual([]);
  });
});

describe('a wait whose signal aborts', () => {
  test.each([
    ['a request', hang],
    ['a pause', () => ({})],
  ])('ends immediately during %s', async (_, answer) => {
    const { code, polls, endedAt } = await waitWith(answer, { signal: abortAfter(300) });
    expect([code, polls, endedAt]).toEqual(['ABORTED', [0], 300]);
  });

  test.each([
    ['blocks', 90],
    ['infos', 2050],
  ])('sends nothing more during a proof from %s, after any last request', async (_, expiresAt) => {
    const chain = {
      newest: 2100,
      timeOf: (number: number) => 1_795_000_000_000 + number * 3000,
      reference: 50,
      included: new Map([
        [51, ['aa'.repeat(32)]],
        [expiresAt, ['bb'.repeat(32)]],
      ]),
    };
    const expiration = chain.timeOf(expiresAt);
    const prove = (abortAt: number) => {
      const controller = new AbortController();
      return waitForExpiry(chain, {
        after: 50,
        expiration,
        signal: controller.signal,
        intercept: (__, at) => void (at === abortAt && controller.abort()),
      });
    };
    const { code, asked: all } = await prove(Infinity);
    expect(code).toBe('TRANSACTION_EXPIRED');
    for (const at of all.keys()) {
      const { code: end, asked } = await prove(at);
      expect([end, asked]).toEqual(['ABORTED', all.slice(0, at + 1)]);
    }
  });
});

test('a wait that finds the transaction looks for no expiry', async () => {
  const chain = { newest: 90, timeOf: (number: number) => 1_795_000_000_000 + number * 3000 };
  const { rawDataHex, txID: id } = transactionAfter(50, chain.timeOf(80));
  const { client, asked } = clientOfSparseChain(chain, {
    now: chain.timeOf(200),
    intercept: (short) => (short.startsWith('head info') ? { ...info, id } : undefined),
  });
  expect(await waitForTransaction(client, { txID: id, rawDataHex })).toMatchObject({ txID: id });
  expect(asked).toEqual([`head info ${id.slice(0, 4)}`]);
});

test.each<[string, object, object]>([
  ['rawDataHex', { rawDataHex: transactionAfter(50, 1).rawDataHex }, {}],
  ['rawDataHex', { rawDataHex: 'xy' }, {}],
  ['genesisId', { genesisId: 'ab'.repeat(31) }, {}],
  ['until', {}, { until: 'final' }],
  ['pollMs', {}, { pollMs: 0 }],
  ['timeoutMs', {}, { timeoutMs: 0 }],
  ['retries', {}, { retries: -1 }],
])('a wait rejects a wrong %s before any request', async (argument, args, options) => {
  const { client, requests } = clientWithAnswers(Response.json(info));
  await expect(waitForTransaction(client, { txID, ...args }, options)).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    context: { argument },
  });
  expect(requests).toEqual([]);
});
