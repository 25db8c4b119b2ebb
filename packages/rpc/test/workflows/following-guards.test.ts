import { watchBlocks, type BlockEvent } from '@coin/rpc';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { chainNode, type ChainNode } from '../support/chain-node.ts';

// An outage also counts the time that the machine takes.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

/** What happens to the chain before a request is answered, and how many of its newest blocks the answer lacks. */
interface Turn {
  readonly extend: number;
  readonly fork: number;
  readonly lag: number;
}

/** The answer to the present request lacks the newest blocks: a node that lags behind the others gives it. */
function lagBy(node: ChainNode, count: number): void {
  const missing = node.blocks.splice(Math.max(1, node.blocks.length - count));
  queueMicrotask(() => node.blocks.push(...missing));
}

/** The block that a stream reads first. */
const FIRST = 6;

/** Follows a chain whose requests are answered by nodes that lag, until the stream has caught up with a final chain. */
async function followThrough(turns: readonly Turn[]) {
  const dropped = new Set<string>();
  let requests = 0;
  const node = chainNode({
    intercept: (_, one) => {
      const { extend, fork, lag } = turns[requests++] ?? { extend: 1, fork: 0, lag: 0 };
      // An error that ends the stream: it does not catch up.
      if (requests > turns.length + 100) return new Response('', { status: 401 });
      const depth = Math.min(fork, one.blocks.length - 3);
      if (depth > 0) {
        for (const { id } of one.blocks.slice(-depth)) dropped.add(id);
        one.fork(depth);
      }
      one.extend(extend);
      lagBy(one, lag);
      return undefined;
    },
  });
  node.extend(8);
  const events: BlockEvent[] = [];
  for await (const event of watchBlocks(node.client, { state: 'head', fromBlock: FIRST })) {
    events.push(event);
    const isAtEnd = event.kind === 'block' && event.block.blockID === node.blocks.at(-1)?.id;
    if (isAtEnd && requests > turns.length) break;
  }
  return { node, events, dropped };
}

const turn = fc.record({
  extend: fc.nat({ max: 3 }),
  fork: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) }),
  lag: fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }) }),
});

test('reports a dropped block only when a fork has dropped it, and ends with the chain, however nodes lag', () =>
  fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 25 }), async (turns) => {
      const { node, events, dropped } = await followThrough(turns);
      const held: { number: number; blockID: string }[] = [];
      for (const event of events) {
        if (event.kind === 'block') {
          expect(event.block.parentBlockID).toBe(held.at(-1)?.blockID ?? event.block.parentBlockID);
          held.push(event.block);
          continue;
        }
        expect(dropped).toContain(event.blockID);
        expect(held.pop()).toMatchObject({ number: event.number, blockID: event.blockID });
      }
      const chain = node.blocks.slice(FIRST).map(({ number, id }) => ({ number, blockID: id }));
      expect(held.map(({ number, blockID }) => ({ number, blockID }))).toEqual(chain);
    }),
    { numRuns: scaled(100) },
  ));

/** A head whose parent nobody has, as a node shows it that changes over to another branch. */
function strangeHead(node: ChainNode): Response {
  const number = node.blocks.length;
  return Response.json({
    blockID: `${number.toString(16).padStart(16, '0')}${'ef'.repeat(24)}`,
    block_header: { raw_data: { number, parentHash: 'ab'.repeat(32), timestamp: 1_795_231_161_000 } },
  });
}

test('waits for a node that lags behind all known blocks, however long that takes', async () => {
  let onPause = () => {};
  const node = chainNode({ onSleep: () => onPause() });
  node.extend(9);
  const stream = watchBlocks(node.client, { state: 'head', fromBlock: 8 }, { maxOutageMs: 30_000 });
  await stream.next();
  await stream.next();
  const newest = node.blocks.splice(-4, 4);
  let pauses = 0;
  onPause = () => {
    if (++pauses < 40) return;
    onPause = () => {};
    node.blocks.push(...newest);
    node.extend(1);
  };
  const next = await stream.next();
  expect(node.waitedMs()).toBeGreaterThanOrEqual(120_000);
  expect(next.value).toMatchObject({ kind: 'block', block: { number: 10 } });
});

test('pauses between looks at a head that contradicts the chain, and gives up when its time is up', async () => {
  const node = chainNode({
    intercept: (asked, one) => {
      // An error that ends the stream: it asks without pauses.
      if (one.asked.length > 100) return new Response('', { status: 401 });
      return asked === 'nowblock' ? strangeHead(one) : undefined;
    },
  });
  node.extend(3);
  const stream = watchBlocks(node.client, { state: 'head', fromBlock: 3 }, { maxOutageMs: 30_000 });
  await stream.next();
  await expect(stream.next()).rejects.toMatchObject({
    code: 'RESPONSE_INVALID',
    context: { path: 'block 3', field: 'blockID' },
  });
  expect(node.waitedMs()).toBeGreaterThanOrEqual(30_000);
});
