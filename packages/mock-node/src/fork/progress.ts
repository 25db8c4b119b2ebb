import { type Milliseconds } from '../protocol/primitives.ts';

/** What a fork is reading, while it takes long. */
export interface ForkProgress {
  /** What is read now, in words. */
  readonly piece: string;
  /** Requests to the network so far. */
  readonly requests: number;
}

/** Decision: whoever waits for a second wants to know what for. */
const INTERVAL: Milliseconds = 1000;

/** Tells once a second what is read, until it is stopped. */
export function watchProgress(tell: (piece: string) => void): {
  readonly reads: (piece: string) => void;
  readonly stop: () => void;
} {
  let timer: ReturnType<typeof setInterval> | undefined;
  let reading = '';
  return {
    reads: (piece) => {
      reading = piece;
      timer ??= setInterval(() => tell(reading), INTERVAL);
    },
    stop: () => clearInterval(timer),
  };
}
