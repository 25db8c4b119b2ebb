import { type ResourceAccount, type ResourceNetwork, resourcesAt } from '@coin/fee/resources';
import { getAccountResources, type NodeClient } from '@coin/rpc';
import { getResourceState, type ResourceState } from '@coin/rpc/fee-prices';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
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

expectTypeOf<ResourceState['account']>().toExtend<ResourceAccount>();
expectTypeOf<ResourceState['network']>().toExtend<ResourceNetwork>();

/** Compares an account computed from what the client reads with what the node answers about its limits and use. */
async function compareState(client: NodeClient, address: string): Promise<void> {
  const answered = await getAccountResources(client, { address });
  const state = await getResourceState(client, { address });
  if (answered === undefined || state === undefined) throw new Error(`no account at ${address}`);
  const { energy, bandwidth, freeBandwidth } = resourcesAt(state);
  expect(energy.limit).toBe(answered.energy.limit);
  expect(bandwidth.limit).toBe(answered.stakedBandwidth.limit);
  expect(freeBandwidth.limit).toBe(answered.freeBandwidth.limit);
  // A node's answer about the use is rounded.
  for (const [computed, { used }] of [
    [energy.used, answered.energy],
    [bandwidth.used, answered.stakedBandwidth],
    [freeBandwidth.used, answered.freeBandwidth],
  ] as const) {
    expect(computed - used).toBeGreaterThanOrEqual(-1n);
    expect(computed - used).toBeLessThanOrEqual(1n);
  }
}

test('the resources computed from what the client reads equal what the node answers', () =>
  fc.assert(
    fc.asyncProperty(walks, async (walk) => {
      await recordWalk(walk, compareState);
    }),
    { numRuns: scaled(3) },
  ));
