import {
  broadcastHex,
  createTransaction,
  sendTransaction,
  signTransaction,
  waitForTransaction,
  type Transaction,
} from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { abortAfter, useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test, vi } from 'vitest';
import { builtTransfer } from '../support/built-transfer.ts';
import { clientWithAnswers, type SentRequest } from '../support/client-with-answers.ts';
import { clockAt } from '../support/clock-at.ts';
import { errorCodeOf } from '../support/outcome.ts';
import { BUILT_AT, recorded, recordedResponse } from '../support/recordings.ts';
import { EXPIRATION, numberAt, simulateChain, timeOf } from '../support/simulated-chain.ts';

const signer = createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
const TO = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const connectionLost = new TypeError('fetch failed');
/** The last block that may include the recorded transfer. */
const LAST = numberAt(EXPIRATION - 1) + 1;
const transfer = await builtTransfer();
const { txID } = transfer;

useVirtualTime();

/** A network with scripted broadcasts and polls, and the broadcasts that it received. */
function network(script: {
  broadcast: (n: number) => Response | Error;
  info: (poll: number) => Response;
  /** How far the newest block is: before the reference block by default. */
  solidTime?: number;
}) {
  const chain = simulateChain();
  const broadcasts: string[] = [];
  let polls = 0;
  const answer = ({ path, body }: SentRequest): Response => {
    if (path === '/wallet/createtransaction') return recordedResponse('build.visible');
    if (path === '/wallet/broadcasttransaction') {
      const reply = script.broadcast(broadcasts.push(JSON.stringify(body)));
      if (reply instanceof Error) throw reply;
      return reply;
    }
    if (path.endsWith('/gettransactioninfobyid')) return script.info(++polls);
    return Response.json(chain.answer(path, body, script.solidTime ?? timeOf(5)));
  };
  // A long wait begins with the first broadcast.
  const clock = clockAt(() => (broadcasts.length === 0 ? BUILT_AT : EXPIRATION + 120_000));
  const { client } = clientWithAnswers(answer, { clock });
  const send = () =>
    sendTransaction(client, {
      transaction: createTransaction(client, { owner: signer.address, to: TO, amount: 1_000_000n }),
      signer,
    });
  return { send, broadcasts };
}

const accepted = () => Response.json({ result: true, txid: txID });
const rejected = (nodeCode: string) => Response.json({ code: nodeCode, txid: txID, message: 'no' });
const notFound = () => Response.json({});
const included = (extra: object = {}) =>
  Response.json({ id: txID, blockNumber: 7, blockTimeStamp: 1, receipt: { net_usage: 267 }, ...extra });

describe('sendTransaction', () => {
  test('signs, sends and waits until the transaction is in a block', async () => {
    const { send, broadcasts } = network({ broadcast: accepted, info: (poll) => (poll < 3 ? notFound() : included()) });
    expect(await send()).toMatchObject({ txID, blockNumber: 7, succeeded: true });
    expect(broadcasts).toHaveLength(1);
  });

  const scenarios: [string, Parameters<typeof network>[0], string][] = [
    [
      'the answer is lost, but the transaction was accepted',
      { broadcast: () => connectionLost, info: (poll) => (poll < 4 ? notFound() : included()) },
      'success',
    ],
    [
      'the answer is lost, and the same bytes are known',
      {
        broadcast: (n) => (n === 1 ? connectionLost : rejected('DUP_TRANSACTION_ERROR')),
        info: (poll) => (poll < 4 ? notFound() : included()),
      },
      'success',
    ],
    [
      'the node is busy at first',
      {
        broadcast: (n) => (n < 3 ? rejected('SERVER_BUSY') : accepted()),
        info: (poll) => (poll < 5 ? notFound() : included()),
      },
      'success',
    ],
    [
      'a lost answer is followed by a rejection',
      {
        broadcast: (n) => (n === 1 ? connectionLost : rejected('TAPOS_ERROR')),
        info: (poll) => (poll < 4 ? notFound() : included()),
      },
      'success',
    ],
    [
      'a lost answer is followed by a rejection for what the transaction itself may have changed',
      {
        broadcast: (n) => (n === 1 ? connectionLost : rejected('CONTRACT_VALIDATE_ERROR')),
        info: (poll) => (poll < 4 ? notFound() : included()),
      },
      'success',
    ],
    [
      'the node rejects it as too old, and it is in no block',
      { broadcast: () => rejected('TAPOS_ERROR'), info: notFound },
      'BROADCAST_OUTCOME_UNKNOWN',
    ],
    ['the transaction is rejected', { broadcast: () => rejected('SIGERROR'), info: notFound }, 'BROADCAST_REJECTED'],
    [
      'the transaction was never seen and has expired',
      { broadcast: () => connectionLost, info: notFound, solidTime: timeOf(LAST) },
      'TRANSACTION_EXPIRED',
    ],
    [
      'the transaction was accepted and has expired',
      { broadcast: accepted, info: notFound, solidTime: timeOf(LAST + 1) },
      'TRANSACTION_EXPIRED',
    ],
    [
      'the transaction was never seen and has not expired',
      { broadcast: () => connectionLost, info: notFound, solidTime: timeOf(LAST) - 1 },
      'BROADCAST_OUTCOME_UNKNOWN',
    ],
    [
      'the transaction was accepted and is in no block',
      { broadcast: accepted, info: notFound },
      'BROADCAST_OUTCOME_UNKNOWN',
    ],
    ['the node stays busy', { broadcast: () => rejected('SERVER_BUSY'), info: notFound }, 'BROADCAST_REJECTED'],
    [
      'the contract reverted',
      { broadcast: accepted, info: () => included({ result: 'FAILED', receipt: { result: 'REVERT' } }) },
      'TRANSACTION_FAILED',
    ],
    [
      'polling fails at first',
      { broadcast: accepted, info: (poll) => (poll < 3 ? new Response('', { status: 503 }) : included()) },
      'success',
    ],
    [
      'polling keeps failing',
      { broadcast: accepted, info: () => new Response('', { status: 401 }) },
      'BROADCAST_OUTCOME_UNKNOWN',
    ],
  ];
  test.each(scenarios)('signs one transaction and ends correctly when %s', async (_, script, end) => {
    const { send, broadcasts } = network(script);
    expect(await errorCodeOf(send())).toBe(end);
    expect(new Set(broadcasts).size).toBe(1);
  });

  test('sends a transaction that is rejected only once', async () => {
    const { send, broadcasts } = network({ broadcast: () => rejected('SIGERROR'), info: notFound });
    expect(await errorCodeOf(send())).toBe('BROADCAST_REJECTED');
    expect(broadcasts).toHaveLength(1);
  });

  test('sends again, while the node is busy, until it accepts', async () => {
    const { send, broadcasts } = network({
      broadcast: (n) => (n < 3 ? rejected('SERVER_BUSY') : accepted()),
      info: (poll) => (poll < 9 ? notFound() : included()),
    });
    expect(await errorCodeOf(send())).toBe('success');
    expect(broadcasts).toHaveLength(3);
  });

  test('reports id, expiration and cause when the outcome stays unknown', async () => {
    const { send } = network({ broadcast: () => connectionLost, info: notFound });
    await expect(send()).rejects.toMatchObject({
      context: { txID, expiration: EXPIRATION },
      retryable: true,
      cause: { code: 'TIMEOUT' },
    });
  });

  test('passes on the errors of another client implementation', async () => {
    const { client } = clientWithAnswers('build.visible');
    const transaction = await createTransaction(client, { owner: signer.address, to: TO, amount: 1_000_000n });
    const thrown = new TypeError('no such route');
    const other = { ...client, request: () => Promise.reject(thrown) };
    const signed = await signTransaction(transaction, signer);
    await expect(sendTransaction(other, { transaction, signer })).rejects.toBe(thrown);
    await expect(sendTransaction(other, { transaction: signed })).rejects.toBe(thrown);
  });

  test('signs nothing when its options are wrong', async () => {
    const sign = vi.fn<() => string>();
    const { client, requests } = clientWithAnswers('build.visible');
    const transaction = await createTransaction(client, { owner: signer.address, to: TO, amount: 1_000_000n });
    const sending = sendTransaction(client, { transaction, signer: { sign } }, { until: 'final' as never });
    expect(await errorCodeOf(sending)).toBe('ARGUMENT_INVALID');
    expect(sign).not.toHaveBeenCalled();
    expect(requests).toHaveLength(1);
  });

  test('gives the signal to each of its requests', async () => {
    const { client } = clientWithAnswers(({ path }) =>
      path === '/wallet/createtransaction' ? recordedResponse('build.visible') : rejected('SIGERROR'),
    );
    const transaction = await createTransaction(client, { owner: signer.address, to: TO, amount: 1_000_000n });
    const signals = new Map<string, unknown>();
    const observed: typeof client = {
      ...client,
      request(path, body, options) {
        signals.set(path, options?.signal);
        return client.request(path, body, options);
      },
    };
    const { signal } = new AbortController();
    await errorCodeOf(sendTransaction(observed, { transaction, signer }, { signal }));
    expect([...signals.keys()]).toEqual(['/wallet/broadcasttransaction', '/wallet/gettransactioninfobyid']);
    expect(new Set(signals.values())).toEqual(new Set([signal]));
  });

  test('reports reason and fee of a failed transaction', async () => {
    const info = JSON.parse(recorded('fee.revert-at-once.info').answer);
    const { send } = network({ broadcast: accepted, info: () => Response.json({ ...info, id: txID }) });
    await expect(send()).rejects.toMatchObject({
      code: 'TRANSACTION_FAILED',
      context: { result: 'REVERT', reason: 'because', fee: 454_200n },
    });
  });
});

describe('waitForTransaction', () => {
  test.each(['rejects with its reason', 'ignores it'])(
    'ends as aborted when the clock sees the signal and %s',
    async (how) => {
      const controller = new AbortController();
      const sleep = async () => {
        controller.abort(new Error('enough'));
        if (how === 'rejects with its reason') throw controller.signal.reason;
      };
      const { client, requests } = clientWithAnswers(notFound(), { clock: { now: () => EXPIRATION, sleep } });
      await expect(waitForTransaction(client, { txID }, { signal: controller.signal })).rejects.toMatchObject({
        code: 'ABORTED',
        context: { path: `waiting for ${txID}` },
        cause: new Error('enough'),
      });
      expect(requests).toHaveLength(1);
    },
  );

  test.each([10_000, 300_000])(
    'polls to the end of its time, %i ms, and then says what it waited for',
    async (timeoutMs) => {
      let now = EXPIRATION - 1_000_000;
      const polls: number[] = [];
      const started = now;
      const clock = { now: () => now, sleep: async (ms: number) => void (now += ms) };
      const answer = () => {
        polls.push(now - started);
        return notFound();
      };
      const { client } = clientWithAnswers(answer, { clock });
      await expect(waitForTransaction(client, transfer, { timeoutMs })).rejects.toMatchObject({
        code: 'TIMEOUT',
        context: {
          path: expect.stringMatching(`^waiting for ${txID}, which expires at ${EXPIRATION} ms; the head was at `),
          timeoutMs,
        },
        retryable: true,
      });
      expect(polls.at(-1)).toBe(timeoutMs);
    },
  );

  test('passes the signal to the clock, and passes on the clock’s own errors', async () => {
    const thrown = new Error('no timers left');
    const { signal } = new AbortController();
    const sleep = vi.fn<() => Promise<void>>().mockRejectedValue(thrown);
    const { client } = clientWithAnswers(notFound(), { clock: { now: () => EXPIRATION, sleep } });
    await expect(waitForTransaction(client, { txID })).rejects.toBe(thrown);
    await expect(waitForTransaction(client, { txID }, { signal })).rejects.toBe(thrown);
    expect(sleep.mock.calls).toEqual([
      [500, {}],
      [500, { signal }],
    ]);
  });

  test('uses all of its time: a pause may end with it', async () => {
    const slept: number[] = [];
    const clock = { now: () => EXPIRATION, sleep: async (ms: number) => void slept.push(ms) };
    const { client } = clientWithAnswers(notFound(), { clock });
    await expect(waitForTransaction(client, { txID }, { pollMs: 1000, timeoutMs: 2500 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      context: {
        path: `waiting for ${txID}; the head was at an unknown time, the solid block at an unknown time`,
        timeoutMs: 2500,
      },
      retryable: true,
    });
    expect(slept).toEqual([1000, 1500]);
  });

  test.each([
    [59_999, 0],
    [60_000, 1],
  ])('looks for an expiry %i ms after it by the local clock: %i times', async (lateMs, looks) => {
    let now = EXPIRATION + lateMs;
    const clock = { now: () => now, sleep: async () => void (now = 0) };
    const { client, requests } = clientWithAnswers(
      ({ path, body }) => Response.json(simulateChain().answer(path, body, EXPIRATION - 9000) ?? {}),
      { clock },
    );
    expect(await errorCodeOf(waitForTransaction(client, transfer, { timeoutMs: 1000, pollMs: 1000 }))).toBe('TIMEOUT');
    const solidReads = requests.filter(({ path }) => path === '/walletsolidity/getnowblock');
    // Without a look, the error that ends the wait reads the solid block itself.
    expect(solidReads).toHaveLength(1);
    const others = requests.filter(({ path }) => path === '/wallet/getnowblock');
    expect(others).toHaveLength(1 - looks);
  });

  test.each(['ab'.repeat(31), 'ab'.repeat(33), 'xy'.repeat(32), ''])('does not wait for the id %j', async (wrong) => {
    const { client, requests } = clientWithAnswers(notFound());
    await expect(waitForTransaction(client, { txID: wrong })).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: { argument: 'txID', expected: '32 bytes in hex' },
    });
    expect(requests).toEqual([]);
  });

  test('pauses by the sleep of a clock that has one, up to its whole time', async () => {
    const slept: number[] = [];
    const clock = { now: () => EXPIRATION, sleep: async (ms: number) => void slept.push(ms) };
    const { client } = clientWithAnswers(notFound(), { clock });
    expect(await errorCodeOf(waitForTransaction(client, { txID }, { timeoutMs: 60_000 }))).toBe('TIMEOUT');
    const total = slept.reduce((sum, ms) => sum + ms, 0);
    expect(total).toBeGreaterThan(56_000);
    expect(total).toBeLessThanOrEqual(60_000);
  });

  test('reads the solid state when the options say so', async () => {
    const { client, requests } = clientWithAnswers([notFound(), included()]);
    await waitForTransaction(client, { txID }, { until: 'solid' });
    expect(requests.map(({ path }) => path)).toEqual(
      Array.from({ length: 2 }, () => '/walletsolidity/gettransactioninfobyid'),
    );
  });

  test('ends when its time is up or its signal aborts', async () => {
    const { client } = clientWithAnswers(notFound());
    const started = Date.now();
    expect(await errorCodeOf(waitForTransaction(client, { txID }, { timeoutMs: 60_000 }))).toBe('TIMEOUT');
    expect(Date.now() - started).toBe(60_000);
    expect(await errorCodeOf(waitForTransaction(client, { txID }, { signal: abortAfter(20_000) }))).toBe('ABORTED');
    expect(Date.now() - started).toBe(80_000);
  });
});

describe('broadcastHex', () => {
  const { transaction } = JSON.parse(recorded('transfer.hex.broadcasthex').body ?? '') as { transaction: string };

  test('sends bytes and returns their id', async () => {
    const { client } = clientWithAnswers('transfer.hex.broadcasthex');
    const { txid } = JSON.parse(recorded('transfer.hex.broadcasthex').answer) as { txid: string };
    expect(await broadcastHex(client, { transaction })).toEqual({ txID: txid, status: 'accepted' });
  });

  test.each(['transfer.tapos', 'transfer.far-expiration'])('rejects %s', async (id) => {
    const bytes = JSON.parse(recorded(`${id}.broadcasthex`).body ?? '') as { transaction: string };
    expect(await errorCodeOf(broadcastHex(clientWithAnswers(`${id}.broadcasthex`).client, bytes))).toBe(
      'BROADCAST_REJECTED',
    );
  });

  test('reports id and expiration when the answer is lost', async () => {
    await expect(broadcastHex(clientWithAnswers(connectionLost).client, { transaction })).rejects.toMatchObject({
      code: 'BROADCAST_OUTCOME_UNKNOWN',
      context: { txID: JSON.parse(recorded('transfer.hex.broadcasthex').answer).txid, expiration: 1_795_231_245_000 },
    });
  });

  test.each(['', 'zz', '0a05ff', 'ff'.repeat(20), '1241', '0801', '0a020801', '0a0201ff', '0a03420100'])(
    'rejects %j, which is not a transaction',
    async (bytes) => {
      const { client, requests } = clientWithAnswers('transfer.hex.broadcasthex');
      await expect(broadcastHex(client, { transaction: bytes })).rejects.toMatchObject({
        code: 'ARGUMENT_INVALID',
        context: { argument: 'transaction' },
      });
      expect(requests).toEqual([]);
    },
  );
});

test('a built transaction survives a structured clone', async () => {
  const { client } = clientWithAnswers('build.visible');
  const transaction = await createTransaction(client, { owner: signer.address, to: TO, amount: 1_000_000n });
  expect(structuredClone(transaction)).toEqual(transaction satisfies Transaction);
});
