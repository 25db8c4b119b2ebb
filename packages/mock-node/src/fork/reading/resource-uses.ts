import {
  DEFAULT_WINDOW,
  recoverAverage,
  usageWindow,
  type WindowForm,
} from '../../ledger/staking/resource-recovery.ts';
import { type Slot } from '../../protocol/primitives.ts';
import { type ResourceUse } from '../../state/records/account.ts';

/** Usage as a node shows it: recovered up to the head, with the time of the last use. */
export interface ShownUse {
  readonly usage: bigint;
  readonly time: Slot;
  readonly window: bigint;
  readonly windowOptimized: boolean;
}

/** Usage as the node stores it, reconstructed from what it shows. */
export interface StoredUse {
  readonly use: ResourceUse;
  /** Other stored amounts would look the same, so later amounts may differ by 1. */
  readonly isRounded: boolean;
}

/**
 * Reconstructs the stored form of usage that was recovered for the answer. The window is exact. Several amounts give
 * the same answer; this returns one in the middle, because they lead to amounts that differ by at most 1.
 *
 * Source: docs/protocol/staking.md, Account increase.
 *
 * @param now - the slot of the head for which the answer was made.
 */
export function storedUse(shown: ShownUse, now: Slot, form: WindowForm): StoredUse {
  const { usage, windowOptimized } = shown;
  const time = Math.min(shown.time, now);
  if (usage === 0n || time === now) return { use: { ...shown, time }, isRounded: false };
  const elapsed = BigInt(now - time);
  // Recovery has shortened the window shown by the time elapsed.
  const window = form === 'fixed' ? shown.window : shown.window + elapsed * (windowOptimized ? 1000n : 1n);
  const slots = form === 'fixed' ? DEFAULT_WINDOW : usageWindow({ window, windowOptimized }).slots;
  const stored = usageBefore(usage, { time, now, window: slots });
  return { use: { usage: stored.usage, time, window, windowOptimized }, isRounded: stored.isRounded };
}

interface Recovery {
  readonly time: Slot;
  readonly now: Slot;
  /** Slots. */
  readonly window: bigint;
}

/** Finds the amount that recovers to this one. */
export function usageBefore(
  left: bigint,
  { time, now, window }: Recovery,
): { readonly usage: bigint; readonly isRounded: boolean } {
  if (left === 0n || time === now) return { usage: left, isRounded: false };
  const remaining = window - BigInt(now - time);
  if (remaining <= 0n) return { usage: left, isRounded: false };
  const leftOf = (usage: bigint): bigint => recoverAverage({ usage, time, now, window });
  const high = ((left + 2n) * window) / remaining + 2n;
  const first = lowest(left, high, (usage) => leftOf(usage) >= left);
  const next = lowest(first, high, (usage) => leftOf(usage) > left);
  return { usage: (first + next - 1n) / 2n, isRounded: next - first > 1n };
}

/** The lowest number for which a condition holds that also holds for all higher numbers. */
function lowest(from: bigint, to: bigint, holds: (value: bigint) => boolean): bigint {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (holds(middle)) high = middle;
    else low = middle + 1n;
  }
  return low;
}
