import { createMockNode } from '@coin/mock-node';
import { createNodeClient, createRateLimit, getNowBlock, http } from '@coin/rpc';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { expect, test } from 'vitest';

useVirtualTime();

test('a limiter of rate-limiter-flexible limits all clients together', async () => {
  const node = createMockNode();
  const limiter = new RateLimiterMemory({ points: 20, duration: 1 });
  const requestedAt: number[] = [];
  const clients = Array.from({ length: 8 }, () =>
    createNodeClient({
      transport: http('http://node', {
        totalTimeout: 60_000,
        fetch: (input, init) => (requestedAt.push(Date.now()), node.fetch(new Request(input, init))),
        limits: [createRateLimit({ store: limiter, key: 'node' })],
      }),
    }),
  );
  await Promise.all(clients.flatMap((client) => Array.from({ length: 10 }, () => getNowBlock(client))));
  expect(requestedAt).toHaveLength(80);
  // It counts in windows of one second, so any second overlaps at most two windows.
  for (const [i, at] of requestedAt.entries()) expect((requestedAt[i + 40] ?? Infinity) - at).toBeGreaterThan(900);
  expect((requestedAt.at(-1) ?? 0) - (requestedAt[0] ?? 0)).toBeGreaterThan(2_500);
});
