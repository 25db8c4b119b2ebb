import { expect, test } from 'vitest';
import swapPool from '../fixtures/swap-pool.json' with { type: 'json' };
import { type CallName } from '../src/playground/node/call-titles.ts';
import { prepareCall } from '../src/playground/node/contract-calls.ts';
import { executeCall } from '../src/playground/node/execute-call.ts';
import { jsonArguments } from '../src/playground/node/json-arguments.ts';
import { openLocalNetwork } from '../src/playground/node/local-network.ts';
import { NO_CONTRACT, type OwnContract } from '../src/playground/node/own-contract.ts';

// The energy of a swap is what the example of the swap pool pins.
test.each<[CallName, bigint]>([
  ['transfer-to-new-holder', 27_671n],
  ['transfer-to-holder', 12_671n],
  ['swap', 45_286n],
  ['deployment', 0n],
])('prepares the call %s, which succeeds under a limit of its energy', async (name, known) => {
  const network = openLocalNetwork();
  const { call, abi } = await prepareCall(network, name);
  const { energy } = await network.source.simulate({ ...call, abi });
  if (known > 0n) expect(energy).toBe(known);
  expect(await executeCall(network, call, energy * 100n)).toMatchObject({ succeeded: true, energy, left: 0n });
  expect(await executeCall(network, call, (energy - 1n) * 100n)).toMatchObject({
    result: 'OUT_OF_ENERGY',
    energyFee: (energy - 1n) * 100n,
  });
});

/** Adds one to its first storage slot. */
const COUNTER = '6005600c60003960056000f360005460010160005500';

test.each<[string, Partial<OwnContract>]>([
  ['Bytecode is empty', {}],
  ['Bytecode is not hexadecimal', { bytecode: '0x123' }],
  ['ABI is not JSON', { bytecode: COUNTER, abi: '[' }],
  ['ABI is no JSON list', { bytecode: COUNTER, abi: '{}' }],
  [
    'Function "pay" is not in the ABI',
    { bytecode: COUNTER, abi: '[{"type":"function","name":"add","inputs":[]}]', functionName: 'pay' },
  ],
  ['Call data is not hexadecimal', { bytecode: COUNTER, args: '[1]' }],
])('rejects a contract of the reader with the words: %s', async (words, own) => {
  await expect(prepareCall(openLocalNetwork(), 'own', { ...NO_CONTRACT, ...own })).rejects.toThrow(words);
});

test('deploys a contract of the reader and encodes the call by its ABI', async () => {
  const network = openLocalNetwork();
  const own = { bytecode: `0x${COUNTER}`, abi: '', functionName: '', args: '' };
  expect((await prepareCall(network, 'own', own)).call).toMatchObject({ data: '' });
  const withAbi = {
    ...own,
    abi: JSON.stringify(swapPool.Token.abi),
    functionName: 'transfer',
    args: `["${network.owner}", "5"]`,
  };
  expect((await prepareCall(network, 'own', withAbi)).call).toMatchObject({
    functionSelector: 'transfer(address,uint256)',
    parameter: expect.stringMatching(/5$/),
  });
});

test('reads integers of JSON by their types in the ABI, at any depth', () => {
  const inputs = [
    { type: 'uint256' },
    { type: 'int8[2][]' },
    { type: 'tuple', components: [{ type: 'string' }, { type: 'trcToken' }] },
  ];
  const values: unknown = JSON.parse('["340282366920938463463374607431768211456", [[1, -2]], ["7", 7]]');
  expect(jsonArguments(inputs, values as unknown[])).toEqual([2n ** 128n, [[1n, -2n]], ['7', 7n]]);
});
