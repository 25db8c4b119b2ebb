import { type Milliseconds } from '../protocol/primitives.ts';

/** The record a fork is reading during a slow operation. */
export interface ForkProgress {
  /** Describes the record being read now. */
  readonly record: string;
  /** Requests sent to the network so far. */
  readonly requests: number;
}

/** Waits shorter than this need no explanation. */
const INTERVAL: Milliseconds = 1000;

/** Reports the record being read once a second, until stopped. */
export function watchProgress(tell: (record: string) => void): {
  readonly reads: (record: string) => void;
  readonly stop: () => void;
} {
  let timer: ReturnType<typeof setInterval> | undefined;
  let reading = '';
  return {
    reads: (record) => {
      reading = record;
      timer ??= setInterval(() => tell(reading), INTERVAL);
    },
    stop: () => clearInterval(timer),
  };
}
