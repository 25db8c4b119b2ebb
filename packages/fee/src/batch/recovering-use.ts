import { type Quota } from '@coin/units';
import { averageInThousandths, DAY_WINDOW, quotaUsedAt, type Use, usedAt, addUse } from '../resources/recovery.ts';

/** How much of a resource is used, and over what time that recovers; slots are counted from the head block. */
export interface RecoveringUse extends Use {
  readonly limit: bigint;
  /** By how much `used` may be too low once it recovers: a node rounds an answer down, and recovers what it stored. */
  readonly roundedDown: bigint;
}

/** The use that an answer states; a day's window, because none is stated, is the longest there is. */
export const useFromQuota = ({ used, limit }: Quota): RecoveringUse => ({
  limit,
  used,
  slot: 0,
  window: DAY_WINDOW,
  roundedDown: used > 0n ? 1n : 0n,
});

/** The most that may have been stored, if it recovers until a slot. */
const assumeStoredUse = (use: RecoveringUse, slot: number): Use =>
  slot === use.slot ? use : { ...use, used: use.used + use.roundedDown };

/** The rest of the resource at a slot. */
export function leftAt(use: RecoveringUse, slot: number): bigint {
  const used = usedAt(assumeStoredUse(use, slot), slot);
  return used < use.limit ? use.limit - used : 0n;
}

/** Adds to the use of staked bandwidth or energy: old and new then recover together, over a weighted window. */
export const addStakeUse = (use: RecoveringUse, amount: bigint, slot: number): RecoveringUse => ({
  ...addUse(assumeStoredUse(use, slot), amount, slot, averageInThousandths),
  limit: use.limit,
  roundedDown: 0n,
});

/** Adds to the use of free bandwidth, which always recovers over a day. */
export const addFreeUse = (use: RecoveringUse, amount: bigint, slot: number): RecoveringUse => ({
  ...use,
  used: quotaUsedAt(assumeStoredUse(use, slot), slot) + amount,
  slot,
  roundedDown: 0n,
});
