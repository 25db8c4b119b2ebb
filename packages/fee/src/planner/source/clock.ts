import { type Clock } from '@coin/units';
import { computeFrom } from '../../compute-from.ts';
import { argumentInvalid } from '../../errors.ts';

// Every JavaScript runtime has this timer, though the language does not define it.
declare const setTimeout: (callback: () => void, ms: number) => unknown;

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
};

/** Throws for anything that is not a clock, such as an object whose `now` returns a promise. */
export function requireClock(clock: Clock): void {
  computeFrom('clock', clock, () => {
    const { sleep } = clock;
    if (typeof sleep !== 'function') throw argumentInvalid('clock.sleep', sleep, 'a function');
    const now: unknown = clock.now();
    if (!Number.isFinite(now)) throw argumentInvalid('clock.now()', now, 'a number of milliseconds since 1970');
  });
}
