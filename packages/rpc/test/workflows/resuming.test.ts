import {
  createTransaction,
  encodeTransaction,
  resumeTransaction,
  signTransaction,
  type RpcError,
  type Transaction,
} from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers, type SentRequest } from '../support/client-with-answers.ts';
import { errorCodeOf } from '../support/outcome.ts';
import { numberAt, simulateChain, timeOf } from '../support/simulated-chain.ts';

const signer = createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
const transfer = { owner: signer.address, to: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', amount: 1_000_000n };
const unsigned: Transaction = await createTransaction(clientWithAnswers('build.visible').client, transfer);
const signed = await signTransaction(unsigned, signer);
const encoded = encodeTransaction(signed);
const { txID, expiration } = signed;
const succeeded = { id: txID, blockNumber: 7, blockTimeStamp: expiration - 1000, receipt: { net_usage: 267 } };
const failed = { ...succeeded, result: 'FAILED', contract_address: transfer.to, receipt: { result: 'REVERT' } };

useVirtualTime();

interface Script {
  /** What the node knows of it, by its own time and how often it was broadcast. */
  info: (state: { now: number; broadcasts: number }) => object;
  broadcast?: (count: number) => object | Error;
  /** When the wait begins, against the expiration. */
  beginsMs?: number;
}

/** A node in whose time each pause passes immediately. Its solid block is a minute behind. */
function scriptedNode({ info, broadcast = () => ({ result: true, txid: txID }), beginsMs = -60_000 }: Script) {
  const chain = simulateChain();
  let now = expiration + beginsMs;
  const sent: unknown[] = [];
  const sentAt: number[] = [];
  const asked: string[] = [];
  const clock = { now: () => now, sleep: async (ms: number) => void (now += ms) };
  const answer = ({ path, body }: SentRequest): Response => {
    asked.push(path);
    if (path === '/wallet/broadcasttransaction') {
      sentAt.push(now);
      const reply = broadcast(sent.push(body));
      if (reply instanceof Error) throw reply;
      return Response.json(reply);
    }
    if (path.endsWith('/gettransactioninfobyid')) return Response.json(info({ now, broadcasts: sent.length }));
    return Response.json(chain.answer(path, body, path.startsWith('/walletsolidity') ? now - 60_000 : now));
  };
  const { client } = clientWithAnswers(answer, { clock });
  return { client, sent, sentAt, asked, now: () => now };
}

const rejection = (code: string) => ({ code, txid: txID, message: 'no' });

describe('resumeTransaction', () => {
  test('sends a transaction that was never sent, and returns its info', async () => {
    const { client, sent } = scriptedNode({ info: ({ broadcasts }) => (broadcasts > 0 ? succeeded : {}) });
    const resumed = await resumeTransaction(client, { transaction: encoded });
    expect(resumed).toMatchObject({ status: 'succeeded', txID, info: { txID, blockNumber: 7, succeeded: true } });
    expect(sent).toEqual([
      {
        visible: true,
        txID,
        raw_data_hex: signed.rawDataHex,
        raw_data: expect.any(Object),
        signature: signed.signatures,
      },
    ]);
  });

  test('sends nothing when it is in a block', async () => {
    const { client, sent } = scriptedNode({ info: () => succeeded });
    expect(await resumeTransaction(client, { transaction: encoded })).toMatchObject({ status: 'succeeded' });
    expect(sent).toEqual([]);
  });

  test('returns the info of one that failed in its block', async () => {
    const { client, sent } = scriptedNode({ info: () => failed });
    expect(await resumeTransaction(client, { transaction: encoded })).toMatchObject({
      status: 'failed',
      txID,
      info: { succeeded: false, result: 'REVERT' },
    });
    expect(sent).toEqual([]);
  });

  test.each(['TRANSACTION_EXPIRATION_ERROR', 'TAPOS_ERROR'])(
    'proves an expiry before it returns it, when the node rejects with %s',
    async (code) => {
      const { client, now } = scriptedNode({ info: () => ({}), broadcast: () => rejection(code), beginsMs: 1 });
      expect(await resumeTransaction(client, { transaction: encoded })).toEqual({
        status: 'expired',
        txID,
        expiration,
        solidTime: timeOf(numberAt(expiration - 1) + 1),
      });
      expect(now()).toBeGreaterThanOrEqual(expiration + 60_000);
    },
  );

  test('sends the same bytes again if the node has lost them, until they are in a block', async () => {
    const { client, sent } = scriptedNode({ info: ({ broadcasts }) => (broadcasts > 2 ? succeeded : {}) });
    expect(await resumeTransaction(client, { transaction: encoded })).toMatchObject({ status: 'succeeded' });
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  test('sends it again when the node that had it in a block comes back without it', async () => {
    let looks = 0;
    const { client, sent } = scriptedNode({
      info: ({ broadcasts }) => (broadcasts > 0 || looks++ === 0 ? succeeded : {}),
    });
    expect(await resumeTransaction(client, { transaction: encoded })).toMatchObject({ status: 'succeeded' });
    expect(sent).toHaveLength(1);
  });

  test('sends nothing again after the expiration', async () => {
    const { client, sentAt } = scriptedNode({ info: () => ({}), beginsMs: -25_000 });
    expect(await resumeTransaction(client, { transaction: encoded })).toMatchObject({ status: 'expired' });
    expect(sentAt.length).toBeGreaterThan(1);
    expect(Math.max(...sentAt)).toBeLessThanOrEqual(expiration);
  });

  test('sends nothing while a block has it that is not solid yet', async () => {
    const script = scriptedNode({ info: () => ({}) });
    const { client, sent, asked } = script;
    const solidFrom = script.now() + 45_000;
    const isSolid = () => script.now() >= solidFrom;
    const observed: typeof client = {
      ...client,
      async request(path, body, options) {
        if (!path.endsWith('/gettransactioninfobyid')) return client.request(path, body, options);
        asked.push(path);
        const isSolidRead = options?.state === 'solid';
        return { json: isSolidRead && !isSolid() ? {} : succeeded, endpoint: 'http://node.example', source: client };
      },
    };
    expect(await resumeTransaction(observed, { transaction: encoded }, { until: 'solid' })).toMatchObject({
      status: 'succeeded',
    });
    expect(isSolid()).toBe(true);
    expect(sent).toEqual([]);
  });

  test('finds it although the answer to the broadcast is lost, or the reads fail at first', async () => {
    const lost = scriptedNode({
      info: ({ broadcasts }) => (broadcasts > 0 ? succeeded : {}),
      broadcast: () => new TypeError('fetch failed'),
    });
    expect(await resumeTransaction(lost.client, { transaction: encoded })).toMatchObject({ status: 'succeeded' });
    let reads = 0;
    const failing = clientWithAnswers(({ path, body }) => {
      if (!path.endsWith('/gettransactioninfobyid')) return Response.json({ result: true, txid: body.txID });
      return ++reads < 3 ? new Response('', { status: 503 }) : Response.json(succeeded);
    });
    expect(await resumeTransaction(failing.client, { transaction: encoded })).toMatchObject({
      status: 'succeeded',
    });
  });

  test('reports a rejection that no earlier try explains', async () => {
    const { client } = scriptedNode({ info: () => ({}), broadcast: () => rejection('SIGERROR') });
    expect(await errorCodeOf(resumeTransaction(client, { transaction: encoded }))).toBe('BROADCAST_REJECTED');
  });

  test('reports the last known state when it times out before the outcome is known', async () => {
    const { client, now } = scriptedNode({ info: () => ({}) });
    const began = now();
    const blockTime = (time: number) => timeOf(numberAt(time));
    const error: RpcError = await resumeTransaction(client, { transaction: encoded }, { timeoutMs: 20_000 }).then(
      () => expect.fail('it must not end'),
      (thrown: RpcError) => thrown,
    );
    expect(error).toMatchObject({
      code: 'BROADCAST_OUTCOME_UNKNOWN',
      context: { txID, expiration },
      retryable: true,
      cause: {
        code: 'TIMEOUT',
        context: {
          path: `waiting for ${txID}, which expires at ${expiration} ms; the head was at ${blockTime(began + 20_000)} ms, the solid block at ${blockTime(began - 40_000)} ms`,
          timeoutMs: 20_000,
        },
      },
    });
  });

  test.each<[string, unknown, unknown, string]>([
    ['bytes that are not a transaction', { transaction: '00' }, {}, 'ARGUMENT_INVALID'],
    ['a transaction without args', encoded, {}, 'ARGUMENT_INVALID'],
    ['no signature', { transaction: encodeTransaction(unsigned) }, {}, 'SIGNATURE_INVALID'],
    ['another state than head and solid', { transaction: encoded }, { until: 'final' }, 'ARGUMENT_INVALID'],
  ])('rejects %s before any request', async (_, wrong, options, code) => {
    const { client, asked } = scriptedNode({ info: () => succeeded });
    expect(await errorCodeOf(resumeTransaction(client, wrong as { transaction: string }, options as object))).toBe(
      code,
    );
    expect(asked).toEqual([]);
  });
});
