import { now, type Chain } from '../chain/chain.ts';
import { argumentInvalid } from '../errors.ts';
import { checkKeys } from '../known-keys.ts';
import { type Milliseconds } from '../protocol/primitives.ts';
import { advanceTime } from './time-control.ts';

/** The time of a node, in the form that clients and planners take. Waiting for it costs no real time in a test. */
export interface NodeClock {
  /** Milliseconds since 1970. */
  readonly now: () => Milliseconds;
  /**
   * Waits for 0 milliseconds or more of the node's time. Rejects with the signal's reason if it is aborted.
   *
   * If the node follows the machine's clock (`startTime: 'wall-clock'`, or the mining mode `interval` or `mixed`), this
   * takes that long. Otherwise the node's clock advances immediately, and the promise resolves after the work that was
   * due before. An aborted wait does not advance the clock. Rejects with MockNodeError `ARGUMENT_INVALID` for an
   * invalid duration.
   */
  readonly sleep: (ms: Milliseconds, options?: { readonly signal?: AbortSignalLike }) => Promise<void>;
}

/** The part of an `AbortSignal` that a wait needs, the same as in `@coin/units`. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  readonly addEventListener: (type: 'abort', listener: () => void, options?: { readonly once?: boolean }) => void;
  readonly removeEventListener: (type: 'abort', listener: () => void) => void;
}

/** @internal */
export function createNodeClock(chain: Chain): NodeClock {
  return {
    now: () => now(chain),
    sleep: async (ms, options = {}) => {
      checkKeys('options', options, { signal: true }, '');
      if (!Number.isFinite(ms) || ms < 0) throw argumentInvalid('ms', ms, 'a number of 0 or more ms');
      const isReal = chain.wallClock !== undefined || 'intervalMs' in chain.mining;
      await wait(isReal ? ms / (chain.wallClock?.speed() ?? 1) : 0, options.signal);
      if (!isReal) advanceTime(chain, Math.ceil(ms));
    },
  };
}

/** The longest delay of a timer, about 24 days. A longer one fires immediately. */
const LONGEST_TIMER = 2 ** 31 - 1;

function wait(ms: Milliseconds, signal: AbortSignalLike | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    let timer: ReturnType<typeof setTimeout>;
    const waitFor = (left: Milliseconds): void => {
      timer = setTimeout(
        () => {
          if (left > LONGEST_TIMER) return waitFor(left - LONGEST_TIMER);
          signal?.removeEventListener('abort', stop);
          resolve();
        },
        Math.min(left, LONGEST_TIMER),
      );
    };
    waitFor(ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
