import { type Chain } from '../chain/chain.ts';
import { mustBe, invalidArgument, refuseUnusable } from '../errors.ts';
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
   * Waits for 0 milliseconds or more. Where blocks follow the machine's clock (the modes `interval` and `mixed`) this
   * takes as long; otherwise the node's clock is advanced at once, and the promise resolves after what was due before.
   * Rejects with the signal's reason if it is aborted, and then advances nothing. Rejects with MockNodeError
   * `ARGUMENT_INVALID` for a duration or a signal that it cannot use.
   */
  readonly sleep: (milliseconds: Milliseconds, options?: { readonly signal?: SleepSignal }) => Promise<void>;
}

/** The part of an `AbortSignal` that a wait needs. */
export interface SleepSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  readonly addEventListener: (type: 'abort', listener: () => void, options?: { readonly once?: boolean }) => void;
  readonly removeEventListener: (type: 'abort', listener: () => void) => void;
}

/** @internal */
export function createNodeClock(chain: Chain): NodeClock {
  return {
    now: () => chain.ledger.clock,
    sleep: async (milliseconds, options = {}) => {
      const signal = refuseUnusable('options', () => readSignal(options.signal));
      if (!Number.isFinite(milliseconds) || milliseconds < 0)
        invalidArgument('milliseconds', mustBe('a number of 0 or more', milliseconds));
      const isReal = 'interval' in chain.mining;
      await wait(isReal ? milliseconds : 0, signal);
      if (!isReal) advanceTime(chain, Math.ceil(milliseconds));
    },
  };
}

function readSignal(signal: SleepSignal | undefined): SleepSignal | undefined {
  if (signal === undefined) return undefined;
  if (typeof signal.addEventListener !== 'function' || typeof signal.removeEventListener !== 'function')
    invalidArgument('signal', mustBe('an abort signal', signal));
  return signal;
}

function wait(milliseconds: Milliseconds, signal: SleepSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
