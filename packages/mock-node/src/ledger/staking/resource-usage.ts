import { type Slot } from '../../protocol/primitives.ts';
import { type Account, type ResourceUse } from '../../state/records/account.ts';
import { type Asset, type AssetUse } from '../../state/records/asset.ts';
import { type State } from '../../state/root.ts';
import { noteUnknown } from '../../state/unknowns.ts';
import { divisionOf } from './resource-division.ts';
import {
  DEFAULT_WINDOW,
  isRecovered,
  withAddedUsage,
  recoverAverage,
  withAcquiredUsage,
  usageWindow,
} from './resource-recovery.ts';
import { isStakingV2, windowForm } from './staking-version.ts';

/**
 * The rest of a staked resource's use at a slot, without changing the window. Source: docs/protocol/staking.md, Where
 * each is used.
 */
export function recoveredUsage(state: State, use: ResourceUse, now: Slot): bigint {
  noteRounded(state, use, now);
  const window = isStakingV2(state) ? usageWindow(use).slots : DEFAULT_WINDOW;
  return recoverAverage({ usage: use.usage, time: use.time, now, window, division: divisionOf(state) });
}

/** Adds to the use of a staked resource, after its recovery. Source: docs/protocol/staking.md, Account increase. */
export function increaseUsage(state: State, use: ResourceUse, amount: bigint, now: Slot): ResourceUse {
  noteRounded(state, use, now);
  return withAddedUsage(use, amount, now, windowForm(state), divisionOf(state));
}

/** Brings the use of a staked resource up to a slot. Source: docs/protocol/staking.md, Account increase. */
export const refreshUsage = (state: State, use: ResourceUse, now: Slot): ResourceUse =>
  increaseUsage(state, use, 0n, now);

/**
 * Adds usage that an account acquires together with stake. Source: docs/protocol/staking.md, Owner takes over usage.
 */
export const acquireUsage = (
  state: State,
  owner: ResourceUse,
  { usage, source, now }: { readonly usage: bigint; readonly source: ResourceUse; readonly now: Slot },
): ResourceUse => {
  noteRounded(state, owner, now);
  const division = divisionOf(state);
  return withAcquiredUsage(owner, { usage, source, now, form: windowForm(state), division });
};

/** Notes on a fork that a use is only known approximately, unless it has recovered. */
function noteRounded(state: State, use: ResourceUse, now: Slot): void {
  if (use.rounded !== undefined && !isRecovered(use, now)) noteUnknown(state, use.rounded);
}

/** The rest of an account's use of its free quota. */
export function freeUsage(state: State, account: Account, now: Slot): bigint {
  const { freeNetUsage: usage, latestConsumeFreeTime: time, freeNetRounded: rounded } = account;
  return quotaUsage(state, { usage, time, rounded }, now);
}

/** The rest of a use of a quota, such as the bandwidth of a token. */
export function quotaUsage(state: State, { usage, time, rounded }: AssetUse, now: Slot): bigint {
  if (BigInt(now - time) < DEFAULT_WINDOW) noteUnknown(state, rounded);
  return recoverQuota(state, { usage, time }, now);
}

/** The rest of the use of a token's bandwidth by all its senders. */
export function publicAssetUsage(state: State, asset: Asset, now: Slot): bigint {
  const { public_free_asset_net_usage: usage, public_latest_free_net_time: time, rounded } = asset;
  return quotaUsage(state, { usage, time: Number(time), rounded }, now);
}

/**
 * The rest of a free or public quota's use, which recovers over a day. Source: docs/protocol/staking.md, Base recovery.
 */
export const recoverQuota = (
  state: State,
  { usage, time }: { readonly usage: bigint; readonly time: Slot },
  now: Slot,
): bigint => recoverAverage({ usage, time, now, window: DEFAULT_WINDOW, division: divisionOf(state) });
