import {
  encodeTransaction,
  resumeTransaction,
  sendTransaction,
  signTransaction,
  type NodeClient,
  type RpcError,
  type WaitOptions,
} from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
// When the same bytes are sent again, and what ends that.
import { abortAfter, useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { ALICES_KEY, builtTransfer } from '../support/built-transfer.ts';
import { clientWithAnswers } from '../support/client-with-answers.ts';
import { errorCodeOf } from '../support/outcome.ts';
import { simulateChain } from '../support/simulated-chain.ts';

useVirtualTime();

const signer = createKeySigner(ALICES_KEY);
const unsigned = await builtTransfer();
const { txID, expiration } = unsigned;
const included = { id: txID, blockNumber: 7, blockTimeStamp: expiration, receipt: { net_usage: 267 } };
const accepted = { result: true, txid: txID };
const rejection = (code: string) => ({ code, txid: txID, message: 'no' });
const unavailable = new Response('', { status: 503 });

interface Script {
  /** The answer to the broadcast of a number, counted from 1. */
  readonly broadcast?: (count: number) => object;
  /** What the node knows of the transaction, by seconds since the wait began and broadcasts so far. */
  readonly info?: (state: { seconds: number; sent: number; state: 'head' | 'solid' }) => object;
  readonly options?: WaitOptions;
}

/**
 * A node in whose time every pause takes five seconds, from 45 seconds before the expiration. Returns how sending or
 * resuming ends, and the seconds at which it sent the bytes and looked in the head state.
 */
async function settle(how: 'send' | 'resume', { broadcast = () => accepted, info = () => ({}), options }: Script) {
  const chain = simulateChain();
  const started = expiration - 45_000;
  let now = started;
  const [sent, looked]: [number[], number[]] = [[], []];
  const { client } = clientWithAnswers(
    ({ path, body }) => {
      const seconds = (now - started) / 1000;
      const state = path.startsWith('/walletsolidity') ? 'solid' : 'head';
      const answer = (): object | undefined => {
        if (path.endsWith('/broadcasttransaction')) return broadcast(sent.push(seconds));
        if (!path.endsWith('/gettransactioninfobyid'))
          return chain.answer(path, body, state === 'head' ? now : now - 60_000);
        if (state === 'head') looked.push(seconds);
        return info({ seconds, sent: sent.length, state });
      };
      const reply = answer();
      return reply instanceof Response ? reply.clone() : Response.json(reply);
    },
    { clock: { now: () => now, sleep: async () => void (now += 5000) } },
  );
  const end = await startedBy(client).then(
    (outcome) => ({ outcome, error: undefined }),
    (error: RpcError) => ({ outcome: error.code, error }),
  );
  return { ...end, sent, looked };

  async function startedBy(node: NodeClient): Promise<string> {
    if (how === 'send') {
      await sendTransaction(node, { transaction: unsigned, signer }, options);
      return 'succeeded';
    }
    const transaction = encodeTransaction(await signTransaction(unsigned, signer));
    return (await resumeTransaction(node, { transaction }, options)).status;
  }
}

describe.each(['send', 'resume'] as const)('%sTransaction', (how) => {
  test('sends its bytes again ten seconds after the wait for them began, up to the expiration', async () => {
    const { outcome, sent, looked } = await settle(how, {});
    expect([outcome.toLowerCase(), sent]).toEqual([expect.stringContaining('expired'), [0, 15, 30, 45]]);
    // The polls are the only looks: nothing else asks whether the bytes are lost.
    const polls = looked.filter((seconds) => seconds > 0);
    expect(polls).toEqual(Array.from({ length: polls.length }, (_, index) => 5 * (index + 1)));
  });

  test('sends its bytes after each pause while the node is busy, and less often once it has accepted them', async () => {
    const { outcome, sent } = await settle(how, {
      broadcast: (count) => (count < 3 ? rejection('SERVER_BUSY') : accepted),
      info: ({ sent: broadcasts }) => (broadcasts > 3 ? included : {}),
    });
    expect([outcome, sent]).toEqual(['succeeded', [0, 5, 10, 25]]);
  });

  test('looks in the head state before it sends bytes again that are not solid yet', async () => {
    const { outcome, sent, looked } = await settle(how, {
      options: { until: 'solid' },
      info: ({ seconds, sent: broadcasts, state }) => {
        if (broadcasts < 2) return {};
        return state === 'head' || seconds >= 60 ? included : {};
      },
    });
    expect([outcome, sent]).toEqual(['succeeded', [0, 15]]);
    expect(looked.filter((seconds) => seconds > 0)).toEqual([15, 30, 40]);
  });

  test('ends with a rejection after answers of a busy node, which only explains bytes that were sent before', async () => {
    const { outcome, error } = await settle(how, {
      broadcast: (count) => rejection(count < 3 ? 'SERVER_BUSY' : 'SIGERROR'),
    });
    expect(outcome).toBe(how === 'send' ? 'BROADCAST_REJECTED' : 'BROADCAST_OUTCOME_UNKNOWN');
    const rejected = how === 'send' ? error : error?.cause;
    expect(rejected).toMatchObject({ code: 'BROADCAST_REJECTED', context: { nodeCode: 'SIGERROR' } });
  });
});

test.each([
  ['sends bytes again that were never sent before', 'send', [0, 15, 30, 45]],
  ['sends no bytes again that may have been sent before', 'resume', [0]],
] as const)('%s while the head state cannot be read', async (_, how, expected) => {
  let isBroken = false;
  const { sent } = await settle(how, {
    options: { until: 'solid' },
    broadcast: () => ((isBroken = true), accepted),
    info: ({ state }) => (isBroken && state === 'head' ? unavailable : {}),
  });
  expect(sent).toEqual(expected);
});

describe('resumeTransaction', () => {
  const chain = simulateChain();
  const { genesisId } = chain;
  const all = [
    '/wallet/getblockbynum',
    '/wallet/gettransactioninfobyid',
    '/wallet/broadcasttransaction',
    '/wallet/gettransactioninfobyid',
  ];

  /** Resumes a transaction that the node does not have and rejects; `instead` answers the request of a number. */
  async function resume(instead: (request: number) => object | Promise<object> | undefined, signal?: AbortSignal) {
    const started = Date.now();
    const asked: string[] = [];
    const { client } = clientWithAnswers(async ({ path, body }) => {
      const other = await instead(asked.push(path));
      if (other instanceof Response) return other;
      if (path.endsWith('/broadcasttransaction')) return Response.json(rejection('SIGERROR'));
      return Response.json(other ?? chain.answer(path, body, expiration) ?? {});
    });
    const transaction = encodeTransaction(await signTransaction(unsigned, signer));
    const code = await errorCodeOf(resumeTransaction(client, { transaction, genesisId }, signal && { signal }));
    return { code, asked, endedAt: Date.now() - started };
  }

  test('looks for the transaction before it sends it, and before it trusts a rejection', async () => {
    expect(await resume(() => undefined)).toMatchObject({ code: 'BROADCAST_REJECTED', asked: all });
  });

  test.each([1, 2, 3, 4])('ends immediately when its signal aborts during request %i', async (at) => {
    const hang = new Promise<never>(() => {});
    const { code, asked, endedAt } = await resume((request) => (request === at ? hang : undefined), abortAfter(300));
    expect(['ABORTED', 'BROADCAST_OUTCOME_UNKNOWN']).toContain(code);
    expect([asked, endedAt]).toEqual([all.slice(0, at), 300]);
  });

  test.each([
    [
      'sends nothing after a look that fails for good',
      new Response('', { status: 401 }),
      'UNAUTHORIZED',
      all.slice(0, 2),
    ],
    ['sends the bytes after a look whose failure may pass', unavailable.clone(), 'BROADCAST_REJECTED', all],
  ])('%s', async (_, failure, code, expected) => {
    const resumed = await resume((request) => (request === 2 ? failure : undefined));
    expect(resumed).toMatchObject({ code, asked: expected });
  });

  test('ignores a rejection of bytes that it has seen in a block', async () => {
    // The node comes back without it, restored from an older state.
    let looks = 0;
    const { outcome, error } = await settle('resume', {
      broadcast: () => rejection('SIGERROR'),
      info: () => (looks++ === 0 ? included : {}),
    });
    expect([outcome, error]).toEqual(['expired', undefined]);
  });

  test('rejects a wrong genesis id and a transaction without signatures before any request', async () => {
    const { client, requests } = clientWithAnswers(Response.json({}));
    const transaction = encodeTransaction(await signTransaction(unsigned, signer));
    await expect(resumeTransaction(client, { transaction, genesisId: 'ab'.repeat(31) })).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: { argument: 'genesisId', expected: '32 bytes in hex' },
    });
    await expect(resumeTransaction(client, { transaction: encodeTransaction(unsigned) })).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
      context: { txID, reason: 'unsigned', detail: 'it has no signature' },
    });
    expect(requests).toEqual([]);
  });
});

describe('an outcome that stays unknown', () => {
  test.each<[string, unknown, string]>([
    ['an error without its full stop', new TypeError('no such route. Try again.'), 'no such route. Try again'],
    ['what is not an error as text', 'gone', 'gone'],
  ])('gives as reason %s', async (_, thrown, reason) => {
    const { client } = clientWithAnswers('build.visible');
    const broken: NodeClient = { ...client, request: () => Promise.reject(thrown) };
    const transaction = encodeTransaction(await signTransaction(unsigned, signer));
    const { genesisId } = simulateChain();
    await expect(resumeTransaction(broken, { transaction, genesisId })).rejects.toMatchObject({
      code: 'BROADCAST_OUTCOME_UNKNOWN',
      context: { txID, expiration, reason },
      retryable: true,
      cause: thrown,
    });
  });

  test('has the timeout of the wait as its cause', async () => {
    const { outcome, error } = await settle('send', { options: { timeoutMs: 3000 } });
    expect(outcome).toBe('BROADCAST_OUTCOME_UNKNOWN');
    expect(error).toMatchObject({ context: { txID, expiration }, retryable: true, cause: { code: 'TIMEOUT' } });
  });
});
