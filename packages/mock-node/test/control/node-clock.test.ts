import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { createMockNode, type NodeAccount } from '../../src/index.ts';
import { readRecording } from '../support/recordings.ts';

describe('the clock of a node', () => {
  test('advances by the time slept, without real time', async () => {
    const { clock, now } = createMockNode();
    const before = now();
    await clock.sleep(86_400_000);
    expect([clock.now(), now()]).toEqual([before + 86_400_000, before + 86_400_000]);
  });

  test("follows the machine's clock if blocks do", async () => {
    vi.useFakeTimers();
    vi.setTimerTickMode('nextTimerAsync');
    await using node = createMockNode({ mining: { kind: 'interval', intervalMs: 20 } });
    const start = performance.now();
    await node.clock.sleep(100);
    expect(performance.now() - start).toBe(100);
  });

  test('does not advance for a wait that is aborted before or meanwhile', async () => {
    const node = createMockNode();
    const before = node.now();
    const reason = new Error('on purpose');
    await expect(node.clock.sleep(1000, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const waiting = node.clock.sleep(1000, { signal: controller.signal });
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(node.now()).toBe(before);
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('rejects a wait of %s', async (milliseconds) => {
    await expect(createMockNode().clock.sleep(milliseconds)).rejects.toThrow(
      /^Invalid ms ".*": it must be a number of 0/,
    );
  });
});

test('the clock stays below the year 9999', () => {
  const node = createMockNode();
  node.advanceTime(1_000_000_000_000);
  for (const milliseconds of [Number.MAX_SAFE_INTEGER, 252_402_214_400_000])
    expect(() => node.advanceTime(milliseconds)).toThrow(
      /^Invalid ms ".*": it must be at most \d+, which reaches the year 9999/,
    );
  expect(Number.isSafeInteger(node.now())).toBe(true);
});

test('the accounts of a preset need no check, those of a described network are unknown', () => {
  const node = createMockNode({ preset: 'mainnet' });
  expectTypeOf(node.accounts[9]).toEqualTypeOf<NodeAccount>();
  expect(node.accounts[9].address).toMatch(/^T/);
  const described = createMockNode({ network: readRecording('mainnet').network });
  expectTypeOf(described.accounts).toEqualTypeOf<readonly NodeAccount[]>();
  expect(described.accounts).toEqual([]);
});
