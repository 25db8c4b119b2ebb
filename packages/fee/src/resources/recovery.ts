// The arithmetic by which a node lets resources recover. Source: docs/protocol/staking.md, "Resource arithmetic".

/** A day in slots of three seconds: the time in which use recovers, unless it has a window. */
const DAY = 28_800n;
/** Windows are in thousandths of a slot. */
const THOUSANDTHS = 1_000n;
export const DAY_WINDOW: bigint = DAY * THOUSANDTHS;
const PRECISION = 1_000_000n;

/** The use of a resource at its last change, and the time in which it recovers. */
export interface Use {
  readonly used: bigint;
  /** The slot of the last change. */
  readonly slot: number;
  /** Thousandths of a slot. */
  readonly window: bigint;
  /** Whether a node has let `used` recover and rounded it down. */
  readonly rounded?: boolean;
}

/** The use of a quota that always recovers in a day, such as free bandwidth. */
export type FreeUse = Omit<Use, 'window'>;

/** Half a millionth of a unit per slot, over a day: by how much the node rounds a use while it recovers. */
const ROUNDING = 15_000n;

const divideUp = (dividend: bigint, divisor: bigint): bigint =>
  dividend / divisor + (dividend % divisor > 0n ? 1n : 0n);
const notNegative = (value: bigint): bigint => (value < 0n ? 0n : value);

/** The window of the whole use, from the sum of its parts multiplied by their windows. */
export type AverageWindow = (weighted: bigint, used: bigint) => bigint;

/** Rounds a window as networks store it: up, and to at most a day. */
export function averageInThousandths(weighted: bigint, used: bigint): bigint {
  const window = divideUp(weighted, used);
  return window < DAY_WINDOW ? window : DAY_WINDOW;
}

/** Rounds a window as older networks store it: down to whole slots. */
export const averageInSlots: AverageWindow = (weighted, used) => (weighted / THOUSANDTHS / used) * THOUSANDTHS;

/** The window in whole slots; a window below one counts as a day. */
const windowSlots = (window: bigint): bigint => (window < THOUSANDTHS ? DAY : window / THOUSANDTHS);

/** The use per slot at a later slot, in millionths. It computes in doubles, in the node's order. */
function averageAt(used: bigint, { from, to, slots }: { from: number; to: number; slots: bigint }): bigint {
  const average = divideUp(used * PRECISION, slots);
  if (from === to) return average;
  const elapsed = BigInt(to - from);
  if (elapsed >= slots) return 0n;
  return BigInt(Math.round(Number(average) * (Number(slots - elapsed) / Number(slots))));
}

/** The most that may be left of a use whose stored value is at least `used` and less than a unit more. */
function mostUsedAt(used: bigint, { from, to, slots }: { from: number; to: number; slots: bigint }): bigint {
  const left = slots - BigInt(to - from);
  if (left <= 0n) return 0n;
  const most = ((((used + 1n) * PRECISION + ROUNDING) * left) / slots + ROUNDING) / PRECISION;
  return most < used ? most : used;
}

function leftAt({ used, slot, rounded = false }: FreeUse, slots: bigint, at: number): bigint {
  if (used === 0n) return 0n;
  const span = { from: slot, to: at, slots };
  return rounded ? mostUsedAt(used, span) : (averageAt(used, span) * slots) / PRECISION;
}

/** The part of the use of a staked resource that has not recovered at a slot. */
export const usedAt = (use: Use, at: number): bigint => leftAt(use, windowSlots(use.window), at);

/** The slot at which all of the use has recovered. */
export const recoveredSlot = ({ used, slot, window }: Use): number =>
  used === 0n ? slot : slot + Number(windowSlots(window));

/**
 * Adds an amount, possibly 0, to the use of a staked resource at a slot. Old and new use then share one window,
 * weighted by the rest of each.
 *
 * Source: docs/protocol/staking.md, "Account increase".
 */
export function addUse(use: Use, amount: bigint, at: number, average: AverageWindow): Use {
  const slots = windowSlots(use.window);
  const stored = use.rounded && use.used > 0n && at !== use.slot ? use.used + 1n : use.used;
  const perSlot = averageAt(stored, { from: use.slot, to: at, slots });
  const left = (perSlot * slots) / PRECISION;
  const used = (perSlot * slots + divideUp(amount * PRECISION, DAY) * DAY) / PRECISION;
  if (left === 0n) return { used, slot: at, window: DAY_WINDOW };
  const remaining = use.window - BigInt(at - use.slot) * THOUSANDTHS;
  // A window of 0 means that there is none, so a day counts.
  const window = average(left * remaining + amount * DAY_WINDOW, used) || DAY_WINDOW;
  return { used, slot: at, window };
}

/**
 * Adds use that an account takes over together with stake that returns to it. `source` is the use of the account that
 * had the stake, refreshed to that slot.
 *
 * Source: docs/protocol/staking.md, "Owner takes over usage".
 */
export function takeOverUse(
  owner: Use,
  { amount, source, at, average }: { amount: bigint; source: Use; at: number; average: AverageWindow },
): Use {
  const refreshed = addUse(owner, 0n, at, average);
  const used = refreshed.used + amount;
  const weighted = refreshed.used * notNegative(refreshed.window) + amount * notNegative(source.window);
  return { used, slot: at, window: (used && average(weighted, used)) || DAY_WINDOW };
}

/** The part of the use that has not recovered, of a quota that always recovers in a day, such as free bandwidth. */
export const quotaUsedAt = (use: FreeUse, at: number): bigint => leftAt(use, DAY, at);
