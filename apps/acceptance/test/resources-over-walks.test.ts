import { type ResourceAccount, type ResourceNetwork, resourcesAt } from '@coin/fee/resources';
import { getAccountResources, getNowBlock } from '@coin/rpc';
import { getResourceState, type ResourceState } from '@coin/rpc/fee-prices';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import { followResources } from '../src/resources-over-chain.ts';
import { type BatchNode } from './support/batch-node.ts';
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

const LATER = [0, 60_000, 40_000_000];

/** Compares an account computed from what the client reads with what the node answers, then and later. */
async function compareState({ node, client }: BatchNode, address: string): Promise<void> {
  const state = await getResourceState(client, { address });
  if (state === undefined) throw new Error(`no account at ${address}`);
  for (const ms of LATER) {
    const snapshot = node.snapshot();
    if (ms > 0) node.increaseTime(ms);
    const answered = await getAccountResources(client, { address });
    const { time } = await getNowBlock(client);
    node.revert(snapshot);
    if (answered === undefined) throw new Error(`no account at ${address}`);
    const { energy, bandwidth, freeBandwidth } = resourcesAt({ ...state, time });
    expect(energy.limit).toBe(answered.energy.limit);
    expect(bandwidth.limit).toBe(answered.stakedBandwidth.limit);
    expect(freeBandwidth.limit).toBe(answered.freeBandwidth.limit);
    // Never more is left than the node gives, and at most 2 units of stake less.
    for (const [computed, { used }] of [
      [energy.used, answered.energy],
      [bandwidth.used, answered.stakedBandwidth],
    ] as const) {
      expect(computed - used).toBeGreaterThanOrEqual(0n);
      expect(computed - used).toBeLessThanOrEqual(ms === 0 ? 0n : 2n);
    }
    expect(freeBandwidth.used).toBeGreaterThanOrEqual(answered.freeBandwidth.used);
  }
}

test('the resources computed from what the client reads are at most what the node gives, then and later', () =>
  fc.assert(
    fc.asyncProperty(walks, async (walk) => {
      await recordWalk(walk, compareState);
    }),
    { numRuns: scaled(3) },
  ));
