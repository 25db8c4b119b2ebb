import {
  watchBlocks,
  type BlockCursor,
  type BlockEvent,
  type WatchBlocksArgs,
  type WatchBlocksOptions,
} from '@coin/rpc';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import { chainNode, type ChainNode } from '../support/chain-node.ts';
import { errorCodeOf } from '../support/outcome.ts';

/** An event in short: `+5` is block 5, `-5` its drop; with infos `+5:2`, so many of them. */
const inShort = (event: BlockEvent): string => {
  if (event.kind === 'dropped') return `-${event.number}`;
  return `+${event.block.number}${event.infos === undefined ? '' : `:${event.infos.length}`}`;
};

/** The next events, and what was asked for them. */
async function take(stream: AsyncIterator<BlockEvent>, count: number, { asked }: ChainNode) {
  const before = asked.length;
  const events: BlockEvent[] = [];
  for (let index = 0; index < count; index++) events.push((await stream.next()).value as BlockEvent);
  return { events: events.map(inShort).join(' '), asked: asked.slice(before), cursor: events.at(-1)?.cursor };
}

const follow = (
  { client }: ChainNode,
  args: WatchBlocksArgs,
  options?: WatchBlocksOptions,
): AsyncIterator<BlockEvent> => watchBlocks(client, args, options)[Symbol.asyncIterator]() as AsyncIterator<BlockEvent>;

useVirtualTime();

describe('watchBlocks', () => {
  test('reads batches while behind, then a block each interval, with one request', async () => {
    const node = chainNode({ onSleep: (one) => one.extend(1) });
    node.extend(49);
    const stream = follow(node, { state: 'solid', fromBlock: 1 });
    expect(await take(stream, 20, node)).toMatchObject({ asked: ['solid limitnext 1-21'] });
    expect(await take(stream, 20, node)).toMatchObject({ asked: ['solid limitnext 21-41'] });
    expect(await take(stream, 9, node)).toMatchObject({ asked: ['solid limitnext 41-61'] });
    expect(node.waitedMs()).toBe(0);
    expect(await take(stream, 3, node)).toMatchObject({
      events: '+50 +51 +52',
      asked: ['solid nowblock', 'solid nowblock', 'solid nowblock'],
    });
    expect(node.waitedMs()).toBe(9000);
  });

  test('reads the infos of blocks that have transactions, and no others', async () => {
    const node = chainNode({ onSleep: (one) => one.extend(1, 3) });
    node.extend(2);
    node.extend(1, 2);
    const stream = follow(node, { state: 'head', fromBlock: 0, infos: true });
    expect(await take(stream, 4, node)).toMatchObject({
      events: '+0:0 +1:0 +2:0 +3:2',
      asked: ['limitnext 0-20', 'infobyblocknum 3'],
    });
    expect(await take(stream, 1, node)).toMatchObject({ events: '+4:3', asked: ['nowblock', 'infobyblocknum 4'] });
  });

  test('reads nothing before it is asked for, and no more than a batch and the infos of five blocks ahead', async () => {
    const node = chainNode();
    node.extend(99, 1);
    const stream = follow(node, { state: 'head', fromBlock: 1, infos: true }, { batchSize: 30 });
    expect(node.asked).toEqual([]);
    expect((await take(stream, 1, node)).asked.toSorted()).toEqual([
      ...[1, 2, 3, 4, 5].map((number) => `infobyblocknum ${number}`),
      'limitnext 1-31',
    ]);
    expect((await take(stream, 4, node)).asked).toEqual([]);
  });

  test('begins with the newest block by default', async () => {
    const node = chainNode({ onSleep: (one) => one.extend(2) });
    node.extend(7);
    expect(await take(follow(node, { state: 'head' }), 3, node)).toMatchObject({
      events: '+7 +8 +9',
      asked: ['nowblock', 'nowblock', 'limitnext 8-28'],
    });
  });

  test('waits for a first block that the chain does not have yet', async () => {
    const node = chainNode({ onSleep: (one) => one.extend(1) });
    expect(await take(follow(node, { state: 'head', fromBlock: 3 }), 2, node)).toMatchObject({ events: '+3 +4' });
  });

  test('reports a fork of equal height with the next look', async () => {
    const node = chainNode();
    node.extend(9);
    const stream = follow(node, { state: 'head', fromBlock: 5 });
    await take(stream, 5, node);
    node.fork(3);
    expect(await take(stream, 6, node)).toMatchObject({
      events: '-9 -8 -7 +7 +8 +9',
      asked: ['nowblock', 'limitnext 5-10', 'limitnext 7-27'],
    });
  });

  test('reports a fork that is deeper than one read, and one of all blocks that it has given', async () => {
    const node = chainNode();
    node.extend(30);
    const stream = follow(node, { state: 'head', fromBlock: 20 });
    await take(stream, 11, node);
    node.fork(9, 8);
    expect((await take(stream, 17, node)).events).toBe(
      '-30 -29 -28 -27 -26 -25 -24 -23 -22 +22 +23 +24 +25 +26 +27 +28 +29',
    );
    node.fork(25);
    const { events, cursor } = await take(stream, 10, node);
    expect(events).toBe('-29 -28 -27 -26 -25 -24 -23 -22 -21 -20');
    expect(cursor).toEqual({ number: 19, parents: [], first: 20, genesisId: node.genesis.id });
    expect((await take(stream, 2, node)).events).toBe('+20 +21');
    expect((await take(follow(node, { state: 'head', fromBlock: cursor as BlockCursor }), 1, node)).events).toBe('+20');
  });

  test('continues from a stored cursor, and reports blocks dropped meanwhile', async () => {
    const node = chainNode();
    node.extend(9);
    const { cursor } = await take(follow(node, { state: 'head', fromBlock: 3 }), 7, node);
    const stored = JSON.parse(JSON.stringify(cursor)) as BlockCursor;
    expect(stored).toMatchObject({ number: 9, blockID: node.blocks[9]?.id, first: 3 });
    node.extend(1);
    expect((await take(follow(node, { state: 'head', fromBlock: stored }), 1, node)).events).toBe('+10');
    node.fork(4);
    expect((await take(follow(node, { state: 'head', fromBlock: stored }), 5, node)).events).toBe('-9 -8 -7 +7 +8');
  });

  test('throws if it cannot know how many blocks before the cursor were dropped', async () => {
    const node = chainNode();
    node.extend(9);
    const { number, id: blockID } = node.blocks[8] as { number: number; id: string };
    node.fork(3, 4);
    for (const state of ['head', 'solid'] as const) {
      const stream = follow(node, { state, fromBlock: { number, blockID } });
      await expect(stream.next()).rejects.toMatchObject({ code: 'BLOCK_DROPPED', context: { number, blockID } });
      expect(await stream.next()).toEqual({ done: true, value: undefined });
    }
  });

  test('knows 64 blocks, and throws if a fork drops more of them', async () => {
    const node = chainNode();
    node.extend(99);
    const stream = follow(node, { state: 'head', fromBlock: 1 });
    const { cursor } = await take(stream, 99, node);
    expect(cursor?.parents).toHaveLength(63);
    node.fork(63);
    expect((await take(stream, 63, node)).events).toMatch(/^-99 .* -37$/);
    node.fork(65);
    await expect(stream.next()).rejects.toMatchObject({ code: 'BLOCK_DROPPED' });
  });

  test('a cursor of the solid state is a number, an id and the network', async () => {
    const node = chainNode();
    node.solidLag = 2;
    node.extend(5);
    const { cursor, events } = await take(follow(node, { state: 'solid', fromBlock: 1 }), 3, node);
    expect(events).toBe('+1 +2 +3');
    expect(cursor).toEqual({ number: 3, blockID: node.blocks[3]?.id, genesisId: node.genesis.id });
    node.extend(1);
    expect((await take(follow(node, { state: 'solid', fromBlock: cursor as BlockCursor }), 1, node)).events).toBe('+4');
  });

  test.each(['head', 'solid'] as const)('rejects a cursor of another network in the %s state', async (state) => {
    const node = chainNode();
    node.extend(5);
    const { cursor } = await take(follow(node, { state, fromBlock: 1 }), 3, node);
    const other = chainNode();
    other.extend(9);
    other.genesis.id = other.genesis.id.replace(/1$/, '2');
    await expect(follow(other, { state, fromBlock: cursor as BlockCursor }).next()).rejects.toMatchObject({
      code: 'ENDPOINT_MISMATCH',
      context: { expected: node.genesis.id, actual: other.genesis.id },
    });
    expect(other.asked).toEqual([]);
  });

  test('reads a block again that a fork replaced before its infos were read', async () => {
    let forks = 1;
    const node = chainNode({
      intercept: (asked, one) => {
        if (asked === 'infobyblocknum 9' && forks-- > 0) one.fork(2);
      },
    });
    node.extend(9, 1);
    const stream = follow(node, { state: 'head', fromBlock: 8, infos: true });
    const { events, cursor } = await take(stream, 2, node);
    expect(events).toBe('+8:1 +9:1');
    expect(cursor?.blockID).toBe(node.blocks[9]?.id);
  });

  test('halves batches that are too large', async () => {
    const node = chainNode({ client: { maxResponseBytes: 1500 } });
    node.extend(19);
    const stream = follow(node, { state: 'head', fromBlock: 1 });
    const { events, asked } = await take(stream, 12, node);
    expect(events).toMatch(/^\+1 .* \+12$/);
    expect(asked).toEqual(['limitnext 1-21', 'limitnext 1-11', 'limitnext 1-6', 'limitnext 6-11', 'limitnext 11-16']);
  });

  test('continues after failures, and throws the last one when its time is up', async () => {
    let failures = 4;
    const node = chainNode({
      intercept: () => (failures-- > 0 ? new Response('', { status: 503 }) : undefined),
    });
    node.extend(3);
    expect(await take(follow(node, { state: 'head', fromBlock: 1 }), 3, node)).toMatchObject({ events: '+1 +2 +3' });
    expect(node.waitedMs()).toBe(12_000);
    failures = Infinity;
    const before = node.asked.length;
    const stream = follow(node, { state: 'head', fromBlock: 1 }, { maxOutageMs: 9000, pollMs: 1000 });
    await expect(stream.next()).rejects.toMatchObject({ code: 'HTTP_STATUS' });
    expect(node.asked.length - before).toBe(10);
  });

  test('throws a permanent failure immediately', async () => {
    const node = chainNode({ intercept: () => new Response('', { status: 401 }) });
    expect(await errorCodeOf(follow(node, { state: 'head' }).next())).toBe('UNAUTHORIZED');
    expect(node.asked).toHaveLength(1);
  });

  test('does not ask without pause for a block that the node never gives', async () => {
    const node = chainNode({
      intercept: (asked) => (asked.startsWith('limitnext') ? Response.json({ block: [] }) : undefined),
    });
    node.extend(50);
    const stream = follow(node, { state: 'head', fromBlock: 1 }, { maxOutageMs: 30_000 });
    await expect(stream.next()).rejects.toMatchObject({
      code: 'RESPONSE_INVALID',
      shortMessage: 'block 1: unexpected answer at blockID: absent, although the newest is 50. Use another endpoint.',
    });
    expect(node.asked.length).toBeLessThan(30);
  });

  test('ends with ABORTED when its signal aborts, also between two blocks of a batch', async () => {
    const end = new AbortController();
    const node = chainNode({ onSleep: () => end.abort() });
    node.extend(3);
    const stream = follow(node, { state: 'head', fromBlock: 1 }, { signal: end.signal });
    expect((await take(stream, 3, node)).events).toBe('+1 +2 +3');
    expect(await errorCodeOf(stream.next())).toBe('ABORTED');
    const second = follow(node, { state: 'head', fromBlock: 1 }, { signal: end.signal });
    expect(await errorCodeOf(second.next())).toBe('ABORTED');
  });

  test('gives its blocks in order to concurrent callers, and nothing after its end', async () => {
    const node = chainNode();
    node.extend(5);
    const stream = watchBlocks(node.client, { state: 'head', fromBlock: 1 });
    const results = await Promise.all([stream.next(), stream.next(), stream.next()]);
    expect(results.map(({ value }) => inShort(value))).toEqual(['+1', '+2', '+3']);
    for await (const event of stream) {
      expect(inShort(event)).toBe('+4');
      break;
    }
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  const { client } = chainNode();
  const id = '0'.repeat(15) + '5' + 'ab'.repeat(24);
  test.each<[string, unknown, unknown?]>([
    ['state', {}],
    ['state', { state: 'solidity' }],
    ['block', { state: 'head', block: 5 }],
    ['fromBlock', { state: 'head', fromBlock: -1 }],
    ['fromBlock', { state: 'head', fromBlock: null }],
    ['fromBlock.number', { state: 'head', fromBlock: { blockID: id } }],
    ['fromBlock.blockID', { state: 'head', fromBlock: { number: 6, blockID: id } }],
    ['fromBlock.blockID', { state: 'head', fromBlock: { number: 5, blockID: 'x' } }],
    ['fromBlock.parents', { state: 'head', fromBlock: { number: 5, blockID: id, parents: 'x' } }],
    ['fromBlock.parents', { state: 'head', fromBlock: { number: 5, blockID: id, parents: [id] } }],
    ['fromBlock.first', { state: 'head', fromBlock: { number: 5, blockID: id, parents: [], first: 7 } }],
    ['pollMs', { state: 'head' }, { pollMs: 0 }],
    ['batchSize', { state: 'head' }, { batchSize: 101 }],
    ['maxOutageMs', { state: 'head' }, { maxOutageMs: -1 }],
    ['timeoutMs', { state: 'head' }, { timeoutMs: 0 }],
  ])('rejects a wrong %s before it is read from', (argument, args, options) => {
    expect(() => watchBlocks(client, args as WatchBlocksArgs, options as WatchBlocksOptions)).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_INVALID', context: expect.objectContaining({ argument }) }),
    );
  });
});
