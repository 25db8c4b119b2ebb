import { readFileSync } from 'node:fs';
import { createMockNode, type MockNode, type NetworkDescription } from '@coin/mock-node';

/** Private keys of all accounts in the recorded chains, witnesses included, by address in 41-hex. */
export const recordedKeys: ReadonlyMap<string, string> = new Map(
  Object.entries(
    JSON.parse(readFileSync(new URL('../fixtures/recorded-keys.json', import.meta.url), 'utf8')) as Record<
      string,
      string
    >,
  ),
);

/** A node of a recorded network with manual mining and the keys of its witnesses. */
export const createChainNode = (network: NetworkDescription): MockNode =>
  createMockNode({ network, witnessKeys: [...recordedKeys.values()], mining: { kind: 'manual' } });
