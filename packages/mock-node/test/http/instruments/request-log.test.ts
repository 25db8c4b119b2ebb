import { expect, test } from 'vitest';
import { createMockNode } from '../../../src/index.ts';

test('the request log keeps 16 million characters and the latest requests', async () => {
  const node = createMockNode();
  const ask = (body: string) => node.fetch('http://node/wallet/getburntrx', { method: 'POST', body });
  for (let i = 0; i < 30; i++) await ask(`{"n":${i}}${' '.repeat(1_000_000)}`);
  const sizes = node.requests.entries.map(({ body }) => body.length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(14_000_000);
  expect(total).toBeLessThanOrEqual(16_000_000);
  expect(node.requests.entries.at(-1)?.body).toContain('{"n":29}');
  node.requests.reset();
  expect(node.requests.entries).toEqual([]);
});
