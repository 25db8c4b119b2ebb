import { type Milliseconds } from '../protocol/primitives.ts';

/** The machine's time as a node under wall clock follows it. */
export interface WallClock {
  /** How far the head may be ahead of this clock when transactions arrive faster than slots. */
  readonly maxAheadMs: Milliseconds;
  /** Milliseconds since 1970. Never decreases, even if the machine's clock is set back. */
  readonly read: () => Milliseconds;
  /** How many milliseconds of this clock pass per millisecond of the machine's, 1 or more. */
  readonly speed: () => number;
  readonly setSpeed: (speed: number) => void;
}

/** Wallets accept a transaction that expires two minutes from now. */
export const DEFAULT_MAX_AHEAD_MS = 60_000 satisfies Milliseconds;

export function createWallClock(maxAheadMs: Milliseconds): WallClock {
  let machine = Date.now();
  let time = machine;
  let speed = 1;
  const read = (): Milliseconds => {
    const now = Date.now();
    time += Math.max(0, now - machine) * speed;
    machine = now;
    return Math.floor(time);
  };
  return {
    maxAheadMs,
    read,
    speed: () => speed,
    setSpeed(next) {
      read();
      speed = next;
    },
  };
}
