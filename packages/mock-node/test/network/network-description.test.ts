import { expect, test } from 'vitest';
import { createMockNode, isMockNodeError } from '../../src/index.ts';
import { readRecordedChain } from '../support/recorded-chain.ts';

const { network } = readRecordedChain('mainnet-edge-1') as { readonly network: Readonly<Record<string, unknown>> };
const genesis = network['genesis'] as Readonly<Record<string, unknown>>;

function messageOf(description: unknown): string {
  try {
    createMockNode({ network: description as object });
  } catch (error) {
    if (isMockNodeError(error, 'INVALID_CONFIG')) return error.message;
    throw error;
  }
  return 'accepted';
}

test.each<[message: string, change: Readonly<Record<string, unknown>>]>([
  ['supportConstant is "yes", must be true or false.', { supportConstant: 'yes' }],
  ['codeVersion is 4, must be a string.', { codeVersion: 4 }],
  ['estimateEnergyMaxRetry is 11, must be an integer from 0 to 10.', { estimateEnergyMaxRetry: 11 }],
  [
    'maxEnergyLimitForConstant is 2999999, must be from 3000000 to 9223372036854775807.',
    { maxEnergyLimitForConstant: 2_999_999 },
  ],
  ['blockInterval is 1000, must be 3000 ms, the only block interval of the protocol.', { blockInterval: 1000 }],
  ['activeOperations is "7f", must be 32 bytes: 64 hexadecimal digits.', { activeOperations: '7f' }],
  [
    'parameters.getEnergyFee is 1.5, must be an integer: a safe JSON number or a string of decimal digits.',
    { parameters: { getEnergyFee: 1.5 } },
  ],
  ['parameters is an array, must be an object.', { parameters: [] }],
  ['genesis.assets is an object, must be an array.', { genesis: { ...genesis, assets: {} } }],
  [
    'genesis.assets has no account named Zion, must have Zion, Sun and Blackhole.',
    { genesis: { ...genesis, assets: [] } },
  ],
  [
    'genesis.assets[0].address is "T1", must be an address: base58check, or 42 hexadecimal digits that start with 41.',
    { genesis: { ...genesis, assets: [{ accountName: 'Zion', address: 'T1', balance: 0 }] } },
  ],
  [
    'genesis.witnesses is empty, must have at least one witness to produce blocks.',
    { genesis: { ...genesis, witnesses: [] } },
  ],
])('rejects a network description whose %s', (message, change) => {
  expect(messageOf({ ...network, ...change })).toBe(message);
});

test('accepts the recorded network description unchanged', () => {
  expect(messageOf(network)).toBe('accepted');
});
