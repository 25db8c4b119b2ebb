import { isAddress } from '../../protocol/address.ts';
import { UnDelegateResourceContract } from '../../protocol/messages/contract-messages.ts';
import { getDelegation, putDelegation } from '../../state/accessors/delegations.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { requiredAccount } from '../accounts/required-account.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import {
  isEmptyRow,
  delegatedAmount,
  delegationExpiry,
  withExpiredUnlocked,
  withDelegated,
} from '../staking/delegation-rows.ts';
import { maxReleasedUsage, releaseStake } from '../staking/release-stake.ts';
import { isUsable, resourceOf, usableResource } from '../staking/resource-codes.ts';
import { isStakingV2 } from '../staking/staking-version.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

const resourceTexts = {
  BANDWIDTH: 'delegatedFrozenBalance(BANDWIDTH)',
  ENERGY: 'delegateFrozenBalance(Energy)',
} as const;

/** Releases delegated stake. docs/protocol/staking.md, UnDelegateResource. */
export const undelegateResource: TransactionType = /* @__PURE__ */ nativeType({
  schema: UnDelegateResourceContract,

  validate({ state, now }, { owner_address: from, receiver_address: to, balance: amount, resource: code }) {
    if (!isEnabled(state, 'getAllowDelegateResource')) {
      throw new ContractValidateError('No support for resource delegate');
    }
    if (!isStakingV2(state)) {
      throw new ContractValidateError(
        'Not support unDelegate resource transaction, need to be opened by the committee',
      );
    }
    requiredAccount(state, from, 'does not exist');
    if (!isAddress(to)) throw new ContractValidateError('Invalid receiverAddress');
    if (to === from) throw new ContractValidateError('receiverAddress must not be the same as ownerAddress');
    const { unlocked, locked } = getDelegation(state, from, to) ?? {};
    if (unlocked === undefined && locked === undefined) {
      throw new ContractValidateError('delegated Resource does not exist');
    }
    if (amount <= 0n) throw new ContractValidateError('unDelegateBalance must be more than 0 TRX');
    const resource = resourceOf(code);
    if (!isUsable(resource)) {
      throw new ContractValidateError('ResourceCode error.valid ResourceCode[BANDWIDTH、Energy]');
    }
    const isUnlocked = delegationExpiry(locked, resource) < now;
    const free = delegatedAmount(unlocked, resource) + (isUnlocked ? delegatedAmount(locked, resource) : 0n);
    if (free < amount) {
      throw new ContractValidateError(
        `insufficient ${resourceTexts[resource]}, request=${amount}, unlock_balance=${free}`,
      );
    }
  },

  execute({ state, now, slot }, { owner_address: from, receiver_address: to, balance: amount, resource: code }) {
    const resource = usableResource(code);
    releaseStake(state, { from, to, resource, amount, now: slot, maxUsage: maxReleasedUsage });
    const { unlocked, ...rest } = withExpiredUnlocked(getDelegation(state, from, to) ?? {}, now);
    const remaining = withDelegated(unlocked, resource, { amount: -amount, expire: 0 });
    if (!isEmptyRow(remaining)) putDelegation(state, from, to, { ...rest, unlocked: remaining });
    else if (rest.locked !== undefined) putDelegation(state, from, to, rest);
    else putDelegation(state, from, to, {});
    return { fee: 0n };
  },
});
