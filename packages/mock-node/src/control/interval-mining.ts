import { advanceClock, now, type Chain } from '../chain/chain.ts';
import { type MiningMode } from '../chain/mining-mode.ts';
import { earliestBlockTime, mineBlock, waitForSlot } from '../chain/produce-block.ts';
import { type WallClock } from '../chain/wall-clock.ts';
import { argumentInvalid } from '../errors.ts';
import { checkKeys, type KnownKeys } from '../known-keys.ts';
import { type Milliseconds } from '../protocol/primitives.ts';
import { BLOCK_INTERVAL_MS } from '../protocol/time.ts';

/** Node.js can keep a timer from holding the process open; a browser's timer is a number. */
type Timer = ReturnType<typeof setTimeout> & { unref?: () => void };

/** Changes when blocks are produced. */
export interface Mining {
  /** @throws MockNodeError `ARGUMENT_INVALID` */
  readonly set: (mode: MiningMode) => void;
  readonly stop: () => void;
}

/**
 * Produces blocks in a chain's mining mode. Under wall clock, blocks take the slots that the machine's clock reaches.
 * Otherwise the modes with an interval advance the node's clock by the time that passes on the machine's. `perform`
 * runs the work of a timer. Everything else depends only on the requests.
 */
export function createMining(
  chain: Chain,
  perform: (operation: () => void) => void = (operation) => operation(),
): Mining {
  const interval = createTimer();
  const pending = createTimer();

  const startTestTime = (intervalMs: Milliseconds): void => {
    let last = Date.now();
    interval.repeat(() => {
      const time = Date.now();
      const elapsed = Math.max(0, time - last);
      last = time;
      perform(() => {
        advanceClock(chain, now(chain) + elapsed);
        mineBlock(chain);
      });
    }, intervalMs);
  };

  const startWallClock = (wallClock: WallClock, intervalMs: Milliseconds): void => {
    // Blocks are three seconds apart. For faster blocks, the node's time passes faster.
    wallClock.setSpeed(Math.max(1, BLOCK_INTERVAL_MS / intervalMs));
    const step = Math.max(intervalMs, BLOCK_INTERVAL_MS);
    let due = nextSlot(chain);
    const mine = (): void => {
      const isDue = now(chain) >= due;
      if (isDue) due += step * Math.max(1, Math.ceil((now(chain) + 1 - due) / step));
      interval.set(mine, (due - now(chain)) / wallClock.speed());
      if (isDue)
        perform(() => {
          if (earliestBlockTime(chain) <= now(chain)) mineBlock(chain);
        });
    };
    mine();
  };

  const minePending = (): void => {
    if (chain.ledger.pending === undefined || !isInstant(chain.mining)) return;
    const wait = waitForSlot(chain);
    if (wait > 0) chain.mineLater(wait);
    else perform(() => void mineBlock(chain));
  };
  chain.mineLater = (ms) => {
    if (chain.wallClock !== undefined) pending.set(minePending, ms / chain.wallClock.speed());
  };

  const stop = (): void => {
    interval.clear();
    pending.clear();
  };
  const set = (given: MiningMode): void => {
    const mode = checkMiningMode(given);
    stop();
    chain.mining = mode;
    const { wallClock } = chain;
    wallClock?.setSpeed(1);
    if ('intervalMs' in mode)
      if (wallClock === undefined) startTestTime(mode.intervalMs);
      else startWallClock(wallClock, mode.intervalMs);
    if (chain.ledger.pending !== undefined) chain.mineLater(0);
  };
  set(chain.mining);
  return { set, stop };
}

const isInstant = ({ kind }: MiningMode): boolean => kind === 'instant' || kind === 'mixed';

/** The first slot in the future. */
function nextSlot(chain: Chain): Milliseconds {
  const first = earliestBlockTime(chain);
  const missed = Math.max(0, Math.floor((now(chain) - first) / BLOCK_INTERVAL_MS) + 1);
  return first + missed * BLOCK_INTERVAL_MS;
}

/** Runs one timer at a time, without keeping the process alive. */
function createTimer() {
  let timer: Timer | undefined;
  const clear = (): void => clearTimeout(timer);
  return {
    clear,
    set(run: () => void, ms: Milliseconds): void {
      clear();
      timer = setTimeout(run, Math.min(Math.max(1, Math.ceil(ms)), LONGEST_TIMER));
      timer.unref?.();
    },
    repeat(run: () => void, ms: Milliseconds): void {
      clear();
      timer = setInterval(run, ms);
      timer.unref?.();
    },
  };
}

/** The longest delay of a timer, about 24 days. A longer one fires immediately. */
const LONGEST_TIMER = 2 ** 31 - 1;

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
      if (!(mining.intervalMs >= 1 && mining.intervalMs <= LONGEST_TIMER))
        throw argumentInvalid('mining.intervalMs', mining.intervalMs, `a number from 1 to ${LONGEST_TIMER} ms`);
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
