import { expect, test } from 'vitest';
import { createMockNode, isMockNodeError } from '../../src/index.ts';
import { readRecordedChain } from '../support/recorded-chain.ts';

const { network } = readRecordedChain('mainnet-edge-1') as { readonly network: Readonly<Record<string, unknown>> };
const genesis = network['genesis'] as Readonly<Record<string, unknown>>;

function messageOf(description: unknown): string {
  try {
    createMockNode({ network: description });
  } catch (error) {
    if (isMockNodeError(error, 'CONFIG_INVALID')) return error.message;
    throw error;
  }
  return 'accepted';
}

test.each<[message: string, change: Readonly<Record<string, unknown>>]>([
  ['supportConstant must be true or false, but is "yes".', { supportConstant: 'yes' }],
  ['codeVersion must be a string, but is 4.', { codeVersion: 4 }],
  ['estimateEnergyMaxRetry must be an integer from 0 to 10, but is 11.', { estimateEnergyMaxRetry: 11 }],
  [
    'maxEnergyLimitForConstant must be from 3000000 to 9223372036854775807, but is 2999999.',
    { maxEnergyLimitForConstant: 2_999_999 },
  ],
  ['blockInterval must be 3000 ms, the only block interval of the protocol, but is 1000.', { blockInterval: 1000 }],
  ['activeOperations must be 32 bytes: 64 hexadecimal digits, but is "7f".', { activeOperations: '7f' }],
  [
    'parameters.getEnergyFee must be an integer: a safe JSON number or a string of decimal digits, but is 1.5.',
    { parameters: { getEnergyFee: 1.5 } },
  ],
  ['parameters must be an object, but is an array.', { parameters: [] }],
  ['parameters.getMaintenanceTimeInterval must be from 1 to 31536000000, but is undefined.', { parameters: {} }],
  ['genesis.assets must be an array, but is an object.', { genesis: { ...genesis, assets: {} } }],
  [
    'genesis.assets must have accounts named Zion, Sun and Blackhole, but has no Zion.',
    { genesis: { ...genesis, assets: [] } },
  ],
  [
    'genesis.assets[0].address must be an address: base58check, or 42 hexadecimal digits that start with 41, but is "T1".',
    { genesis: { ...genesis, assets: [{ accountName: 'Zion', address: 'T1', balance: 0 }] } },
  ],
  [
    'genesis.witnesses must have at least one witness to produce blocks, but is empty.',
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
