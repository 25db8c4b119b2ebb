import { readFileSync } from 'node:fs';
import { createMockNode, type MockNode } from '@coin/mock-node';

/** Keys of everybody in the recorded chains, witnesses among them, by address in 41-hex. */
export const recordedKeys: ReadonlyMap<string, string> = new Map(
  Object.entries(
    JSON.parse(readFileSync(new URL('../fixtures/recorded-keys.json', import.meta.url), 'utf8')) as Record<
      string,
      string
    >,
  ),
);

/** A node of a recorded network that makes blocks when told to, and has its witnesses' keys. */
export const createChainNode = (network: unknown): MockNode =>
  createMockNode({ network, witnessKeys: [...recordedKeys.values()], mining: { mode: 'manual' } });
