import { advanceClock, type Chain } from '../chain/chain.ts';
import { type MiningMode } from '../chain/mining-mode.ts';
import { mineBlock } from '../chain/produce-block.ts';
import { argumentInvalid } from '../errors.ts';
import { checkKeys, type KnownKeys } from '../known-keys.ts';
import { type Milliseconds } from '../protocol/primitives.ts';

/** A timer of Node.js can be told not to keep the process alive; a browser's is a number. */
type Timer = ReturnType<typeof setInterval> & { unref?: () => void };

/** Changes when blocks are made. */
export interface Mining {
  /** @throws MockNodeError `ARGUMENT_INVALID` */
  readonly set: (mode: MiningMode) => void;
  readonly stop: () => void;
}

/**
 * Makes blocks as a chain's mining mode says. In the modes with an interval the node's clock keeps step with the
 * machine's: the only place where it is read while a node runs. `perform` runs what a timer does.
 *
 * Source: Decision: everything else depends on the requests alone.
 */
export function createMining(
  chain: Chain,
  perform: (operation: () => void) => void = (operation) => operation(),
): Mining {
  let timer: Timer | undefined;
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const start = (interval: Milliseconds): void => {
    let last = Date.now();
    timer = setInterval(() => {
      const now = Date.now();
      const elapsed = Math.max(0, now - last);
      last = now;
      perform(() => {
        advanceClock(chain, chain.ledger.clock + elapsed);
        mineBlock(chain);
      });
    }, interval);
    timer.unref?.();
  };
  const set = (given: MiningMode): void => {
    const mode = checkMiningMode(given);
    stop();
    chain.mining = mode;
    if ('intervalMs' in mode) start(mode.intervalMs);
  };
  set(chain.mining);
  return { set, stop };
}

/** The largest delay of a timer, about 24 days: a larger one would fire at once. */
const MAX_INTERVAL = 2 ** 31 - 1;

const kindKeys = { kind: true };
const intervalKeys: KnownKeys<Extract<MiningMode, { readonly intervalMs: Milliseconds }>> = {
  kind: true,
  intervalMs: true,
};

/** @throws MockNodeError `ARGUMENT_INVALID` */
export function checkMiningMode(mining: MiningMode): MiningMode {
  switch (mining.kind) {
    case 'instant':
    case 'manual':
      checkKeys('mining', mining, kindKeys);
      return mining;
    case 'interval':
    case 'mixed':
      if (!(mining.intervalMs >= 1 && mining.intervalMs <= MAX_INTERVAL)) {
        throw argumentInvalid('mining.intervalMs', mining.intervalMs, {
          type: 'a number',
          min: 1,
          max: MAX_INTERVAL,
          unit: 'ms',
        });
      }
      checkKeys('mining', mining, intervalKeys);
      return mining;
    default:
      throw argumentInvalid(
        'mining.kind',
        (mining as { readonly kind?: unknown }).kind,
        'instant, manual, interval or mixed',
      );
  }
}
