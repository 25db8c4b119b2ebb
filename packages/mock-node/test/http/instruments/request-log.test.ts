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

test('the request log keeps the latest 10,000 requests in their order', async () => {
  const node = createMockNode();
  const paths = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `/${from + at}`);
  const ask = async (from: number, to: number) => {
    for (const path of paths(from, to)) await node.fetch(`http://node${path}`);
    return node.requests.entries.map(({ path }) => path);
  };
  expect(await ask(0, 10_003)).toEqual(paths(3, 10_003));
  expect(await ask(10_003, 10_010)).toEqual(paths(10, 10_010));
  node.requests.reset();
  expect(await ask(0, 3)).toEqual(paths(0, 3));
});
