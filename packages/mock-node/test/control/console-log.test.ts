import { scaled } from '@coin/test-kit/scaled';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as fc from 'fast-check';
import { createContract } from 'micro-eth-signer/abi.js';
import { describe, expect, test } from 'vitest';
import { createMockNode, serve, type MockNode, type MockNodeOptions } from '../../src/index.ts';
import { post } from '../support/post.ts';

const word = (value: number): string => value.toString(16).padStart(64, '0');
const CONSOLE = '000000000000000000636f6e736f6c652e6c6f67';
const contract = `41${'c0'.repeat(20)}`;

/** Calls an account with the data that it was called with, and ends as the instructions after that do. */
const forwarding = (address: string, end = ''): string => `3660006000376000600036600073${address}5afa${end}`;
const REVERT = '60006000fd';

const logging = (options: MockNodeOptions = {}, code = forwarding(CONSOLE)): MockNode =>
  createMockNode({ ...options, contracts: [{ address: contract, code, balance: 1_000_000_000_000n }] });

const call = (node: MockNode, data: string): Promise<unknown> =>
  post(node, '/wallet/triggerconstantcontract', { owner_address: contract, contract_address: contract, data });

async function broadcast(node: MockNode, data: string): Promise<string> {
  node.impersonate(contract);
  const body = { owner_address: contract, contract_address: contract, data, fee_limit: 1_000_000_000 };
  const { transaction } = (await post(node, '/wallet/triggersmartcontract', body)) as { transaction: { txID: string } };
  expect(await post(node, '/wallet/broadcasttransaction', transaction)).toMatchObject({ result: true });
  return transaction.txID;
}

const consoleOf = ({ requests }: MockNode) =>
  requests.entries.flatMap(({ path, console }) => (console === undefined ? [] : [[path, console]]));

const selectorOf = (types: readonly string[]): string =>
  bytesToHex(keccak_256(utf8ToBytes(`log(${types.join()})`))).slice(0, 8);

/** The data that a compiler makes of a call, by another name of its types where it hashed one. */
function consoleCall(types: readonly string[], values: readonly unknown[], hashed = types): string {
  if (types.length === 0) return selectorOf(hashed);
  const abi = [{ type: 'function', name: 'f', inputs: types.map((type) => ({ type })), outputs: [] }];
  const { f } = createContract(abi) as unknown as { f: { encodeInput: (given: unknown) => Uint8Array } };
  return selectorOf(hashed) + bytesToHex(f.encodeInput(types.length === 1 ? values[0] : values)).slice(8);
}

const line = async (data: string): Promise<unknown> => {
  const node = logging();
  await call(node, data);
  return node.requests.entries[0]?.console;
};

describe('a line that a contract writes', () => {
  // Selectors as in Hardhat's console.sol, before and after it was corrected.
  test.each<[string, readonly string[], readonly unknown[], string]>([
    ['41304fac', ['string'], ['hello'], 'hello'],
    ['f82c50f1', ['uint256'], [2n ** 256n - 1n], String(2n ** 256n - 1n)],
    ['f5b1bba9', ['uint'], [7n], '7'],
    ['2d5b6cb9', ['int256'], [-5n], '-5'],
    ['4e0c1d1d', ['int'], [-5n], '-5'],
    ['32458eed', ['bool'], [true], 'true'],
    ['2c2ecbc2', ['address'], [`0x${'c0ff'.repeat(10)}`], 'TTZh7yyTP835oU1U4PFSgr6v2D1TdS4Ni6'],
    ['0be77f56', ['bytes'], [Uint8Array.of(1, 2)], '0x0102'],
    ['27b7cf85', ['bytes32'], [new Uint8Array(32).fill(7)], `0x${'07'.repeat(32)}`],
    ['51973ec9', [], [], ''],
    ['3ca6268e', ['string', 'int256'], ['left', -1n], 'left -1'],
    ['b60e72cc', ['string', 'uint256'], ['%s coins', 3n], '3 coins'],
    ['9710a9d0', ['string', 'uint'], ['100%', 3n], '100% 3'],
    ['4b5c4277', ['string', 'string'], ['%d %% of %s', 'x'], 'x % of %s'],
  ])('with selector %s is decoded', async (selector, types, values, expected) => {
    const data = consoleCall(types, values);
    expect(data.slice(0, 8)).toBe(selector);
    expect(await line(data)).toEqual([expected]);
  });

  test('has every value of up to four texts, numbers, truth values and addresses', async () => {
    const node = logging();
    const value = fc.oneof(
      fc.record({ type: fc.constant('uint256'), value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }) }),
      fc.record({
        type: fc.constant('string'),
        value: fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('%', '')),
      }),
      fc.record({ type: fc.constant('bool'), value: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 4 }), fc.boolean(), async (given, isOld) => {
        const types = given.map(({ type }) => type);
        const hashed = isOld ? types.map((type) => type.replace('uint256', 'uint')) : types;
        const values = given.map((one) => one.value);
        node.requests.reset();
        await call(node, consoleCall(types, values, hashed));
        expect(node.requests.entries[0]?.console).toEqual([values.map(String).join(' ')]);
      }),
      { numRuns: scaled(60) },
    );
  });

  test.each([
    ['of another function', 'a9059cbb'],
    ['without a selector', '41'],
    ['whose values are missing', '41304fac'],
    ['whose text is not UTF-8', `41304fac${word(32)}${word(1)}${'ff'.padEnd(64, '0')}`],
  ])('is the data of a call %s', async (_, data) => {
    expect(await line(data)).toEqual([`0x${data}`]);
  });
});

describe('console output of contracts', () => {
  const HELLO = consoleCall(['string'], ['hello']);

  test('is in the log once for each call, estimate and broadcast, even if it is reverted', async () => {
    const node = logging({ mining: { kind: 'manual' }, preset: 'mainnet' }, forwarding(CONSOLE, REVERT));
    await call(node, HELLO);
    await broadcast(node, HELLO);
    node.mine(2);
    await post(node, '/wallet/estimateenergy', { owner_address: contract, contract_address: contract, data: HELLO });
    expect(consoleOf(node)).toEqual([
      ['/wallet/triggerconstantcontract', ['hello']],
      ['/wallet/broadcasttransaction', ['hello']],
      ['/wallet/estimateenergy', ['hello']],
    ]);
  });

  test('is handed to a listener, in order, before the request is answered', async () => {
    const lines: string[] = [];
    const node = logging({ onConsoleLog: (text) => lines.push(text) });
    for (const text of ['one', 'two']) await broadcast(node, consoleCall(['string'], [text]));
    expect(lines).toEqual(['one', 'two']);
  });

  test('is handed to a listener when a constructor writes it', async () => {
    const line = Promise.withResolvers<string>();
    const node = logging({ onConsoleLog: line.resolve });
    // Calls with the selector of log() and stops.
    await node.deploy({ bytecode: `6351973ec9600052600060006004601c73${CONSOLE}5afa00` });
    expect(await line.promise).toBe('');
    await call(node, HELLO);
    expect(consoleOf(node)).toEqual([['/wallet/triggerconstantcontract', ['hello']]]);
  });

  test('is in the log of calls by JSON-RPC', async () => {
    const node = logging();
    const params = [{ to: `0x${contract.slice(2)}`, data: `0x${HELLO}` }, 'latest'];
    await post(node, '/jsonrpc', { jsonrpc: '2.0', id: 1, method: 'eth_call', params });
    expect(consoleOf(node)).toEqual([['/jsonrpc', ['hello']]]);
  });

  test('is in the log of a served node', async () => {
    const node = logging();
    await using served = await serve(node);
    const body = JSON.stringify({ owner_address: contract, contract_address: contract, data: HELLO });
    const answer = await fetch(`${served.url}/wallet/triggerconstantcontract`, { method: 'POST', body });
    expect(await answer.json()).toMatchObject({ result: { result: true } });
    expect(consoleOf(node)).toEqual([['/wallet/triggerconstantcontract', ['hello']]]);
  });

  test('is cut after a thousand lines of a request', async () => {
    // Calls as often as a loop counter that starts at 3,000 says.
    const loop = `610bb85b600060006000600073${CONSOLE}5afa506001900380600357`;
    const node = logging({}, loop);
    await call(node, '');
    const [lines = []] = node.requests.entries.map((entry) => entry.console);
    expect([lines.length, lines.at(-1)]).toEqual([1001, '(2000 more calls of console.log)']);
  });

  test('changes nothing on the chain', async () => {
    const plain = logging();
    const listened = logging({ onConsoleLog: () => undefined });
    const other = logging({}, forwarding(CONSOLE.replace('63', '64')));
    const energyOf = async (node: MockNode, data: string): Promise<unknown> => {
      const info = await post(node, '/wallet/gettransactioninfobyid', { value: await broadcast(node, data) });
      return (info as { receipt: object }).receipt;
    };
    for (const data of [HELLO, '', consoleCall(['uint256'], [1n])]) {
      const receipt = await energyOf(plain, data);
      expect(receipt).toMatchObject({ energy_usage_total: expect.any(Number), result: 'SUCCESS' });
      expect(await energyOf(listened, data)).toEqual(receipt);
      expect(await energyOf(other, data)).toEqual(receipt);
    }
    expect(listened.dump()).toBe(plain.dump());
  });
});
