import { type Address } from '../../protocol/primitives.ts';
import { getAccount, putAccount } from '../../state/accessors/accounts.ts';
import { headSlot, headTime } from '../../state/accessors/blocks.ts';
import { type State } from '../../state/root.ts';
import { addFrozen, frozenOf, useOf, withUse } from '../staking/account-stake.ts';
import { acquireUsage, refreshUsage } from '../staking/resource-usage.ts';
import { isStakingV2 } from '../staking/staking-version.ts';
import { expiredAmount, pendingCount } from '../staking/unfreezing.ts';

/** Whether a contract may destroy itself. It may not while it delegates stake or has pending unfreezes. */
export function canSelfDestruct(state: State, owner: Address): boolean {
  const account = getAccount(state, owner);
  if (account === undefined || !isStakingV2(state)) return true;
  const { bandwidth, energy } = account.delegated;
  return bandwidth === 0n && energy === 0n && pendingCount(account, headTime(state)) === 0;
}

/**
 * Passes the stakes, usage and expired unfreezes of a contract that destroys itself to its beneficiary.
 *
 * Source: docs/protocol/staking.md, TVM opcodes and precompiles.
 *
 * @returns the small units of expired unfreezes, already added to the beneficiary's balance.
 */
export function inheritStake(
  state: State,
  { owner: ownerAddress, beneficiary: beneficiaryAddress }: { readonly owner: Address; readonly beneficiary: Address },
): bigint {
  const owner = getAccount(state, ownerAddress);
  let beneficiary = getAccount(state, beneficiaryAddress);
  if (owner === undefined || beneficiary === undefined) return 0n;
  const now = headSlot(state);
  for (const resource of ['BANDWIDTH', 'ENERGY', 'TRON_POWER'] as const) {
    const amount = frozenOf(owner, resource);
    if (amount > 0n) beneficiary = addFrozen(beneficiary, resource, amount);
  }
  for (const resource of ['BANDWIDTH', 'ENERGY'] as const) {
    const source = refreshUsage(state, useOf(owner, resource), now);
    if (source.usage === 0n) continue;
    const use = acquireUsage(state, useOf(beneficiary, resource), { usage: source.usage, source, now });
    beneficiary = withUse(beneficiary, resource, use);
  }
  const expired = expiredAmount(owner, headTime(state));
  putAccount(state, {
    ...owner,
    frozen: {},
    unfreezing: [],
    net: { ...owner.net, usage: 0n, window: 0n, time: now },
    energy: { ...owner.energy, usage: 0n, window: 0n, time: now },
  });
  putAccount(state, { ...beneficiary, balance: beneficiary.balance + expired });
  return expired;
}
