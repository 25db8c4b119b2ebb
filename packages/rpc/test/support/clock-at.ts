import { createNodeClient, type Clock } from '@coin/rpc';

const { clock: systemClock } = createNodeClient({ transport: 'http://node.example' });

/** A clock that tells this time, and waits by the timers of the platform. */
export const clockAt = (now: number | (() => number)): Clock => ({
  now: typeof now === 'number' ? () => now : now,
  sleep: systemClock.sleep,
});
