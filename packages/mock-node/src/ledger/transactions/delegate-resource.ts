import { isAddress } from '../../protocol/address.ts';
import { DelegateResourceContract } from '../../protocol/messages/contract-messages.ts';
import { type MessageOf } from '../../protocol/messages/schema.ts';
import { existingAccount, getAccount, putAccount } from '../../state/accessors/accounts.ts';
import { getDelegation, putDelegation } from '../../state/accessors/delegations.ts';
import { getParameter, isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type Account } from '../../state/records/account.ts';
import { type State } from '../../state/root.ts';
import { requiredAccount } from '../accounts/required-account.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { acquiredOf, COIN, frozenOf, useOf, withAcquired, type UsableResource } from '../staking/account-stake.ts';
import {
  DEFAULT_LOCK_PERIOD,
  delegationBytes,
  hasLockPeriods,
  delegatableStake,
  stakeInUse,
  withStakeDelegated,
} from '../staking/delegatable-stake.ts';
import { delegationExpiry, withExpiredUnlocked, withDelegated } from '../staking/delegation-rows.ts';
import { isUsable, resourceOf, usableResource } from '../staking/resource-codes.ts';
import { refreshUsage } from '../staking/resource-usage.ts';
import { isStakingV2 } from '../staking/staking-version.ts';
import { nativeType, type ExecutionContext, type TransactionType } from './transaction-type.ts';

type Contract = MessageOf<typeof DelegateResourceContract>;

const SLOT_MILLISECONDS = 3000n;
const resourceTexts = { BANDWIDTH: 'Bandwidth', ENERGY: 'Energy' } as const;

/** Delegates staked resources to another account. docs/protocol/staking.md, DelegateResource. */
export const delegateResource: TransactionType = /* @__PURE__ */ nativeType({
  schema: DelegateResourceContract,

  validate(context, contract) {
    const { state } = context;
    const { owner_address: from, receiver_address: to, balance: amount } = contract;
    if (!isEnabled(state, 'getAllowDelegateResource')) {
      throw new ContractValidateError('No support for resource delegate');
    }
    if (!isStakingV2(state)) {
      throw new ContractValidateError('Not support Delegate resource transaction, need to be opened by the committee');
    }
    const owner = requiredAccount(state, from, 'not exists');
    if (amount < COIN) throw new ContractValidateError('delegateBalance must be greater than or equal to 1 TRX');
    const resource = resourceOf(contract.resource);
    if (!isUsable(resource)) {
      throw new ContractValidateError('ResourceCode error, valid ResourceCode[BANDWIDTH、ENERGY]');
    }
    if (available(context, owner, resource) < amount) {
      throw new ContractValidateError(
        `delegateBalance must be less than or equal to available Freeze${resourceTexts[resource]}V2 balance`,
      );
    }
    if (!isAddress(to)) throw new ContractValidateError('Invalid receiverAddress');
    if (to === from) throw new ContractValidateError('receiverAddress must not be the same as ownerAddress');
    const receiver = getAccount(state, to);
    if (receiver === undefined) throw new ContractValidateError(`Account[${to}] not exists`);
    if (contract.lock && hasLockPeriods(state)) checkLock(context, contract, resource);
    if (receiver.type === 'Contract') {
      throw new ContractValidateError('Do not allow delegate resources to contract addresses');
    }
  },

  execute({ state, now }, contract) {
    const { owner_address: from, receiver_address: to, balance: amount, lock } = contract;
    const resource = usableResource(contract.resource);
    const pair = withExpiredUnlocked(getDelegation(state, from, to) ?? {}, now);
    const expire = lock ? now + Number(lockPeriod(state, contract) * SLOT_MILLISECONDS) : 0;
    putDelegation(state, from, to, {
      ...pair,
      ...(lock
        ? { locked: withDelegated(pair.locked, resource, { amount, expire }) }
        : { unlocked: withDelegated(pair.unlocked, resource, { amount, expire }) }),
      indexedAt: now,
    });
    const receiver = existingAccount(state, to);
    putAccount(state, withAcquired(receiver, resource, acquiredOf(receiver, resource) + amount));
    putAccount(state, withStakeDelegated(existingAccount(state, from), resource, amount));
    return { fee: 0n };
  },
});

/** Stake that may be delegated. When building the transaction, the node reserves the transaction's own bandwidth. */
function available({ state, slot, phase }: ExecutionContext, owner: Account, resource: UsableResource): bigint {
  const { usage } = refreshUsage(state, useOf(owner, resource), slot);
  const own = phase === 'build' && resource === 'BANDWIDTH' ? delegationBytes(state, frozenOf(owner, 'BANDWIDTH')) : 0n;
  return delegatableStake(owner, resource, stakeInUse(state, resource, usage + own));
}

function lockPeriod(state: State, { lock_period: period }: Contract): bigint {
  return hasLockPeriods(state) && period !== 0n ? period : DEFAULT_LOCK_PERIOD;
}

function checkLock({ state, now }: ExecutionContext, contract: Contract, resource: UsableResource): void {
  const max = getParameter(state, 'getMaxDelegateLockPeriod');
  const period = lockPeriod(state, contract);
  if (period < 0n || period > max) {
    throw new ContractValidateError(
      `The lock period of delegate resource cannot be less than 0 and cannot exceed ${max}!`,
    );
  }
  const locked = getDelegation(state, contract.owner_address, contract.receiver_address)?.locked;
  const remaining = BigInt(delegationExpiry(locked, resource) - now);
  if (locked === undefined || period * SLOT_MILLISECONDS >= remaining) return;
  throw new ContractValidateError(
    `The lock period for ${resource} this time cannot be less than the remaining time[${remaining}ms] of the last lock period for ${resource}!`,
  );
}
