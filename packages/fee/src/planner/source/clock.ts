import { type Clock } from '@coin/units';

// Every JavaScript runtime has this timer, though the language does not define it.
declare const setTimeout: (callback: () => void, ms: number) => unknown;

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
};
