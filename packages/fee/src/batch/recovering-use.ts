import { min } from '../bigint-math.ts';
import { type Quota } from '../planner/source/energy-source.ts';

// The arithmetic of a node. Source: docs/protocol/staking.md, "Resource arithmetic".

/** A day, over which what is used recovers, in slots of three seconds. */
const DAY = 28_800n;
/** Windows are in thousandths of a slot. */
const THOUSANDTHS = 1_000n;
const PRECISION = 1_000_000n;

/** How much of a resource is used, and over what time that recovers. */
export interface RecoveringUse {
  readonly limit: bigint;
  readonly used: bigint;
  /** The slot that `used` is of, counted from the head block when the batch was planned. */
  readonly slot: number;
  /** Thousandths of a slot. */
  readonly window: bigint;
  /** By how much `used` may be too low once it recovers: a node rounds an answer down, and recovers what it stored. */
  readonly roundedDown: bigint;
}

const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;

/** The use that an answer states; a day's window, because none is stated, is the longest there is. */
export const useFromQuota = ({ used, limit }: Quota): RecoveringUse => ({
  limit,
  used,
  slot: 0,
  window: DAY * THOUSANDTHS,
  roundedDown: used > 0n ? 1n : 0n,
});

/** Use per slot, in millionths, and the window in slots that it is spread over. */
function recover(use: RecoveringUse, slot: number): [average: bigint, window: bigint] {
  const window = use.window / THOUSANDTHS;
  const elapsed = BigInt(slot - use.slot);
  if (elapsed === 0n) return [divideUp(use.used * PRECISION, window), window];
  if (elapsed >= window) return [0n, window];
  const average = divideUp((use.used + use.roundedDown) * PRECISION, window);
  return [BigInt(Math.round(Number(average) * (Number(window - elapsed) / Number(window)))), window];
}

/** What is left of the resource at a slot. */
export function leftAt(use: RecoveringUse, slot: number): bigint {
  const [average, window] = recover(use, slot);
  const used = (average * window) / PRECISION;
  return used < use.limit ? use.limit - used : 0n;
}

/** Adds to the use of staked bandwidth or energy: old and new then recover together, over a weighted window. */
export function withStakeUsed(use: RecoveringUse, amount: bigint, slot: number): RecoveringUse {
  const [average, slots] = recover(use, slot);
  const used = (average * slots + divideUp(amount * PRECISION, DAY) * DAY) / PRECISION;
  const rest = (average * slots) / PRECISION;
  const remaining = use.window - BigInt(slot - use.slot) * THOUSANDTHS;
  const merged = (weight: bigint) => min(divideUp(rest * remaining + weight, used), DAY * THOUSANDTHS);
  const window = rest === 0n ? DAY * THOUSANDTHS : merged(amount * DAY * THOUSANDTHS);
  return { ...use, used, slot, window, roundedDown: 0n };
}

/** Adds to the use of free bandwidth, which always recovers over a day. */
export function withFreeUsed(use: RecoveringUse, amount: bigint, slot: number): RecoveringUse {
  const used = use.limit - leftAt(use, slot) + amount;
  return { ...use, used, slot, roundedDown: 0n };
}
