import { everyNth } from '@coin/test-kit/scaled';
import { describe, expect, test } from 'vitest';
import { createChainNode } from '../src/chain-node.ts';
import { readRecordedChain } from '../src/recorded-chain.ts';
import { factsOfNode, followResources } from '../src/resources-over-chain.ts';

const chains = [
  ['mainnet-edge-1', 124, 162],
  ['mainnet-edge-cxoff-3', 130, 162],
  ['mainnet-fast-1', 358, 105],
  ['mainnet-fast-3', 608, 178],
  ['mainnet-three-4', 789, 261],
  ['private-fast-2', 252, 85],
] as const;

// Of java-tron 4.8.2. The first turns proposal 97 on, which computes limits in integers.
const chainsOf482 = [
  ['mainnet-482-activate', 254, 8],
  ['mainnet-482-fast', 368, 28],
  ['mainnet-482-three', 202, 6],
] as const;

// `test:full` follows every chain of 4.8.0 too.
describe.each([...everyNth(chains, 2), ...chainsOf482])(
  'the resources of all accounts of %s',
  (name, transactions, answers) => {
    test(`follow from its ${transactions} transactions and equal ${answers} answers of the node`, async () => {
      const chain = readRecordedChain(name);
      const followed = await followResources(chain, factsOfNode(createChainNode(chain.network)));
      expect(followed).toEqual({ transactions, answers, differences: [] });
    });
  },
);
