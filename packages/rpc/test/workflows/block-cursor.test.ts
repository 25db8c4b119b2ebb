import { watchBlocks, type BlockCursor, type BlockEvent, type WatchBlocksArgs } from '@coin/rpc';
// Where a stream of blocks continues, and which of the blocks before it a fork may drop.
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { chainNode, type ChainNode } from '../support/chain-node.ts';

useVirtualTime();

function nodeWith(length: number): ChainNode {
  const node = chainNode({ onSleep: (one) => one.extend(1) });
  node.extend(length - 1);
  return node;
}

const follow = ({ client }: ChainNode, args: WatchBlocksArgs) =>
  watchBlocks(client, args) as AsyncIterableIterator<BlockEvent>;

/** The next events in short, and the last one's cursor. */
async function take(stream: AsyncIterator<BlockEvent>, count: number) {
  const events: BlockEvent[] = [];
  for (let index = 0; index < count; index++) events.push((await stream.next()).value as BlockEvent);
  const short = events.map((event) => (event.kind === 'block' ? `+${event.block.number}` : `-${event.number}`));
  return { events: short.join(' '), cursor: events.at(-1)?.cursor as BlockCursor };
}

describe('a cursor', () => {
  test.each([
    ['at the head has the blocks before it', 'head', 5, { id: 9, parents: [8, 7, 6, 5], first: 5 }],
    ['of the solid state has its block alone', 'solid', 5, { id: 9 }],
  ] as const)('%s', async (_, state, fromBlock, expected) => {
    const node = nodeWith(10);
    const { cursor } = await take(follow(node, { state, fromBlock }), 5);
    const idOf = (number: number) => node.blocks[number]?.id;
    const { id, ...rest } = expected;
    expect(cursor).toStrictEqual({
      number: 9,
      blockID: idOf(id),
      ...rest,
      ...('parents' in rest && { parents: rest.parents.map(idOf) }),
      genesisId: node.genesis.id,
    });
  });

  test('before the first block that was read has no id', async () => {
    const node = nodeWith(4);
    const stream = follow(node, { state: 'head', fromBlock: 3 });
    await take(stream, 1);
    node.fork(1);
    const { events, cursor } = await take(stream, 1);
    expect(events).toBe('-3');
    expect(cursor).toStrictEqual({ number: 2, parents: [], first: 3, genesisId: node.genesis.id });
  });

  test('names no first block when the cursor before it named none', async () => {
    const node = nodeWith(6);
    const [, , , , , last] = node.blocks;
    const { cursor } = await take(
      follow(node, { state: 'head', fromBlock: { number: 5, blockID: last?.id ?? '' } }),
      1,
    );
    expect(Object.keys(cursor)).toEqual(['number', 'blockID', 'parents', 'genesisId']);
    expect(cursor.parents).toEqual([last?.id]);
  });

  test('of -1 continues with the genesis block', async () => {
    expect((await take(follow(nodeWith(3), { state: 'head', fromBlock: { number: -1 } }), 2)).events).toBe('+0 +1');
  });
});

describe('a stream that continues from a cursor', () => {
  test('reports a fork of all blocks since the first one', async () => {
    const node = nodeWith(10);
    const { cursor } = await take(follow(node, { state: 'head', fromBlock: 3 }), 7);
    node.fork(9);
    const { events } = await take(follow(node, { state: 'head', fromBlock: cursor }), 9);
    expect(events).toBe('-9 -8 -7 -6 -5 -4 -3 +3 +4');
  });

  test('compares five blocks at a time', async () => {
    const node = nodeWith(21);
    const { cursor } = await take(follow(node, { state: 'head', fromBlock: 8 }), 13);
    node.fork(7);
    const before = node.asked.length;
    expect((await take(follow(node, { state: 'head', fromBlock: cursor }), 8)).events).toBe(
      '-20 -19 -18 -17 -16 -15 -14 +14',
    );
    expect(node.asked.slice(before)).toEqual([
      'limitnext 21-41',
      'nowblock',
      'limitnext 16-21',
      'limitnext 11-16',
      'limitnext 14-34',
    ]);
  });

  test('compares at most 64 blocks, even of a cursor with more', async () => {
    const node = nodeWith(100);
    const ids = node.blocks.slice(20).map(({ id }) => id);
    const [id = '', ...parents] = ids.toReversed();
    const knows = async (depth: number) => {
      const one = nodeWith(100);
      one.blocks.splice(0, 100, ...node.blocks);
      one.fork(depth);
      return follow(one, { state: 'head', fromBlock: { number: 99, blockID: id, parents } });
    };
    expect((await take(await knows(63), 63)).events).toMatch(/^-99 .* -37$/);
    await expect((await knows(64)).next()).rejects.toMatchObject({
      code: 'BLOCK_DROPPED',
      context: { number: 99, blockID: id },
    });
  });

  test('ends with BLOCK_DROPPED when a solid block is dropped, even the first one', async () => {
    const node = nodeWith(10);
    const stream = follow(node, { state: 'solid', fromBlock: 8 });
    await take(stream, 2);
    const [id] = node.blocks.slice(9).map((block) => block.id);
    node.fork(2);
    await expect(stream.next()).rejects.toMatchObject({ code: 'BLOCK_DROPPED', context: { number: 9, blockID: id } });
  });
});

describe('a stream whose newest block does not follow', () => {
  /** Looks at the tip find a block of another parent; the comparison that follows is answered by a lagging node. */
  async function followBehind(lag: number, fork: number) {
    let strange = 1;
    const node = chainNode({
      intercept: (asked, one) => {
        if (asked === 'nowblock' && strange-- > 0) {
          const blockID = `${'a'.padStart(16, '0')}${'ef'.repeat(24)}`;
          const raw_data = { number: 10, parentHash: 'ab'.repeat(32), timestamp: 1_795_231_161_000 };
          return Response.json({ blockID, block_header: { raw_data } });
        }
        if (asked === 'limitnext 5-10') {
          if (fork > 0) one.fork(fork);
          const missing = one.blocks.splice(10 - lag);
          queueMicrotask(() => {
            one.blocks.push(...missing);
            one.extend(1);
          });
        }
        return undefined;
      },
    });
    node.extend(9);
    const stream = follow(node, { state: 'head', fromBlock: 5 });
    await take(stream, 5);
    return { node, stream };
  }

  test.each([1, 4, 5])('keeps its blocks when the node lacks the newest %i of them', async (lag) => {
    const { stream, node } = await followBehind(lag, 0);
    expect((await take(stream, 1)).events).toBe('+10');
    expect(node.asked).toContain('limitnext 5-10');
    // An interval before the look, and one after the contradiction.
    expect(node.waitedMs()).toBeGreaterThanOrEqual(6000);
  });

  test('reports blocks that the node lacks as dropped when it has another block before them', async () => {
    const { stream } = await followBehind(2, 4);
    expect((await take(stream, 5)).events).toBe('-9 -8 -7 -6 +6');
  });
});

test('a stream does not accept a block of a known number as the next one, for any parent', async () => {
  let strange = 1;
  const node = chainNode({
    onSleep: (one) => void (strange < 1 && one.extend(1)),
    intercept: (asked, { blocks: [, , , last] }) => {
      if (asked !== 'nowblock' || strange-- < 1) return undefined;
      const raw_data = { number: 3, parentHash: last?.id, timestamp: 1_795_231_161_000 };
      return Response.json({ blockID: `${'3'.padStart(16, '0')}${'ef'.repeat(24)}`, block_header: { raw_data } });
    },
  });
  node.extend(3);
  expect((await take(follow(node, { state: 'head', fromBlock: 2 }), 3)).events).toBe('+2 +3 +4');
});

describe('a stream does not begin', () => {
  const id = `${'5'.padStart(16, '0')}${'ab'.repeat(24)}`;
  const parent = `${'4'.padStart(16, '0')}${'ab'.repeat(24)}`;
  test.each<[string, object, string, string]>([
    ['a number below -1', { number: -2 }, 'fromBlock.number', '-1'],
    ['an id of 30 bytes', { number: 5, blockID: id.slice(4) }, 'fromBlock.blockID', '32 bytes in hex'],
    ['an id of another number', { number: 6, blockID: id }, 'fromBlock.blockID', 'the id of block 6'],
    [
      'a parent of 30 bytes',
      { number: 5, blockID: id, parents: [parent.slice(0, 60)] },
      'fromBlock.parents',
      '32 bytes in hex',
    ],
    ['a parent of another number', { number: 5, blockID: id, parents: [id] }, 'fromBlock.parents', 'the id of block 4'],
    [
      'a grandparent of another number',
      { number: 5, blockID: id, parents: [parent, id] },
      'fromBlock.parents',
      'the id of block 3',
    ],
    [
      'a genesis id of 30 bytes',
      { number: 5, blockID: id, genesisId: 'ab'.repeat(30) },
      'fromBlock.genesisId',
      '32 bytes in hex',
    ],
    ['a first block after the next one', { number: 5, blockID: id, first: 7 }, 'fromBlock.first', '6'],
  ])('after a cursor with %s', (_, from, argument, expected) => {
    expect(() => watchBlocks(chainNode().client, { state: 'head', fromBlock: from as BlockCursor })).toThrow(
      expect.objectContaining({
        code: 'ARGUMENT_INVALID',
        context: expect.objectContaining({ argument, expected: expect.stringContaining(expected) }),
      }),
    );
  });
});
