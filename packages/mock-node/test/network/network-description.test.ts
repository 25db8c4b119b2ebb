import { expect, expectTypeOf, test } from 'vitest';
import { createMockNode, isMockNodeError, type NetworkDescription } from '../../src/index.ts';
import { readRecordedChain } from '../support/recorded-chain.ts';

const { network } = readRecordedChain('mainnet-edge-1');
const { genesis } = network;

function messageOf(description: unknown): string {
  try {
    createMockNode({ network: description as NetworkDescription });
  } catch (error) {
    if (isMockNodeError(error, 'CONFIG_INVALID')) return error.shortMessage;
    throw error;
  }
  return 'accepted';
}

test.each<[message: string, change: Readonly<Record<string, unknown>>]>([
  ['Invalid supportConstant "yes" in the network description: it must be true or false.', { supportConstant: 'yes' }],
  ['Invalid codeVersion "4" in the network description: it must be a string.', { codeVersion: 4 }],
  [
    'Invalid estimateEnergyMaxRetry "11" in the network description: it must be an integer from 0 to 10.',
    { estimateEnergyMaxRetry: 11 },
  ],
  [
    'Invalid maxEnergyLimitForConstant "2999999" in the network description: it must be an integer from 3000000 to 9223372036854775807, as a safe JSON number or a string of decimal digits.',
    { maxEnergyLimitForConstant: 2_999_999 },
  ],
  [
    'Invalid blockInterval "1000" in the network description: it must be 3000 ms, the only block interval of the protocol.',
    { blockInterval: 1000 },
  ],
  [
    'Invalid activeOperations "7f" in the network description: it must be 32 bytes: 64 hexadecimal digits.',
    { activeOperations: '7f' },
  ],
  [
    'Invalid parameters.getEnergyFee "1.5" in the network description: it must be an integer from -9223372036854775808 to 9223372036854775807, as a safe JSON number or a string of decimal digits.',
    { parameters: { ...network.parameters, getEnergyFee: 1.5 } },
  ],
  ['Invalid parameters "an array" in the network description: it must be an object.', { parameters: [] }],
  [
    'Invalid parameters.getMaintenanceTimeInterval "undefined" in the network description: it must be an integer from 1 to 31536000000, as a safe JSON number or a string of decimal digits.',
    { parameters: {} },
  ],
  [
    'Invalid genesis.assets "an object" in the network description: it must be an array.',
    { genesis: { ...genesis, assets: {} } },
  ],
  [
    'Invalid genesis.assets "an array" in the network description: it must be a list with accounts named Zion, Sun and Blackhole; Zion is missing.',
    { genesis: { ...genesis, assets: [] } },
  ],
  [
    'Invalid genesis.assets[0].address "T1" in the network description: it must be an address: base58check, or 42 hexadecimal digits that start with 41.',
    { genesis: { ...genesis, assets: [{ accountName: 'Zion', address: 'T1', balance: 0 }] } },
  ],
  [
    'Invalid genesis.witnesses "an array" in the network description: it must be a list of at least one witness, to produce blocks.',
    { genesis: { ...genesis, witnesses: [] } },
  ],
])('rejects a network description: %s', (message, change) => {
  expect(messageOf({ ...network, ...change })).toBe(message);
});

test('a parameter that is absent is 0', async () => {
  const required = {
    getMaintenanceTimeInterval: 21_600_000,
    getAdaptiveResourceLimitTargetRatio: 10,
    getAllowStrictMath: 1,
  };
  const node = createMockNode({ network: { ...network, parameters: required } });
  node.advanceCycle();
  const answer = await node.fetch('http://node/wallet/getchainparameters');
  expect(await answer.json()).toMatchObject({
    chainParameter: expect.arrayContaining([
      { key: 'getMaintenanceTimeInterval', value: 21_600_000 },
      { key: 'getEnergyFee' },
    ]),
  });
});

test('accepts the recorded network description unchanged', () => {
  expect(messageOf(network)).toBe('accepted');
});

test('a description has amounts as JSON, as a typed import of it, and as a node writes them', () => {
  const parsed = JSON.parse(JSON.stringify(network));
  const typed = {
    ...network,
    maxEnergyLimitForConstant: '3000000',
    parameters: { ...network.parameters, getEnergyFee: 7 },
  };
  const { network: read } = createMockNode({ network: typed });
  expectTypeOf(read).toEqualTypeOf<NetworkDescription<bigint>>();
  expect([read.maxEnergyLimitForConstant, read.parameters['getEnergyFee']]).toEqual([3_000_000n, 7n]);
  expect(createMockNode({ network: read }).network).toEqual(read);
  expect(createMockNode({ network: parsed }).network.genesis).toEqual(read.genesis);
});
