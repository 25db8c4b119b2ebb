import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMockNode, type MockNode, type MockNodeOptions } from '../../src/index.ts';
import { post } from '../support/post.ts';

/** In the middle of a slot, and far from a maintenance, after which slots are skipped. */
const START = Date.parse('2026-01-01T01:00:01.500Z');
beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

function open(options: MockNodeOptions = {}): MockNode {
  const node = createMockNode({ startTime: 'wall-clock', ...options });
  // Signing would take most of the test's time.
  node.impersonate(node.accounts[0]?.address ?? '');
  return node;
}

/** How far the head is ahead of the machine's clock, in milliseconds. */
async function ahead(node: MockNode): Promise<number> {
  const block = (await post(node, '/wallet/getnowblock', {})) as {
    block_header: { raw_data: { timestamp: number } };
  };
  return block.block_header.raw_data.timestamp - Date.now();
}

interface Built {
  readonly txID: string;
  readonly raw_data: { readonly expiration: number };
}

/** Builds a transfer that differs from those before it, so it has another id at the same time. */
let amount = 0;
async function build(node: MockNode, { mined = 0 } = {}): Promise<Built> {
  const [from, to] = node.accounts;
  const body = { owner_address: from?.address, to_address: to?.address, amount: ++amount, visible: true };
  const built = (await post(node, '/wallet/createtransaction', body)) as Built;
  // What a client with the machine's clock accepts.
  expect(built.raw_data.expiration - Date.now()).toBeGreaterThan(20_000);
  expect(built.raw_data.expiration - Date.now()).toBeLessThanOrEqual(120_000 + 3000 * mined);
  return built;
}

async function send(node: MockNode, built: Built): Promise<string> {
  expect(await post(node, '/wallet/broadcasttransaction', built)).toMatchObject({ result: true });
  return built.txID;
}

const transfer = async (node: MockNode, options: { readonly mined?: number } = {}): Promise<string> =>
  send(node, await build(node, options));

const blockOf = async (node: MockNode, value: string): Promise<number | undefined> =>
  ((await post(node, '/wallet/gettransactioninfobyid', { value })) as { blockNumber?: number }).blockNumber;

test('starts in the past, and gives the first transaction the current slot', async () => {
  const node = open();
  expect(await ahead(node)).toBe(-4_500);
  await transfer(node);
  expect(await ahead(node)).toBe(-1_500);
  const contract = { address: '41c0ffee00000000000000000000000000000000c0', code: '00', energyFactor: 3_400n };
  expect(await ahead(open({ contracts: [contract] }))).toBe(-1_500);
  expect(node.now()).toBe(Date.now());
});

test('gives each transaction of a burst a block, up to a minute ahead; the others wait and share one', async () => {
  const node = open();
  const early: string[] = [];
  while ((await ahead(node)) < 58_500) early.push(await transfer(node));
  expect(early.length).toBe(21);
  const late = [await transfer(node), await transfer(node)];
  expect(await Promise.all([...early, ...late].map((id) => blockOf(node, id)))).toEqual([
    ...early.map((_, index) => index + 3),
    undefined,
    undefined,
  ]);
  vi.advanceTimersByTime(1_499);
  expect(await blockOf(node, late[0] ?? '')).toBe(undefined);
  vi.advanceTimersByTime(1);
  expect([await blockOf(node, late[0] ?? ''), await blockOf(node, late[1] ?? '')]).toEqual([24, 24]);
  expect(await ahead(node)).toBe(60_000);
});

test('includes every transaction of a client that builds all before it sends the first', async () => {
  const node = open();
  const built: Built[] = [];
  for (let n = 0; n < 100; n++) built.push(await build(node));
  const ids: string[] = [];
  for (const each of built) ids.push(await send(node, each));
  expect(await ahead(node)).toBe(25_500);
  vi.advanceTimersByTime(1_500);
  const blocks = await Promise.all(ids.map((id) => blockOf(node, id)));
  expect(blocks).toEqual(ids.map((_, index) => Math.min(index + 3, 13)));
});

test('lets the head run ahead up to the configured limit', async () => {
  const node = open({ maxAheadMs: 0 });
  const ids = [await transfer(node), await transfer(node), await transfer(node)];
  vi.advanceTimersByTime(1_500);
  expect(await Promise.all(ids.map((id) => blockOf(node, id)))).toEqual([3, 4, 4]);
});

test('keeps a minute’s expiry usable after idle hours', async () => {
  const node = open();
  vi.advanceTimersByTime(10 * 3_600_000);
  const built = await transfer(node);
  expect(await blockOf(node, built)).toBe(4);
});

test('makes a block before a request when the head is more than 30 seconds old', async () => {
  const node = open();
  vi.advanceTimersByTime(25_500);
  expect(await ahead(node)).toBe(-30_000);
  vi.advanceTimersByTime(1);
  expect(await ahead(node)).toBe(-1);
});

test('includes the transactions that waited when a state was written', async () => {
  const node = open({ maxAheadMs: 0 });
  await transfer(node);
  const waiting = await transfer(node);
  const other = open({ maxAheadMs: 0 });
  other.load(node.dump());
  expect(await blockOf(other, waiting)).toBe(undefined);
  vi.advanceTimersByTime(1_500);
  expect(await blockOf(other, waiting)).toBe(4);
});

test('leaves blocks to the test in manual mode', async () => {
  const node = open({ mining: { kind: 'manual' } });
  vi.advanceTimersByTime(3_600_000);
  expect(await ahead(node)).toBe(-3_604_500);
  node.mine();
  expect(await ahead(node)).toBe(-1_500);
});

const operationsWith = ({ idleMs }: { readonly idleMs: number }) =>
  fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('burst' as const), count: fc.integer({ min: 1, max: 30 }) }),
      fc.record({ kind: fc.constant('batch' as const), count: fc.integer({ min: 1, max: 60 }) }),
      fc.record({ kind: fc.constant('idle' as const), ms: fc.integer({ min: 0, max: idleMs }) }),
      fc.record({ kind: fc.constant('pause' as const), ms: fc.integer({ min: 0, max: 20_000 }) }),
      // The machine's clock advances, and no timer has run.
      fc.record({ kind: fc.constant('suspended' as const), ms: fc.integer({ min: 0, max: 3 * 86_400_000 }) }),
      fc.record({ kind: fc.constant('restart' as const) }),
      fc.record({ kind: fc.constant('mine' as const), count: fc.integer({ min: 1, max: 30 }) }),
    ),
    { minLength: 1, maxLength: 8 },
  );

test.each([
  ['instant', {}, { idleMs: 12 * 3_600_000 }],
  ['mixed', { mining: { kind: 'mixed', intervalMs: 3000 } }, { idleMs: 600_000 }],
] as const)('keeps the head near the machine’s clock after any events, with %s mining', async (_, options, limits) => {
  await fc.assert(
    fc.asyncProperty(operationsWith(limits), async (drawn) => {
      vi.setSystemTime(START);
      let node = open(options);
      let mined = 0;
      const sent: string[] = [];
      for (const operation of drawn) {
        if (operation.kind === 'burst')
          for (let n = 0; n < operation.count; n++) sent.push(await transfer(node, { mined }));
        else if (operation.kind === 'batch') {
          const built: Built[] = [];
          for (let n = 0; n < operation.count; n++) built.push(await build(node, { mined }));
          for (const each of built) sent.push(await send(node, each));
        } else if (operation.kind === 'mine') {
          node.mine(operation.count);
          mined += operation.count;
        } else if (operation.kind === 'restart') {
          const dump = node.dump();
          await node.close();
          node = open(options);
          node.load(dump);
          vi.setSystemTime(Date.now() + 50);
        } else if (operation.kind === 'suspended') vi.setSystemTime(Date.now() + operation.ms);
        else vi.advanceTimersByTime(operation.ms);
        const distance = await ahead(node);
        expect(distance).toBeGreaterThan(-33_000);
        // Blocks that the test asks for may advance the node's clock.
        expect(distance).toBeLessThanOrEqual(60_000 + 3000 * mined);
        expect(node.now() - Date.now()).toBeLessThanOrEqual(3000 * mined);
      }
      // The next slot, of which two have no block after a maintenance.
      vi.advanceTimersByTime(9000);
      for (const id of sent) expect(await blockOf(node, id)).toBeGreaterThan(0);
      await node.close();
    }),
    {
      numRuns: 20,
      examples: [
        // The latest block that may be ahead is the one after a maintenance.
        [
          [
            { kind: 'burst', count: 11 },
            { kind: 'mine', count: 29 },
            { kind: 'suspended', ms: 19_254_000 },
            { kind: 'restart' },
            { kind: 'burst', count: 1 },
          ],
        ],
      ],
    },
  );
});

describe('with an interval', () => {
  test('makes a block in each slot as it begins, for a day', async () => {
    const node = open({ mining: { kind: 'interval', intervalMs: 3000 } });
    // Past the hour, because the two slots after a maintenance have no block.
    vi.advanceTimersByTime(601_500);
    for (let hour = 0; hour < 24; hour++) {
      vi.advanceTimersByTime(3_600_000);
      expect(await ahead(node)).toBe(0);
    }
    vi.setSystemTime(Date.now() + 8 * 3_600_000 + 700);
    vi.advanceTimersByTime(2_300 + 10 * 3000);
    expect(await ahead(node)).toBe(0);
    await node.close();
  });

  test('makes fewer blocks with a longer one', async () => {
    const node = open({ mining: { kind: 'interval', intervalMs: 10_000 } });
    vi.advanceTimersByTime(1_500);
    expect(await ahead(node)).toBe(0);
    vi.advanceTimersByTime(9_999);
    expect(await ahead(node)).toBe(-9_999);
    vi.advanceTimersByTime(1);
    expect(await ahead(node)).toBe(-1_000);
    await node.close();
  });

  test('passes time faster with a shorter one', async () => {
    const node = open({ mining: { kind: 'interval', intervalMs: 500 } });
    const from = node.now();
    vi.advanceTimersByTime(60_000);
    expect(node.now() - from).toBe(360_000);
    expect((await ahead(node)) + Date.now() - node.now()).toBeGreaterThan(-3000);
    await node.close();
  });
});

test('waits in real time', async () => {
  const node = open();
  let isOver = false;
  const waiting = node.clock.sleep(1000).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(node.now()).toBe(START + 1000);
});

test('waits longer than a timer can', async () => {
  const node = open();
  let isOver = false;
  const waiting = node.clock.sleep(2 ** 31 + 5).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(2 ** 31 + 4);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(isOver).toBe(true);
});

test('does not go back when the machine’s clock does', async () => {
  const node = open();
  const before = node.now();
  vi.setSystemTime(START - 3_600_000);
  expect(node.now()).toBe(before);
  vi.advanceTimersByTime(1000);
  expect(node.now()).toBe(before + 1000);
});

test('builds one transaction for equal requests of one millisecond, as a node does', async () => {
  const node = open({ mining: { kind: 'manual' } });
  const [from, to] = node.accounts;
  const body = { owner_address: from?.address, to_address: to?.address, amount: 1, visible: true };
  const request = async () => ((await post(node, '/wallet/createtransaction', body)) as Built).txID;
  const first = await request();
  expect(await request()).toBe(first);
  vi.advanceTimersByTime(1);
  expect(await request()).not.toBe(first);
});

test('reverts the time that advanceTime added', () => {
  const node = open();
  const snapshot = node.snapshot();
  node.advanceTime(86_400_000);
  expect(node.now() - Date.now()).toBe(86_400_000);
  node.revert(snapshot);
  expect(node.now()).toBe(Date.now());
});

test.each([-1, 1.5, 86_400_001, Number.NaN])('rejects maxAheadMs: %s', (maxAheadMs) => {
  expect(() => open({ maxAheadMs })).toThrow(/maxAheadMs/);
});

test('rejects maxAheadMs without the machine’s clock', () => {
  expect(() => createMockNode({ maxAheadMs: 1000 })).toThrow(/absent, unless startTime is 'wall-clock'/);
});
