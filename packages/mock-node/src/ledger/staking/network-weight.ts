import { putAccount } from '../../state/accessors/accounts.ts';
import { getParameter, isEnabled, updateProperties } from '../../state/accessors/dynamic-properties.ts';
import { type Account, type Resource } from '../../state/records/account.ts';
import { type State } from '../../state/root.ts';
import { addFrozen, COIN, ownStake, type UsableResource } from './account-stake.ts';

const weightField = {
  BANDWIDTH: 'totalNetWeight',
  ENERGY: 'totalEnergyWeight',
  TRON_POWER: 'totalTronPowerWeight',
} as const;

/** Whole coins that the entire network has staked for a resource. */
export const totalWeight = (state: State, resource: Resource): bigint => state.root.properties[weightField[resource]];

/** The amount of a resource that the entire network may use in a day. */
export const totalLimit = (state: State, resource: UsableResource): bigint =>
  getParameter(state, resource === 'BANDWIDTH' ? 'getTotalNetLimit' : 'getTotalEnergyCurrentLimit');

/** How weights are summed. Transactions never let them fall below 0 if `getAllowNewReward` is on; contracts do. */
export type WeightRule = 'transaction' | 'contract';

/**
 * Counts a changed stake in the network's weight. Each account's stake is rounded down to whole coins separately.
 *
 * Source: docs/protocol/staking.md, Actuators.
 */
function updateWeight(
  state: State,
  resource: Resource,
  { before, after }: { readonly before: bigint; readonly after: bigint },
  rule: WeightRule,
): void {
  const change = after / COIN - before / COIN;
  if (change === 0n) return;
  const total = totalWeight(state, resource) + change;
  const clamps = rule === 'transaction' && isEnabled(state, 'getAllowNewReward');
  updateProperties(state, { [weightField[resource]]: clamps && total < 0n ? 0n : total });
}

/** Changes an account's own stake and the network's weight, and writes the account. */
export function changeStake(
  state: State,
  account: Account,
  { resource, amount }: { readonly resource: Resource; readonly amount: bigint },
  rule: WeightRule,
): Account {
  const changed = addFrozen(account, resource, amount);
  putAccount(state, changed);
  updateWeight(state, resource, { before: ownStake(account, resource), after: ownStake(changed, resource) }, rule);
  return changed;
}
