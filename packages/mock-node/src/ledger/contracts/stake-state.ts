import type { Address } from '../../protocol/primitives.ts';
import { existingAccount, getAccount, putAccount } from '../../state/accounts.ts';
import { headSlot, headTime } from '../../state/blocks.ts';
import { getDelegation, putDelegation } from '../../state/delegations.ts';
import { getParameter, isEnabled } from '../../state/dynamic-properties.ts';
import type { Account } from '../../state/records/account.ts';
import type { State } from '../../state/root.ts';
import type { ResourceCode, StakeState } from '../../vm/world/world-state.ts';
import type { MostReturnedUsage } from '../staking/delegation.ts';
import {
  isEmptyRow,
  lendableStake,
  lentAmount,
  returnStake,
  stakeInUse,
  withLent,
  withStakeLent,
} from '../staking/delegation.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { fitsLong, truncateToLong } from '../../protocol/java/long.ts';
import type { UsableResource } from '../staking/resources.ts';
import {
  acquiredOf,
  addFrozen,
  changeStake,
  coin,
  delegatedOf,
  frozenOf,
  isStakingV2,
  recoveredUsage,
  refreshUsage,
  takeOverUsage,
  totalLimit,
  totalWeight,
  usableStake,
  usageWindow,
  useOf,
  withAcquired,
  withUse,
} from '../staking/resources.ts';
import { expiredAmount, isExpired, maxUnfreezing, pendingCount, withExpiredWithdrawn } from '../staking/unfreezing.ts';
import { settleReward } from '../voting/voter-rewards.ts';
import { reduceVotes } from '../voting/votes.ts';
import { DAY_MS } from '../../protocol/time.ts';

const slotSeconds = 3n;

function usable(resource: ResourceCode): UsableResource | undefined {
  if (resource === 0) return 'BANDWIDTH';
  return resource === 1 ? 'ENERGY' : undefined;
}

/** The resource that a contract stakes for. */
function stakeable(state: State, resource: ResourceCode): UsableResource | undefined {
  if (resource === 2 && isEnabled(state, 'getAllowNewResourceModel')) {
    throw new ContractValidateError(
      '@coin/mock-node does not model getAllowNewResourceModel; a real node might accept it',
    );
  }
  return usable(resource);
}

function refuseStakingV1(state: State): void {
  if (isStakingV2(state)) return;
  throw new ContractValidateError(
    '@coin/mock-node does not model stakes of before getUnfreezeDelayDays; a real node might accept them',
  );
}

/** Contracts divide by the weight last, transactions first: the two can differ by 1. */
const mostReturnedUsage: MostReturnedUsage = (state, resource, amount) =>
  truncateToLong(
    ((Number(amount) / Number(coin)) * Number(totalLimit(state, resource))) / Number(totalWeight(state, resource)),
  );

/** Stake behind an account's usage, and the seconds until all of it has recovered. */
function usageBalance(state: State, account: Account, resource: UsableResource): readonly [bigint, bigint] {
  const use = useOf(account, resource);
  const now = headSlot(state);
  const slots = BigInt(use.time - now) + usageWindow(use).slots;
  if (slots <= 0n) return [0n, 0n];
  const usage = recoveredUsage(state, use, now);
  const perUnit = (Number(usage) * Number(totalWeight(state, resource))) / Number(totalLimit(state, resource));
  return [truncateToLong(perUnit * Number(coin)), slots * slotSeconds];
}

/**
 * Staking as contracts use it: what the node's processors for contracts do, which differ from the transactions of the
 * same names.
 *
 * Source: docs/protocol/staking.md, TVM opcodes and precompiles.
 */
export function createStakeState(state: State): StakeState {
  const amountOf = (address: Address, read: (account: Account) => bigint): bigint => {
    const account = getAccount(state, address);
    return account === undefined ? 0n : read(account);
  };
  const staked = (
    address: Address,
    code: ResourceCode,
    read: (account: Account, resource: UsableResource) => bigint,
  ) => {
    const resource = usable(code);
    return resource === undefined ? 0n : amountOf(address, (account) => read(account, resource));
  };

  return {
    freezeV2({ owner, amount, resource: code }) {
      const account = getAccount(state, owner);
      if (account === undefined || amount < coin || amount > account.balance) return false;
      const resource = stakeable(state, code);
      if (resource === undefined) return false;
      changeStake(state, { ...account, balance: account.balance - amount }, { resource, amount }, 'contract');
      return true;
    },

    unfreezeV2({ owner, amount, resource: code }) {
      const before = getAccount(state, owner);
      if (before === undefined) return undefined;
      const now = headTime(state);
      if (pendingCount(before, now) >= maxUnfreezing) return undefined;
      const resource = stakeable(state, code);
      if (resource === undefined || amount <= 0n || amount > frozenOf(before, resource)) return undefined;
      settleReward(state, owner, 'contract');
      const account = existingAccount(state, owner);
      const withdrawn = withExpiredWithdrawn(account, now);
      const expireTime = now + Number(getParameter(state, 'getUnfreezeDelayDays')) * DAY_MS;
      const waiting = { ...withdrawn, unfreezing: [...withdrawn.unfreezing, { resource, amount, expireTime }] };
      changeStake(state, waiting, { resource, amount: -amount }, 'contract');
      if (isEnabled(state, 'getAllowTvmVote')) reduceVotes(state, owner);
      return expiredAmount(account, now);
    },

    withdrawExpireUnfreeze(owner) {
      const account = getAccount(state, owner);
      if (account === undefined) return undefined;
      const now = headTime(state);
      const amount = expiredAmount(account, now);
      if (amount < 0n || !fitsLong(account.balance + amount)) return undefined;
      if (amount > 0n) putAccount(state, withExpiredWithdrawn(account, now));
      return amount;
    },

    cancelAllUnfreezeV2(owner) {
      const account = getAccount(state, owner);
      if (account === undefined) return undefined;
      const now = headTime(state);
      const expired = expiredAmount(account, now);
      putAccount(state, { ...account, balance: account.balance + expired, unfreezing: [] });
      for (const entry of account.unfreezing) {
        if (!isExpired(entry, now)) changeStake(state, existingAccount(state, owner), entry, 'contract');
      }
      return expired;
    },

    delegateResource({ owner: from, receiver: to, amount, resource: code }) {
      const owner = getAccount(state, from);
      const resource = usable(code);
      if (!isEnabled(state, 'getAllowDelegateResource') || owner === undefined || amount < coin) return false;
      if (resource === undefined) return false;
      const { usage } = refreshUsage(state, useOf(owner, resource), headSlot(state));
      if (lendableStake(owner, resource, stakeInUse(state, resource, usage)) < amount) return false;
      const receiver = getAccount(state, to);
      if (to === from || receiver === undefined || receiver.type === 'Contract') return false;
      const pair = getDelegation(state, from, to);
      const unlocked = withLent(pair?.unlocked, resource, { amount, expire: 0 });
      putDelegation(state, from, to, { ...pair, unlocked, indexedAt: headTime(state) });
      putAccount(state, withAcquired(receiver, resource, acquiredOf(receiver, resource) + amount));
      putAccount(state, withStakeLent(owner, resource, amount));
      return true;
    },

    undelegateResource({ owner: from, receiver: to, amount, resource: code }) {
      const resource = usable(code);
      const pair = getDelegation(state, from, to);
      if (!isEnabled(state, 'getAllowDelegateResource') || getAccount(state, from) === undefined || from === to)
        return false;
      if (pair?.unlocked === undefined || amount <= 0n || resource === undefined) return false;
      if (lentAmount(pair.unlocked, resource) < amount) return false;
      returnStake(state, { from, to, resource, amount, now: headSlot(state), most: mostReturnedUsage });
      const unlocked = withLent(pair.unlocked, resource, { amount: -amount, expire: 0 });
      const { indexedAt, ...rows } = pair;
      // The emptied row stays, though nobody is told of it any more.
      const isIndexed = !isEmptyRow(unlocked) && indexedAt !== undefined;
      putDelegation(state, from, to, { ...rows, unlocked, ...(isIndexed && { indexedAt }) });
      return true;
    },

    freezeV1() {
      refuseStakingV1(state);
      return false;
    },
    unfreezeV1: () => undefined,
    freezeV1ExpireTime: () => 0n,

    canSelfDestruct(owner) {
      const account = getAccount(state, owner);
      if (account === undefined || !isStakingV2(state)) return true;
      const { bandwidth, energy } = account.delegated;
      return bandwidth === 0n && energy === 0n && pendingCount(account, headTime(state)) === 0;
    },

    // Stakes of before version 2 do not exist here.
    inheritStakeV1: () => undefined,

    inheritStakeV2(ownerAddress, inheritorAddress) {
      const owner = getAccount(state, ownerAddress);
      const heir = getAccount(state, inheritorAddress);
      if (owner === undefined || heir === undefined) return 0n;
      const now = headSlot(state);
      let inheritor = heir;
      for (const resource of ['BANDWIDTH', 'ENERGY', 'TRON_POWER'] as const) {
        const amount = frozenOf(owner, resource);
        if (amount > 0n) inheritor = addFrozen(inheritor, resource, amount);
      }
      for (const resource of ['BANDWIDTH', 'ENERGY'] as const) {
        const giver = refreshUsage(state, useOf(owner, resource), now);
        if (giver.usage === 0n) continue;
        const use = takeOverUsage(state, useOf(inheritor, resource), { usage: giver.usage, giver, now });
        inheritor = withUse(inheritor, resource, use);
      }
      const expired = expiredAmount(owner, headTime(state));
      putAccount(state, {
        ...owner,
        frozen: {},
        unfreezing: [],
        net: { ...owner.net, usage: 0n, window: 0n, time: now },
        energy: { ...owner.energy, usage: 0n, window: 0n, time: now },
      });
      putAccount(state, { ...inheritor, balance: inheritor.balance + expired });
      return expired;
    },

    getChainParameter(code) {
      switch (code) {
        case 1n:
          return totalLimit(state, 'BANDWIDTH');
        case 2n:
          return totalWeight(state, 'BANDWIDTH');
        case 3n:
          return totalLimit(state, 'ENERGY');
        case 4n:
          return totalWeight(state, 'ENERGY');
        case 5n:
          return getParameter(state, 'getUnfreezeDelayDays');
        default:
          return 0n;
      }
    },

    availableUnfreezeV2Size: (address) =>
      amountOf(address, (account) => BigInt(Math.max(0, maxUnfreezing - pendingCount(account, headTime(state))))),

    unfreezableBalanceV2: (address, code) =>
      code === 2
        ? amountOf(address, (account) => frozenOf(account, 'TRON_POWER'))
        : staked(address, code, (account, resource) => frozenOf(account, resource)),

    expireUnfreezeBalanceV2: (address, time) =>
      amountOf(address, ({ unfreezing }) =>
        unfreezing.reduce((sum, { amount, expireTime }) => (BigInt(expireTime) <= time ? sum + amount : sum), 0n),
      ),

    delegatableResource: (address, code) =>
      staked(address, code, (account, resource) => {
        const free = lendableStake(account, resource, usageBalance(state, account, resource)[0]);
        return free > 0n ? free : 0n;
      }),

    delegatedResourceV2({ from, to, resource: code }) {
      const resource = usable(code);
      const pair = getDelegation(state, from, to);
      if (resource === undefined) return 0n;
      return lentAmount(pair?.unlocked, resource) + lentAmount(pair?.locked, resource);
    },

    checkUndelegateResource(target, amount, code) {
      const resource = usable(code);
      const account = getAccount(state, target);
      if (amount <= 0n || account === undefined || resource === undefined) return [0n, 0n, 0n];
      const [inUse, seconds] = usageBalance(state, account, resource);
      const all = usableStake(account, resource);
      const asked = amount < all ? amount : all;
      if (all <= inUse) return [0n, asked, seconds];
      const clean = truncateToLong(Number(asked) * (Number(all - inUse) / Number(all)));
      return [clean, asked - clean, seconds];
    },

    resourceUsage(address, code) {
      const resource = usable(code);
      const account = getAccount(state, address);
      return account === undefined || resource === undefined ? [0n, 0n] : usageBalance(state, account, resource);
    },

    totalResource: (address, code) => staked(address, code, usableStake),
    totalDelegatedResource: (address, code) => staked(address, code, delegatedOf),
    totalAcquiredResource: (address, code) => staked(address, code, acquiredOf),
  };
}
