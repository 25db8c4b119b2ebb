import { now, type Chain } from '../chain/chain.ts';
import { type MiningMode } from '../chain/mining-mode.ts';
import { type Controls } from '../control/controls.ts';
import { firstSlotFrom } from '../control/time-control.ts';
import { type JsonValue } from '../json/json-value.ts';
import { invalidParams } from '../jsonrpc/envelope/failures.ts';
import { type Milliseconds } from '../protocol/primitives.ts';
import { headTime } from '../state/accessors/blocks.ts';
import { createState } from '../state/root.ts';
import { readCount } from './read-parameters.ts';

interface BlockContext {
  readonly chain: Chain;
  readonly controls: Controls;
}

/** Keeps a request within a few seconds, as `/admin/mine` does. */
const MAX_BLOCKS = 10_000;

const headTimeOf = ({ chain }: BlockContext): Milliseconds => headTime(createState(chain.ledger.head));

/** Sets the time of the next block, in seconds. A time between two slots becomes the later one. */
export function setNextBlockTimestamp(context: BlockContext, timestamp: JsonValue): void {
  const time = 1000 * readCount('timestamp', timestamp);
  const head = headTimeOf(context);
  if (time <= head) throw invalidParams(`timestamp must be above ${head / 1000}, the time of the head block`);
  context.controls.setNextBlockTime(firstSlotFrom(context.chain, time));
}

/** Advances the clock. The next block's time is at least this many seconds after the clock and the head block. */
export function increaseTime(context: BlockContext, seconds: JsonValue): string {
  const { chain, controls } = context;
  const by = readCount('seconds', seconds);
  const start = Math.max(now(chain), headTimeOf(context));
  controls.advanceTime(Math.max(0, firstSlotFrom(chain, start + 1000 * by) - now(chain)));
  return `0x${by.toString(16)}`;
}

/** Produces blocks that are `interval` seconds apart, or the next slots if that is less. */
export function mineBlocks(context: BlockContext, blocks: JsonValue, interval: JsonValue): void {
  const count = blocks === null ? 1 : readCount('blocks', blocks);
  const apart = 1000 * (interval === null ? 0 : readCount('interval', interval));
  if (count > MAX_BLOCKS) throw invalidParams(`blocks must be at most ${MAX_BLOCKS}`);
  for (let made = 0; made < count; made++) {
    if (made > 0 && apart > 0)
      context.controls.setNextBlockTime(firstSlotFrom(context.chain, headTimeOf(context) + apart));
    context.controls.mine();
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
