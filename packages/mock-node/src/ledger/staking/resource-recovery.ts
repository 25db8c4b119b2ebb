import { type Slot } from '../../protocol/primitives.ts';
import { type ResourceUse } from '../../state/records/account.ts';
import { type Division, wrappingDivision } from './resource-division.ts';

/** Slots over which used resources recover by default: a day. */
export const DEFAULT_WINDOW = 28_800n;
const SCALE = 1_000_000n;
const THOUSANDTHS = 1000n;

/**
 * How accounts store their windows. In thousandths of a slot if `getAllowCancelAllUnfreezeV2` is on, and in slots
 * before that. Before `getUnfreezeDelayDays`, not at all, and the default always applies.
 */
export type WindowForm = 'thousandths' | 'slots' | 'fixed';

interface Recovery {
  readonly usage: bigint;
  readonly time: Slot;
  readonly now: Slot;
  /** Slots. */
  readonly window: bigint;
  readonly division?: Division;
}

/** Current usage per slot, in millionths. Uses doubles, in the node's order. */
function recoveredAverage({ usage, time, now, window, division = wrappingDivision }: Recovery): bigint {
  if (usage === 0n) return 0n;
  const average = division.up(usage * SCALE, window);
  if (time === now) return average;
  const elapsed = BigInt(now - time);
  if (elapsed >= window) return 0n;
  return BigInt(Math.round(Number(average) * (Number(window - elapsed) / Number(window))));
}

/** The rest of a usage after a time, plus the amount added now. Source: docs/protocol/staking.md, Base recovery. */
export function recoverAverage({ added = 0n, ...recovery }: Recovery & { readonly added?: bigint }): bigint {
  const { window, division = wrappingDivision } = recovery;
  const left = recoveredAverage(recovery);
  const average = added === 0n ? left : left + division.up(added * SCALE, window);
  return average === 0n ? 0n : division.down(average * window, SCALE);
}

/** The same span twice, because the node rounds the two by different rules. */
export interface UsageWindow {
  readonly slots: bigint;
  readonly thousandths: bigint;
}

/** The number of slots over which a use recovers. Source: docs/protocol/staking.md, Reading the window. */
export function usageWindow({ window, windowOptimized }: Pick<ResourceUse, 'window' | 'windowOptimized'>): UsageWindow {
  if (window === 0n) return { slots: DEFAULT_WINDOW, thousandths: DEFAULT_WINDOW * THOUSANDTHS };
  if (!windowOptimized) return { slots: window, thousandths: window * THOUSANDTHS };
  return { slots: window < THOUSANDTHS ? DEFAULT_WINDOW : window / THOUSANDTHS, thousandths: window };
}

/** A use refreshed to now, before its window is set. */
function atNow(use: ResourceUse, usage: bigint, now: Slot): ResourceUse {
  const current = { ...use, usage, time: now };
  if (use.rounded === undefined || !isRecovered(use, now)) return current;
  const { rounded: _, ...exact } = current;
  return exact;
}

/** Whether nothing of a use is left, whatever its amount was. */
export const isRecovered = (use: ResourceUse, now: Slot): boolean => BigInt(now - use.time) >= usageWindow(use).slots;

const withWindow = (use: ResourceUse, form: 'thousandths' | 'slots', window: bigint): ResourceUse => ({
  ...use,
  window,
  windowOptimized: form === 'thousandths' || use.windowOptimized,
});

const withDefaultWindow = (use: ResourceUse, form: 'thousandths' | 'slots'): ResourceUse =>
  withWindow(use, form, form === 'thousandths' ? DEFAULT_WINDOW * THOUSANDTHS : DEFAULT_WINDOW);

const cappedAtDefault = (window: bigint): bigint => {
  const max = DEFAULT_WINDOW * THOUSANDTHS;
  return window < max ? window : max;
};

/**
 * Adds an amount, possibly 0, to the use of a staked resource after its recovery up to now. Old and new use then share
 * one window, weighted by the remaining amount of each.
 *
 * Source: docs/protocol/staking.md, Account increase.
 */
export function withAddedUsage(
  use: ResourceUse,
  amount: bigint,
  now: Slot,
  form: WindowForm,
  division = wrappingDivision,
): ResourceUse {
  if (form === 'fixed') {
    const recovery = { now, window: DEFAULT_WINDOW, division };
    const left = recoverAverage({ ...recovery, usage: use.usage, time: use.time });
    return atNow(use, recoverAverage({ ...recovery, usage: left, added: amount, time: now }), now);
  }
  const { slots: window, thousandths: exactWindow } = usageWindow(use);
  const average = recoveredAverage({ usage: use.usage, time: use.time, now, window, division });
  if (average === 0n && amount === 0n) return withDefaultWindow(atNow(use, 0n, now), form);
  const added = division.up(amount * SCALE, DEFAULT_WINDOW);
  const usage = division.down(average * window + added * DEFAULT_WINDOW, SCALE);
  const left = division.down(average * window, SCALE);
  const current = atNow(use, usage, now);
  if (left === 0n) return withDefaultWindow(current, form);
  const elapsed = BigInt(now - use.time);
  if (form === 'slots') {
    return withWindow(current, form, division.down(left * (window - elapsed) + amount * DEFAULT_WINDOW, usage));
  }
  const remaining = exactWindow - elapsed * THOUSANDTHS;
  const weighted = left * remaining + amount * DEFAULT_WINDOW * THOUSANDTHS;
  return withWindow(current, form, cappedAtDefault(division.up(weighted, usage)));
}

const notNegative = (value: bigint): bigint => (value < 0n ? 0n : value);

/**
 * Adds usage that an account acquires together with stake. The source's use must already be refreshed to now.
 *
 * Source: docs/protocol/staking.md, Owner takes over usage.
 */
export function withAcquiredUsage(
  owner: ResourceUse,
  {
    usage: transferred,
    source,
    now,
    form,
    division = wrappingDivision,
  }: { usage: bigint; source: ResourceUse; now: Slot; form: WindowForm; division?: Division },
): ResourceUse {
  const refreshed = withAddedUsage(owner, 0n, now, form, division);
  const unit = form === 'thousandths' ? 'thousandths' : 'slots';
  const usage = refreshed.usage + transferred;
  const rounded = refreshed.rounded ?? source.rounded;
  const current = { ...refreshed, usage, ...(rounded !== undefined && { rounded }) };
  if (usage === 0n) return withDefaultWindow(current, unit);
  const ownerWindow = notNegative(usageWindow(refreshed)[unit]);
  const giverWindow = notNegative(usageWindow(source)[unit]);
  const weighted = refreshed.usage * ownerWindow + transferred * giverWindow;
  const window = unit === 'slots' ? division.down(weighted, usage) : cappedAtDefault(division.up(weighted, usage));
  return withWindow(current, unit, window);
}
