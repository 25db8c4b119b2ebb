// A value that is read once for all callers, and again when it is old.
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createCachedRead } from '../../src/funds/cached-read.ts';

useVirtualTime();
// Time passes only when a test says so.
beforeEach(() => void vi.setTimerTickMode('manual'));

const LIFE_MS = 3000;

/** A reading of 1, 2, and so on, over a clock that a test sets. */
function countReadings(read?: (count: number) => Promise<number>) {
  let count = 0;
  let now = 1_000_000;
  const clock = { now: () => now, sleep: () => new Promise<never>(() => {}) };
  const reading = createCachedRead(clock, LIFE_MS, async () => {
    count++;
    return read === undefined ? count : read(count);
  });
  return { reading, count: () => count, moveClock: (ms: number) => void (now += ms) };
}

describe('a reading', () => {
  test('is shared by all who ask within its life, also at the same time', async () => {
    const { reading, moveClock, count } = countReadings();
    expect(await Promise.all([reading(), reading()])).toEqual([1, 1]);
    moveClock(LIFE_MS - 1);
    vi.advanceTimersByTime(LIFE_MS - 1);
    expect([await reading(), count()]).toEqual([1, 1]);
  });

  test('is repeated at the end of its life by the clock of the client, or by the clock of the process', async () => {
    const { reading, moveClock } = countReadings();
    await reading();
    moveClock(LIFE_MS);
    expect(await reading()).toBe(2);
    vi.advanceTimersByTime(LIFE_MS);
    expect(await reading()).toBe(3);
    expect(await reading()).toBe(3);
  });

  test('is repeated when the clock is set back', async () => {
    const { reading, moveClock } = countReadings();
    await reading();
    moveClock(-1);
    expect(await reading()).toBe(2);
  });

  test('counts its age from the latest repetition', async () => {
    const { reading, moveClock } = countReadings();
    await reading();
    moveClock(LIFE_MS);
    await reading();
    moveClock(LIFE_MS - 1);
    expect(await reading()).toBe(2);
  });

  test('is repeated after it has failed, which all who asked see', async () => {
    const { reading } = countReadings(async (count) => {
      if (count === 1) throw new Error('no answer');
      return count;
    });
    const [first, second] = [reading(), reading()];
    await expect(first).rejects.toThrow('no answer');
    await expect(second).rejects.toThrow('no answer');
    expect(await reading()).toBe(2);
  });

  test('is kept when an earlier one fails late', async () => {
    const failed = Promise.withResolvers<number>();
    const { reading, moveClock } = countReadings((count) => (count === 1 ? failed.promise : Promise.resolve(count)));
    const first = reading();
    moveClock(LIFE_MS);
    expect(await reading()).toBe(2);
    failed.reject(new Error('too late'));
    await expect(first).rejects.toThrow('too late');
    expect(await reading()).toBe(2);
  });
});
