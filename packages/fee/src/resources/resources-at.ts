import { computeFrom } from '../compute-from.ts';
import { type OwnerResources } from '../expected-fee.ts';
import { requireKnown } from '../known-options.ts';
import { type AccountState, type NetworkRules, readAccount, readNetwork, type StakeState } from './account-state.ts';
import { callEnergyLeft, delegatableStake, leftOf, limitOf } from './limits.ts';
import { quotaUsedAt, recoveredSlot, usedAt } from './recovery.ts';
import { type NetworkResource, type ResourceAccount, type ResourceNetwork } from './resource-ledger.ts';

/** A staked resource of an account at some time, in units of energy or bytes. */
export interface StakedResourceAt {
  /** What its stake yields in a day. */
  readonly limit: bigint;
  /** What is used and has not recovered yet. */
  readonly used: bigint;
  /** When all of that has recovered if nothing more is used, in milliseconds since 1970. */
  readonly recoveredAt: number;
  /** Own stake that could be delegated, in small units: the stake behind `used` could not. */
  readonly delegatable: bigint;
}

/** What an account has at some time. */
export interface ResourcesAt {
  readonly energy: StakedResourceAt;
  readonly bandwidth: StakedResourceAt;
  /** In bytes. */
  readonly freeBandwidth: { readonly limit: bigint; readonly used: bigint };
  /**
   * What is left, as `expectedFee` takes it. Its energy is that of whole coins of stake, because calls of contracts can
   * use no more, and may be less than `limit` and `used` of the energy suggest.
   */
  readonly owner: Required<OwnerResources>;
}

const resourceAt = ({
  state,
  network,
  slot,
  timeOf,
}: {
  state: StakeState;
  network: NetworkResource;
  slot: number;
  timeOf: NetworkRules['timeOf'];
}): StakedResourceAt => ({
  limit: limitOf(state, network),
  used: usedAt(state.use, slot),
  recoveredAt: timeOf(recoveredSlot(state.use)),
  delegatable: delegatableStake(state, network, slot),
});

/** What an account has left at a slot. */
export const ownerAt = (account: AccountState, rules: NetworkRules, slot: number): Required<OwnerResources> => ({
  energy: callEnergyLeft(account, rules.energy, slot),
  stakedBandwidth: Number(leftOf(limitOf(account.bandwidth, rules.bandwidth), usedAt(account.bandwidth.use, slot))),
  freeBandwidth: Number(leftOf(rules.freeBandwidth, quotaUsedAt(account.free.used, account.free.slot, slot))),
});

/**
 * The energy and bandwidth that an account has at a time, in units of energy and bytes: what its stake and delegations
 * yield, what is used of that, and what is left after what recovers until then.
 *
 * It computes as a node does, rounding and windows included, so it equals the answers of `getaccountresource` while a
 * block of that time is the head, if `account` is what the node stores. An answer of a node is rounded already: one
 * that is older than the last use may differ by one unit.
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
  return computeFrom('options', options, () => {
    requireKnown(options, { account: true, network: true, time: true });
    const rules = readNetwork(options.network);
    const account = readAccount(options.account, rules);
    const slot = rules.slotAt(options.time);
    const { timeOf } = rules;
    return {
      energy: resourceAt({ state: account.energy, network: rules.energy, slot, timeOf }),
      bandwidth: resourceAt({ state: account.bandwidth, network: rules.bandwidth, slot, timeOf }),
      freeBandwidth: {
        limit: rules.freeBandwidth,
        used: quotaUsedAt(account.free.used, account.free.slot, slot),
      },
      owner: ownerAt(account, rules, slot),
    };
  });
}
