import { byteArrayHash, inHashMapOrder } from '../../protocol/java/hash-map.ts';
import { type DelegatedResource, type DelegatedResourceAccountIndex } from '../../protocol/messages/messages.ts';
import { type MessageInit, type MessageOf } from '../../protocol/messages/schema.ts';
import { type Address } from '../../protocol/primitives.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { headSlot, headTime } from '../../state/accessors/blocks.ts';
import { delegationPartners, getDelegation, type DelegationPartner } from '../../state/accessors/delegations.ts';
import { type Delegation } from '../../state/records/delegation.ts';
import { type State } from '../../state/root.ts';
import { COIN, frozenOf, useOf } from '../staking/account-stake.ts';
import { delegationBytes, delegatableStake, stakeInUse } from '../staking/delegatable-stake.ts';
import { usableResourceOf } from '../staking/resource-codes.ts';
import { refreshUsage } from '../staking/resource-usage.ts';
import { expiredAmount, MAX_UNFREEZING, pendingCount } from '../staking/unfreezing.ts';

type DelegationMessage = MessageInit<MessageOf<typeof DelegatedResource>>;
type IndexMessage = MessageInit<MessageOf<typeof DelegatedResourceAccountIndex>>;

/**
 * The stake that one account delegates to another: the unlocked part, then the locked one, each unless it is empty.
 *
 * Source: docs/protocol/staking.md, getdelegatedresourcev2.
 */
export function delegatedResources(
  state: State,
  { from, to }: { readonly from: Address; readonly to: Address },
): readonly DelegationMessage[] {
  const pair = getDelegation(state, from, to);
  return [pair?.unlocked, pair?.locked]
    .filter((row): row is Delegation => row !== undefined && !isZero(row))
    .map((row) => ({
      from,
      to,
      frozen_balance_for_bandwidth: row.bandwidth,
      frozen_balance_for_energy: row.energy,
      expire_time_for_bandwidth: BigInt(row.bandwidthExpire),
      expire_time_for_energy: BigInt(row.energyExpire),
    }));
}

function isZero({ bandwidth, energy, bandwidthExpire, energyExpire }: Delegation): boolean {
  return bandwidth === 0n && energy === 0n && bandwidthExpire === 0 && energyExpire === 0;
}

const ADDRESS_DIGITS = 42;

/**
 * The accounts that delegate to an account, and those it delegates to, in the order of the pairs' last delegations.
 *
 * Source: docs/protocol/staking.md, getdelegatedresourceaccountindexv2.
 *
 * @returns undefined for text that does not have the length of an address.
 */
export function delegatedResourceIndex(state: State, account: Address): IndexMessage | undefined {
  if (account.length !== ADDRESS_DIGITS) return undefined;
  const { delegators, receivers } = delegationPartners(state, account);
  return {
    account,
    fromAccounts: inOrder(delegators, `04${account}`),
    toAccounts: inOrder(receivers, `03${account}`),
  };
}

/** Sorts by time, and within one block in the order of the node's hash map, whose keys start with the prefix. */
function inOrder(partners: readonly DelegationPartner[], keyPrefix: string): readonly Address[] {
  const byAddress = partners.toSorted((a, b) => (a.address < b.address ? -1 : 1));
  return inHashMapOrder(byAddress, ({ address }) => byteArrayHash(keyPrefix + address))
    .toSorted((a, b) => a.indexedAt - b.indexedAt)
    .map(({ address }) => address);
}

/**
 * Small units that an account may delegate at most, by the number of the resource; 0 for less than a coin.
 *
 * Source: docs/protocol/staking.md, getcandelegatedmaxsize.
 */
export function canDelegatedMaxSize(
  state: State,
  { owner, type }: { readonly owner: Address; readonly type: number },
): bigint {
  const account = getAccount(state, owner);
  const resource = usableResourceOf(type);
  if (account === undefined || resource === undefined) return 0n;
  const { usage } = refreshUsage(state, useOf(account, resource), headSlot(state));
  const own = resource === 'BANDWIDTH' ? delegationBytes(state, frozenOf(account, resource)) : 0n;
  const size = delegatableStake(account, resource, stakeInUse(state, resource, usage + own));
  return size < COIN ? 0n : size;
}

/** How many more times an account may unstake now. Source: docs/protocol/staking.md, getavailableunfreezecount. */
export function availableUnfreezeCount(state: State, owner: Address): bigint {
  const account = getAccount(state, owner);
  if (account === undefined) return 0n;
  return BigInt(MAX_UNFREEZING - pendingCount(account, headTime(state)));
}

/**
 * Small units of unfrozen stake that an account may withdraw at a time, in milliseconds; 0 means the head block's time.
 *
 * Source: docs/protocol/staking.md, getcanwithdrawunfreezeamount.
 */
export function canWithdrawUnfreezeAmount(
  state: State,
  { owner, timestamp }: { readonly owner: Address; readonly timestamp: bigint },
): bigint {
  const time = timestamp === 0n ? BigInt(headTime(state)) : timestamp;
  const account = getAccount(state, owner);
  if (account === undefined || time < 0n) return 0n;
  return expiredAmount(account, time);
}
