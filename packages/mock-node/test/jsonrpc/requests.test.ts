import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMockNode } from '../../src/index.ts';
import {
  callRpc,
  ethAddress,
  loggingContract,
  rpcResult,
  sendRpc,
  wordOf,
  type RpcAnswer,
} from '../support/json-rpc.ts';

const node = createMockNode({ contracts: [loggingContract] });

describe('JSON-RPC', () => {
  test('repeats texts and 64-bit integers as ids, in any position', async () => {
    const ids = fc.oneof(
      fc.string({ unit: 'grapheme' }).map((id) => JSON.stringify(id)),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
    );
    const blanks = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
    await fc.assert(
      fc.asyncProperty(ids, blanks, fc.string(), async (id, blank, rest) => {
        const body = `${blank}{"id"${blank}:${id},${blank}"method":"eth_chainId"}${blank}${rest}`;
        expect(await sendRpc(node, body)).toMatch(`{"jsonrpc":"2.0","id":${id},"result":"0x`);
      }),
      { numRuns: scaled(100) },
    );
  });

  test('answers a list in its order, with null for notifications', async () => {
    const requests = fc.array(fc.record({ id: fc.option(fc.nat()), known: fc.boolean() }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(requests, async (list) => {
        const body = list.map(({ id, known }) => ({ id, method: known ? 'net_listening' : 'net_nothing' }));
        const answers = JSON.parse(await sendRpc(node, JSON.stringify(body))) as readonly (RpcAnswer | null)[];
        const expected = list.map(({ id, known }) => {
          if (!known) return { jsonrpc: '2.0', id, error: { code: -32_601, message: 'method not found' } };
          return id === null ? null : { jsonrpc: '2.0', id, result: false };
        });
        expect(answers).toEqual(expected);
      }),
      { numRuns: scaled(50) },
    );
  });

  test('rejects more than 10,000 requests in a body, however they are nested', async () => {
    const limit = { code: -32_005, message: 'Batch size 10001 exceeds the limit of 10000' };
    const refused = { jsonrpc: '2.0', id: 'null', error: limit };
    const many = (count: number): readonly number[] => Array<number>(count).fill(1);
    expect(JSON.parse(await sendRpc(node, JSON.stringify(many(10_001))))).toEqual(refused);
    expect(JSON.parse(await sendRpc(node, JSON.stringify([many(5_000), many(4_999)])))).toEqual(refused);
    expect(JSON.parse(await sendRpc(node, JSON.stringify(many(10_000))))).toHaveLength(10_000);
  });

  test('rejects a text that JSON.parse rejects, unless it begins with a value', async () => {
    const texts = fc.oneof(
      fc.json().chain((json) => fc.nat(json.length).map((cut) => json.slice(0, cut))),
      fc.stringMatching(/^[[\]{}",:0-9a-z.\-+\\ ]{0,12}$/),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const prefixes = Array.from(text, (_, length) => text.slice(0, length + 1));
        const isJson = prefixes.some((prefix) => {
          try {
            JSON.parse(prefix);
            return true;
          } catch {
            return false;
          }
        });
        const answer = await sendRpc(node, text);
        if (!isJson) expect(JSON.parse(answer)).toMatchObject({ id: 'null', error: { code: -32_700 } });
      }),
      { numRuns: scaled(300) },
    );
  });

  test('prints balances and storage in a form that can be read back', async () => {
    const amounts = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
    const words = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
    await fc.assert(
      fc.asyncProperty(amounts, words, words, async (amount, slot, value) => {
        const copy = createMockNode({
          contracts: [{ ...loggingContract, storage: { [wordOf(slot)]: wordOf(value) } }],
        });
        const [{ address: owner }] = copy.accounts;
        copy.setBalance(owner, amount);
        const balance = await rpcResult<string>(copy, 'eth_getBalance', [ethAddress(owner), 'latest']);
        expect(balance).toMatch(/^0x(0|[1-9a-f][0-9a-f]*)$/);
        expect(BigInt(balance)).toBe(amount);
        const contract = ethAddress(loggingContract.address);
        for (const text of [`0x${slot.toString(16)}`, slot.toString(16), `0x${wordOf(slot)}`])
          expect(await rpcResult(copy, 'eth_getStorageAt', [contract, text, 'latest'])).toBe(`0x${wordOf(value)}`);
      }),
      { numRuns: scaled(20) },
    );
  });

  test('answers calls that have a script by it', async () => {
    const scripted = createMockNode();
    scripted.scripts.add({ contract: loggingContract.address, result: wordOf(7), energyRequired: 1234n });
    const call = { to: ethAddress(loggingContract.address), data: '0x12345678' };
    expect(await rpcResult(scripted, 'eth_call', [call, 'latest'])).toBe(`0x${wordOf(7)}`);
  });

  test('is under faults and in the log of requests like every other path', async () => {
    const faulty = createMockNode();
    faulty.faults.add({ path: '/jsonrpc', times: 1, fault: { kind: 'status', status: 503 } });
    const body = JSON.stringify({ id: 1, method: 'eth_chainId' });
    const responses = [1, 2].map(() => faulty.fetch('http://node/jsonrpc', { method: 'POST', body }));
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([503, 200]);
    expect(faulty.requests.entries.map(({ path, body: sent }) => [path, sent])).toEqual([
      ['/jsonrpc', body],
      ['/jsonrpc', body],
    ]);
  });

  test('reports that it does not know a method of other nodes', async () => {
    expect((await callRpc(node, 'eth_feeHistory', [1])).error).toEqual({ code: -32_601, message: 'method not found' });
  });
});
