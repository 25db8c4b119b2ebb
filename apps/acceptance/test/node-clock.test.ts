import { createMockNode, type AbortSignalLike as NodeSignal, type NodeClock } from '@coin/mock-node';
import { type AbortSignalLike, type Clock } from '@coin/units';
import { expect, expectTypeOf, test } from 'vitest';

test('the clock of a node is a clock of every package, and its signals have the same shape', async () => {
  expectTypeOf<NodeClock>().toExtend<Clock>();
  expectTypeOf<NodeSignal>().toEqualTypeOf<AbortSignalLike>();
  expectTypeOf<AbortSignal>().toExtend<NodeSignal>();
  const node = createMockNode();
  const clock: Clock = node.clock;
  const start = clock.now();
  await clock.sleep(60_000);
  expect([clock.now() - start, node.now() - start]).toEqual([60_000, 60_000]);
});
