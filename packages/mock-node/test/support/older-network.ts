import { createMockNode, type MockNodeOptions } from '../../src/index.ts';
import { presetNetwork } from '../../src/network/presets.ts';

/** Options of a network of java-tron 4.8.0: of an older block version, and before proposals 94 to 98. */
export function createOlderOptions(parameters: Readonly<Record<string, bigint>> = {}): MockNodeOptions {
  const { accounts } = createMockNode();
  const older = presetNetwork('spec');
  const off = ['getAllowTvmSelfdestructRestriction', 'getAllowTvmPrague', 'getAllowTvmOsaka'].map((name) => [name, 0n]);
  return {
    network: {
      ...older,
      blockVersion: 32,
      parameters: { ...older.parameters, ...Object.fromEntries(off), ...parameters },
    },
    accounts: { privateKeys: accounts.map(({ privateKey }) => privateKey) },
  };
}
