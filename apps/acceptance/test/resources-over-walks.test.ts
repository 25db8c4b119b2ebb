import { scaled } from '@coin/examples/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { followResources } from '../src/resources-over-chain.ts';
import { recordWalk, walks } from './support/resource-walk.ts';

test('the resources of accounts that stake, delegate and use them at random equal what the node answers', () =>
  fc.assert(
    fc.asyncProperty(walks, async (walk) => {
      const { chain, facts } = await recordWalk(walk);
      const { answers, differences } = await followResources(chain, facts);
      expect(differences).toEqual([]);
      expect(answers).toBe(3 * walk.steps.length);
    }),
    { numRuns: scaled(5) },
  ));
