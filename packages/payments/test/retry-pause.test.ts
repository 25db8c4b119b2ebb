import { afterEach, expect, test, vi } from 'vitest';
import { retryPause } from '../src/retry-pause.ts';

afterEach(() => void vi.restoreAllMocks());

test.each([
  [0, 1000, 500, 1000],
  [1, 1000, 1000, 2000],
  [5, 1000, 16_000, 32_000],
  [6, 1000, 30_000, 60_000],
  [2000, 1, 30_000, 60_000],
  [0, 90_000, 30_000, 60_000],
])('after %d failures, a pause of %d ms takes %d to %d ms', (failures, retryDelayMs, shortest, longest) => {
  const random = vi.spyOn(Math, 'random');
  const pauses = [0, 0.5, 1].map((drawn) => {
    random.mockReturnValue(drawn);
    return retryPause(failures, retryDelayMs);
  });
  expect(pauses).toEqual([shortest, (shortest + longest) / 2, longest]);
});
