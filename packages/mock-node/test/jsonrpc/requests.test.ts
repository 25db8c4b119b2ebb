import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMockNode } from '../../src/index.ts';
import { answerBody, type NamedMethod } from '../../src/jsonrpc/envelope/answer-body.ts';
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

  test('answers a list in its order, without notifications', async () => {
    const request = fc.record({ id: fc.option(fc.nat()), known: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 20 }), async (list) => {
        const body = list.map(({ id, known }) => ({ id, method: known ? 'net_listening' : 'net_nothing' }));
        const answers = await sendRpc(node, JSON.stringify(body));
        const expected = list.flatMap(({ id, known }): readonly unknown[] => {
          if (!known) return [{ jsonrpc: '2.0', id, error: { code: -32_601, message: 'method not found' } }];
          return id === null ? [] : [{ jsonrpc: '2.0', id, result: false }];
        });
        expect(answers === '' ? [] : JSON.parse(answers)).toEqual(expected);
      }),
      { numRuns: scaled(50) },
    );
  });

  test('rejects a list of more than 100 requests, and every element that is not an object', async () => {
    const many = (count: number): string => JSON.stringify(Array.from({ length: count }, () => [1]));
    const refused = (code: number, message: string) => ({ jsonrpc: '2.0', error: { code, message }, id: null });
    expect(JSON.parse(await sendRpc(node, many(101)))).toEqual([
      refused(-32_005, 'Batch size 101 exceeds the limit of 100'),
    ]);
    expect(JSON.parse(await sendRpc(node, many(100)))).toEqual(
      Array.from({ length: 100 }, () => refused(-32_600, 'Invalid Request')),
    );
    expect(JSON.parse(await sendRpc(node, '[]'))).toEqual(refused(-32_600, 'Invalid Request'));
  });

  test('rejects a body of more than 4 MiB', async () => {
    const statusOf = async (size: number): Promise<number> =>
      (await node.fetch('http://node/jsonrpc', { method: 'POST', body: '[1]'.padEnd(size) })).status;
    expect([await statusOf(4_194_304), await statusOf(4_194_305)]).toEqual([200, 413]);
  });

  test('answers requests until their answers exceed 25 MiB', () => {
    const text = 'x'.repeat(9_000_000);
    const find = (name: string): NamedMethod => ({
      parameters: 0,
      run: () => (name === 'huge' ? text.repeat(3) : text),
    });
    const answer = (body: unknown): unknown => JSON.parse(answerBody(JSON.stringify(body), find) ?? 'null');
    const full = { code: -32_003, message: 'Response exceeds the limit of 26214400 bytes' };
    const refused = (id: number) => ({ jsonrpc: '2.0', error: full, id });
    expect(answer({ id: 7, method: 'huge' })).toEqual(refused(7));
    const answers = answer([...[1, 2, 3, 4].map((id) => ({ id, method: 'large' })), 5, { method: 'large' }]);
    const [first, second, ...rest] = answers as readonly RpcAnswer[];
    expect([first, second].map((one) => String(one?.result).length)).toEqual([9_000_000, 9_000_000]);
    const invalid = { jsonrpc: '2.0', error: { code: -32_600, message: 'Invalid Request' }, id: null };
    expect(rest).toEqual([refused(3), refused(4), invalid]);
  });

  test('takes the data of a call from input, or else from data', async () => {
    const echo = createMockNode({
      contracts: [{ address: loggingContract.address, code: '3660006000373660 00f3'.replace(' ', '') }],
    });
    const call = (fields: object) =>
      callRpc(echo, 'eth_call', [{ to: ethAddress(loggingContract.address), ...fields }, 'latest']);
    expect((await call({ input: '0x0102', data: '0x03' })).result).toBe('0x0102');
    expect((await call({ input: null, data: '03' })).result).toBe('0x03');
    expect((await call({ input: '', data: '0x03' })).result).toBe('0x');
    for (const input of ['0102', '0x010', '0xzz'])
      expect((await call({ input })).error?.message).toBe('invalid hex string for "input"');
    const build = { from: ethAddress(loggingContract.address), to: ethAddress(loggingContract.address) };
    const conflict = await callRpc(echo, 'buildTransaction', [{ ...build, input: '0x01', data: '0x02' }]);
    expect(conflict.error?.message).toMatch(/^both "data" and "input" are set and not equal/);
    expect(await callRpc(echo, 'buildTransaction', [{ ...build, input: '0xAB', data: 'ab' }])).toHaveProperty('result');
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
        if (!isJson) expect(JSON.parse(answer)).toMatchObject({ id: null, error: { code: -32_700 } });
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
