import { now, type Chain } from '../chain/chain.ts';
import { type MiningMode } from '../chain/mining-mode.ts';
import { type Controls } from '../control/controls.ts';
import { firstSlotFrom } from '../control/time-control.ts';
import { type JsonValue } from '../json/json-value.ts';
import { invalidParams } from '../jsonrpc/envelope/failures.ts';
import { type Milliseconds } from '../protocol/primitives.ts';
import { BLOCK_INTERVAL_MS, MAX_TIME } from '../protocol/time.ts';
import { headTime } from '../state/accessors/blocks.ts';
import { createState } from '../state/root.ts';
import { type EthereumTools } from './ethereum-tools.ts';
import { readCount } from './read-parameters.ts';

interface BlockContext {
  readonly tools: EthereumTools;
  readonly chain: Chain;
  readonly controls: Controls;
}

/** As many as `mine` produces. */
const MAX_BLOCKS = 1_000_000;
/** The first slot at a time or after it is at most three slots later. */
const LAST_TIMESTAMP = (MAX_TIME - 3 * BLOCK_INTERVAL_MS) / 1000;

const headTimeOf = ({ chain }: BlockContext): Milliseconds => headTime(createState(chain.ledger.head));

/** Sets the time of the next block, in seconds. A time between two slots becomes the later one. */
export function setNextBlockTimestamp(context: BlockContext, timestamp: JsonValue): void {
  const time = 1000 * readCount('timestamp', timestamp, LAST_TIMESTAMP);
  const head = headTimeOf(context);
  if (time <= head) throw invalidParams(`timestamp must be above ${head / 1000}, the time of the head block`);
  context.controls.setNextBlockTime(firstSlotFrom(context.chain, time));
}

/** Advances the clock. The next block's time is at least this many seconds after the clock and the head block. */
export function increaseTime(context: BlockContext, seconds: JsonValue): string {
  const { chain, controls } = context;
  const start = Math.max(now(chain), headTimeOf(context));
  const by = readCount('seconds', seconds, LAST_TIMESTAMP - Math.ceil(start / 1000));
  controls.advanceTime(Math.max(0, firstSlotFrom(chain, start + 1000 * by) - now(chain)));
  return `0x${by.toString(16)}`;
}

/** Advances the clock to a time, in seconds. Returns how many seconds that took. */
export function setTime({ chain, controls }: BlockContext, timestamp: JsonValue): number {
  const time = 1000 * readCount('timestamp', timestamp, LAST_TIMESTAMP);
  const by = time - now(chain);
  // A second has passed when the clock is read in whole seconds.
  if (by <= -1000) throw invalidParams(`timestamp must be at least ${Math.floor(now(chain) / 1000)}, the node's time`);
  controls.advanceTime(Math.max(0, by));
  return Math.floor(Math.max(0, by) / 1000);
}

/**
 * Produces blocks that are `interval` seconds apart, or the next slots if that is less. The first block of Anvil is
 * that long after the head too, that of Hardhat in the next slot.
 */
export function mineBlocks(context: BlockContext, blocks: JsonValue, interval: JsonValue): void {
  const { chain, controls, tools } = context;
  const count = blocks === null ? 1 : readCount('blocks', blocks, MAX_BLOCKS);
  const room = LAST_TIMESTAMP - Math.ceil(Math.max(now(chain), headTimeOf(context)) / 1000);
  const apart = interval === null ? 0 : readCount('interval', interval, Math.floor(room / Math.max(1, count)));
  for (let made = 0; made < count; made++) {
    const isApart = apart > 0 && (made > 0 || tools === 'anvil');
    if (isApart) controls.setNextBlockTime(firstSlotFrom(chain, headTimeOf(context) + 1000 * apart));
    controls.mine();
  }
}

/** Whether each transaction immediately gets a block. */
export const isAutomining = ({ chain }: BlockContext): boolean =>
  chain.mining.kind === 'instant' || chain.mining.kind === 'mixed';

/** Changes when blocks are produced. 0 as an interval ends it. */
export function changeMining(
  context: BlockContext,
  change: { readonly isAutomining?: boolean; readonly intervalMs?: Milliseconds },
): void {
  const { mining } = context.chain;
  const current = 'intervalMs' in mining ? mining.intervalMs : 0;
  context.controls.setMining(miningMode(change.isAutomining ?? isAutomining(context), change.intervalMs ?? current));
}

function miningMode(isInstant: boolean, intervalMs: Milliseconds): MiningMode {
  if (intervalMs === 0) return { kind: isInstant ? 'instant' : 'manual' };
  return { kind: isInstant ? 'mixed' : 'interval', intervalMs };
}
