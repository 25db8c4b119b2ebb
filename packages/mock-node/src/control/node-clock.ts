import { now, type Chain } from '../chain/chain.ts';
import { argumentInvalid, rejectUnusable } from '../errors.ts';
import { checkKeys } from '../known-keys.ts';
import { type Milliseconds } from '../protocol/primitives.ts';
import { advanceTime } from './time-control.ts';

/**
 * The time of a node, in the shape that clients and planners take.
 *
 * Source: Decision: whoever waits in a test waits in the node's time, which costs no real time.
 */
export interface NodeClock {
  /** Milliseconds since 1970. */
  readonly now: () => Milliseconds;
  /**
   * Waits for 0 milliseconds or more of the node's time. If it follows the machine's clock (`startTime:
   * 'wall-clock'`, or the mining mode `interval` or `mixed`), this takes as long. Otherwise the node's clock advances
   * immediately, and the promise resolves after the work that was due before.
   * Rejects with the signal's reason if it is aborted, and then advances nothing. Rejects with MockNodeError
   * `ARGUMENT_INVALID` for a duration or a signal that it cannot use.
   */
  readonly sleep: (ms: Milliseconds, options?: { readonly signal?: AbortSignalLike }) => Promise<void>;
}

/** The part of an `AbortSignal` that a wait needs: the same shape as in `@coin/units`. */
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
      const signal = rejectUnusable('options', () => {
        checkKeys('options', options, { signal: true }, '');
        return readSignal(options.signal);
      });
      if (!Number.isFinite(ms) || ms < 0) throw argumentInvalid('ms', ms, { type: 'a number', min: 0, unit: 'ms' });
      const isReal = chain.wallClock !== undefined || 'intervalMs' in chain.mining;
      await wait(isReal ? ms / (chain.wallClock?.speed() ?? 1) : 0, signal);
      if (!isReal) advanceTime(chain, Math.ceil(ms));
    },
  };
}

function readSignal(signal: AbortSignalLike | undefined): AbortSignalLike | undefined {
  if (signal === undefined) return undefined;
  if (typeof signal.addEventListener !== 'function' || typeof signal.removeEventListener !== 'function')
    throw argumentInvalid('signal', signal, 'an abort signal');
  return signal;
}

/** The largest delay of a timer, about 24 days: a larger one fires immediately. */
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
