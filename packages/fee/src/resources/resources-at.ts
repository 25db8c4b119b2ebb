import { type OwnerResources } from '@coin/units';
import {
  type AccountState,
  type NetworkRules,
  readAccount,
  readNetwork,
  type ResourceRules,
  type StakeState,
} from './account-state.ts';
import { callEnergyLeft, delegatableStake, subtractUse, computeLimit } from './limits.ts';
import { quotaUsedAt, recoveredSlot, usedAt } from './recovery.ts';
import { type ResourceAccount, type ResourceNetwork } from './resource-ledger.ts';

/** A staked resource of an account at some time, in units of energy or bytes. */
export interface StakedResourceAt {
  /** The daily amount that its stake yields. */
  readonly limit: bigint;
  /** The amount that is used and has not recovered yet. */
  readonly used: bigint;
  /** The time at which `used` has recovered, if nothing more is used, in milliseconds since 1970. */
  readonly recoveredAt: number;
  /** The own stake that could be delegated, in small units, without the stake behind `used`. */
  readonly delegatable: bigint;
}

/** The resources of an account at some time. */
export interface ResourcesAt {
  readonly energy: StakedResourceAt;
  readonly bandwidth: StakedResourceAt;
  /** In bytes. */
  readonly freeBandwidth: { readonly limit: bigint; readonly used: bigint };
  /**
   * The resources that are left, in the form that `expectedFee` takes. Contract calls can use only the energy of whole
   * coins of stake, so it may be less than `limit` minus `used` of the energy.
   */
  readonly owner: OwnerResources;
}

const resourceAt = ({
  state,
  network,
  slot,
  timeOf,
}: {
  state: StakeState;
  network: ResourceRules;
  slot: number;
  timeOf: NetworkRules['timeOf'];
}): StakedResourceAt => ({
  limit: computeLimit(state, network),
  used: usedAt(state.use, slot),
  recoveredAt: timeOf(recoveredSlot(state.use)),
  delegatable: delegatableStake(state, network, slot),
});

/** The resources that an account has left at a slot. */
export const ownerAt = (account: AccountState, rules: NetworkRules, slot: number): OwnerResources => ({
  energy: callEnergyLeft(account, rules.energy, slot),
  stakedBandwidth: Number(
    subtractUse(computeLimit(account.bandwidth, rules.bandwidth), usedAt(account.bandwidth.use, slot)),
  ),
  freeBandwidth: Number(subtractUse(rules.freeBandwidth, quotaUsedAt(account.free, slot))),
});

/**
 * Returns the energy and bandwidth of an account at a time: the limit, the use, and the rest.
 *
 * The limit is what its stake and delegations yield, and the use is what has not recovered until then, in units of
 * energy and bytes.
 *
 * The arithmetic is the node's, including its rounding and windows. The result equals the answer of
 * `getaccountresource` while a block of that time is the head, if `account` has the values that the node stores. A
 * node's answer is already rounded down. Mark values from an answer as `rounded`, as `getResourceState` does: then the
 * result promises at most what the node gives, and at most 2 units of stake less. Free bandwidth then recovers over a
 * day from the answer, because an answer does not say when it was used.
 *
 * Source: docs/protocol/staking.md, "Resource arithmetic", "Limits", "DelegateResource".
 *
 * @param options - `account`, its stake and use in small units, units of energy and bytes; `network`, its limits and
 * weights; `time`, of the head block, in milliseconds since 1970, not before the times of the account
 * @returns limits, use and what is left
 * @throws FeeError `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { resourcesAt } from '@coin/fee/resources';
 *
 * const network = {
 *   energy: { limit: 180_000_000_000n, weight: 19_000_000_000n },
 *   bandwidth: { limit: 43_200_000_000n, weight: 26_500_000_000n },
 *   freeBandwidth: 600,
 * };
 * const used = 40_000n;
 * const account = { energy: { stake: 10_000_000_000n, used, time: 1_700_000_000_000 } };
 * const { energy, owner } = resourcesAt({ account, network, time: 1_700_043_200_000 }); // 12 hours later
 * energy.limit; // => 94_736n
 * energy.used; // => 20_000n
 * owner; // => { energy: 74_736n, stakedBandwidth: 0, freeBandwidth: 600 }
 * ```
 */
export function resourcesAt(options: {
  account: ResourceAccount;
  network: ResourceNetwork;
  time: number;
}): ResourcesAt {
  const rules = readNetwork(options.network);
  const account = readAccount(options.account, rules);
  const slot = rules.slotAt(options.time);
  const { timeOf } = rules;
  return {
    energy: resourceAt({ state: account.energy, network: rules.energy, slot, timeOf }),
    bandwidth: resourceAt({ state: account.bandwidth, network: rules.bandwidth, slot, timeOf }),
    freeBandwidth: {
      limit: rules.freeBandwidth,
      used: quotaUsedAt(account.free, slot),
    },
    owner: ownerAt(account, rules, slot),
  };
}
