import { isRpcError, RpcError } from '@coin/rpc';
import { parseAbi, readContract, token, writeContract } from '@coin/rpc/abi';
import { createKeySigner } from '@coin/rpc/signer';
import { expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse } from '../support/client-with-answers.ts';

const TOKEN = 'TU6f9qGifVvKMTFHJSnTwijatVDFRbhr3V';
const signer = createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
const abi = parseAbi(['function count()', 'function name() view returns (string)']);
const call = { abi, address: TOKEN, functionName: 'count', signer } as const;

/** A client whose constant calls return these words, and the requests that it received. */
const answering = (word: string) =>
  clientWithAnswers(() => jsonResponse(`{"result":{"result":true},"energy_used":5,"constant_result":["${word}"]}`));

const SIX = '6'.padStart(64, '0');

test('amounts of a token are read in the state, and with the limits, that are asked for', async () => {
  const read = async (options: { readonly state?: 'solid' }) => {
    const { client, requests } = answering(SIX);
    expect(await token(client, TOKEN).parseAmount('1.5', options)).toBe(1_500_000n);
    const other = answering(SIX);
    expect(await token(other.client, TOKEN).formatAmount(1_500_000n, options)).toBe('1.5');
    return [...requests, ...other.requests].map(({ path }) => path);
  };
  expect(await read({})).toEqual(Array(2).fill('/wallet/triggerconstantcontract'));
  expect(await read({ state: 'solid' })).toEqual(Array(2).fill('/walletsolidity/triggerconstantcontract'));
  for (const wrong of [{ timeoutMs: -1 }, { retries: -1 }, { signal: AbortSignal.abort() }]) {
    const { client } = answering(SIX);
    await expect(token(client, TOKEN).parseAmount('1.5', wrong)).rejects.toThrow(/timeoutMs|retries|aborted/);
    await expect(token(client, TOKEN).formatAmount(1n, wrong)).rejects.toThrow(/timeoutMs|retries|aborted/);
  }
});

test.each([
  ['that zeros follow', Buffer.from('Early').toString('hex').padEnd(64, '0'), 'Early'],
  [
    'that fills its 32 bytes',
    Buffer.from('A name of an early token, 32 byt').toString('hex'),
    'A name of an early token, 32 byt',
  ],
])('reads an early token’s name %s', async (_, word, name) => {
  expect(await token(answering(word).client, TOKEN).name()).toBe(name);
});

test('a planner gets the call, and the signal if there is one; its error is the cause', async () => {
  const { client, requests } = answering(SIX);
  const given: unknown[] = [];
  const cause = new Error('no plan');
  const planner = {
    plan: async (...args: readonly unknown[]) => {
      given.push(args);
      throw cause;
    },
  };
  const { signal } = new AbortController();
  const expected = { code: 'CALLBACK_FAILED', context: { callback: 'planner.plan', reason: 'no plan' }, cause };
  await expect(writeContract(client, { ...call, planner })).rejects.toMatchObject(expected);
  await expect(writeContract(client, { ...call, planner }, { signal })).rejects.toMatchObject(expected);
  const planned = expect.objectContaining({ owner: signer.address, contract: TOKEN, functionSelector: 'count()', abi });
  expect(given).toEqual([
    [planned, {}],
    [planned, { signal }],
  ]);
  expect(requests).toEqual([]);

  // A planner reads from a node: what the node refuses is no fault of the planner.
  const refusal = new RpcError('CALL_REVERTED', { path: '/wallet/triggerconstantcontract', reason: 'no', data: '' });
  await expect(writeContract(client, { ...call, planner: { plan: () => Promise.reject(refusal) } })).rejects.toBe(
    refusal,
  );
});

test.each([
  ['an option out of range', { feeLimit: 1n }, { pollMs: -1 }, 'pollMs'],
  ['neither owner nor signer', { feeLimit: 1n, signer: undefined }, {}, 'owner'],
  ['no fee limit', {}, {}, 'feeLimit'],
  ['a fee limit beside a planner', { feeLimit: 1n, planner: { plan: async () => ({ feeLimit: 2n }) } }, {}, 'feeLimit'],
])('rejects %s before it asks anyone', async (_, args, options, argument) => {
  const { client, requests } = answering(SIX);
  await expect(writeContract(client, { ...call, ...args } as never, options)).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    context: { argument },
  });
  expect(requests).toEqual([]);
});

test('an answer that is no result of the function names the request and the endpoint', async () => {
  const { client } = answering('12');
  const error = await readContract(client, { abi, address: TOKEN, functionName: 'name' }).catch((e: unknown) => e);
  expect(error).toMatchObject({ code: 'RESPONSE_INVALID', endpoint: 'http://node.example' });
  expect(isRpcError(error, 'RESPONSE_INVALID') && error.context).toMatchObject({
    path: '/wallet/triggerconstantcontract',
    field: 'constant_result',
  });
});
