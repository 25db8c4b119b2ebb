import type { Milliseconds } from '../protocol/primitives.ts';
import type { Chain, MiningMode } from '../chain/chain.ts';
import { advanceClock } from '../chain/chain.ts';
import { mineBlock } from '../chain/produce-block.ts';

/** A timer of Node.js can be told not to keep the process alive; a browser's is a number. */
type Timer = ReturnType<typeof setInterval> & { unref?: () => void };

/** Changes when blocks are made. */
export interface Mining {
  readonly set: (mode: MiningMode) => void;
  readonly stop: () => void;
}

/**
 * Makes blocks as a chain's mining mode has it. In the modes with an interval the node's clock keeps step with the
 * machine's: the only place where it is read while a node runs.
 *
 * Source: Decision: everything else depends on nothing but what was asked of the node.
 */
export function createMining(chain: Chain): Mining {
  let timer: Timer | undefined;
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const start = (interval: Milliseconds): void => {
    let last = Date.now();
    timer = setInterval(() => {
      const now = Date.now();
      advanceClock(chain, chain.ledger.clock + Math.max(0, now - last));
      last = now;
      mineBlock(chain);
    }, interval);
    timer.unref?.();
  };
  const set = (mode: MiningMode): void => {
    stop();
    chain.mining = mode;
    if ('interval' in mode) start(mode.interval);
  };
  set(chain.mining);
  return { set, stop };
}
