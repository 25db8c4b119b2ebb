import { type Milliseconds } from '../../protocol/primitives.ts';
import { type Delegation, type DelegationPair } from '../../state/records/delegation.ts';
import { type UsableResource } from './account-stake.ts';

const noDelegation: Delegation = { bandwidth: 0n, energy: 0n, bandwidthExpire: 0, energyExpire: 0 };

const fields = {
  BANDWIDTH: { amount: 'bandwidth', expire: 'bandwidthExpire' },
  ENERGY: { amount: 'energy', expire: 'energyExpire' },
} as const;

export const delegatedAmount = (row: Delegation | undefined, resource: UsableResource): bigint =>
  row?.[fields[resource].amount] ?? 0n;

export const delegationExpiry = (row: Delegation | undefined, resource: UsableResource): Milliseconds =>
  row?.[fields[resource].expire] ?? 0;

/** Returns a row with an amount added and its expiry set. */
export function withDelegated(
  row: Delegation | undefined,
  resource: UsableResource,
  { amount, expire }: { readonly amount: bigint; readonly expire: Milliseconds },
): Delegation {
  const { amount: amountField, expire: expireField } = fields[resource];
  const before = row ?? noDelegation;
  return { ...before, [amountField]: before[amountField] + amount, [expireField]: expire };
}

export const isEmptyRow = ({ bandwidth, energy }: Delegation): boolean => bandwidth === 0n && energy === 0n;

/**
 * Moves expired locks to the unlocked part. An expiry that was never set counts as expired too, which creates an
 * unlocked part of 0, as in the node.
 *
 * Source: docs/protocol/staking.md, Moving expired locks.
 */
export function withExpiredUnlocked(pair: DelegationPair, now: Milliseconds): DelegationPair {
  const { locked: lockedBefore, unlocked: unlockedBefore, ...rest } = pair;
  if (lockedBefore === undefined) return pair;
  if (lockedBefore.bandwidthExpire >= now && lockedBefore.energyExpire >= now) return pair;
  let locked = lockedBefore;
  let unlocked = unlockedBefore ?? noDelegation;
  for (const resource of ['BANDWIDTH', 'ENERGY'] as const) {
    if (delegationExpiry(locked, resource) >= now) continue;
    const amount = delegatedAmount(locked, resource);
    unlocked = withDelegated(unlocked, resource, { amount, expire: 0 });
    locked = withDelegated(locked, resource, { amount: -amount, expire: 0 });
  }
  return { ...rest, unlocked, ...(!isEmptyRow(locked) && { locked }) };
}
