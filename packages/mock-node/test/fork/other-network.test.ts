import { expect, test } from 'vitest';
import { type ForkCache } from '../../src/fork/index.ts';
import { createMockNode, type MockNode } from '../../src/index.ts';
import { forbidden, forkOf, upstreamOf } from '../support/fork-upstream.ts';

const [{ address: owner }] = createMockNode().accounts;

function createCache(): ForkCache {
  let kept: string | undefined;
  return { read: async () => kept, write: async (text) => void (kept = text) };
}

/** A network of some blocks, and the cache of a fork of it. */
async function createForked(): Promise<{ live: MockNode; cache: ForkCache; cached: string | undefined }> {
  const live = createMockNode({ solidityLag: 20 });
  live.mine(5);
  const cache = createCache();
  await (await forkOf(live, { cache })).close();
  return { live, cache, cached: await cache.read() };
}

const refusal = {
  code: 'FORK_UNREADABLE',
  context: {
    record: 'more of the network',
    reason: 'its chain was replaced: the block that the fork started from is missing',
  },
};

test.each<[string, (live: MockNode) => MockNode]>([
  ['of another genesis block', () => createMockNode({ startTime: 0 })],
  [
    'of the same genesis block with another chain',
    () => {
      const other = createMockNode();
      other.advanceTime(60_000);
      other.mine(9);
      return other;
    },
  ],
  ['that was reset to its genesis block', () => createMockNode()],
  [
    'whose fork dropped the block',
    (live) => {
      live.reorganize({ blocks: 2, transactions: 'dropped' });
      live.advanceTime(60_000);
      live.mine(3);
      return live;
    },
  ],
])('a fork that continues from a cache reads nothing of a network %s', async (_, networkAfter) => {
  const { live, cache, cached } = await createForked();
  const fork = await forkOf(networkAfter(live), { cache });
  for (let attempt = 0; attempt < 2; attempt++) await expect(fork.setBalance(owner, 1n)).rejects.toMatchObject(refusal);
  await fork.close();
  expect(await cache.read()).toBe(cached);
});

test('a fork that continues from a cache reads missing records from its own network', async () => {
  const { live, cache, cached } = await createForked();
  live.mine(3);
  const fork = await forkOf(live, { cache });
  await fork.setBalance(owner, 1n);
  await fork.close();
  expect((await cache.read())?.length).toBeGreaterThan(cached?.length ?? Infinity);
});

test('a fork asks again which network it reads after the network failed to answer', async () => {
  const { live, cache } = await createForked();
  let isDown = true;
  const { fetch } = upstreamOf(live, () => (isDown ? forbidden() : undefined));
  const fork = await forkOf(live, { cache, fetch });
  await expect(fork.setBalance(owner, 1n)).rejects.toThrow('it answers with status 403');
  isDown = false;
  await fork.setBalance(owner, 1n);
  await fork.close();
});

test.each([
  ['begins again at the new head', 1, []],
  ['begins again a second time', 2, []],
  [
    'says after the third time that what it read is later',
    3,
    [{ record: 'chain parameters, witnesses, proposals and total weights', blocks: 1 }],
  ],
] as const)('a fork whose network makes blocks while it is read %s', async (_, count, late) => {
  const live = createMockNode();
  let made = 0;
  const { fetch } = upstreamOf(live, (path) => {
    if (path.endsWith('/getchainparameters') && made++ < count) live.mine();
    return undefined;
  });
  const fork = await forkOf(live, { fetch });
  const newest = JSON.parse(await (await live.fetch('http://node/wallet/getnowblock')).text()) as { blockID: string };
  const { head, late: found } = fork.consistency();
  expect(found).toEqual(late);
  expect(head.blockID === newest.blockID).toBe(late.length === 0);
});
