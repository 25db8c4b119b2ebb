import { isAddress } from '../../protocol/address.ts';
import { FreezeBalanceContract } from '../../protocol/messages/contract-messages.ts';
import { ResourceCode } from '../../protocol/messages/enumerations.ts';
import { type MessageOf } from '../../protocol/messages/schema.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { requiredAccount } from '../accounts/required-account.ts';
import { ContractValidateError, NotModelledError } from '../ledger-errors.ts';
import { COIN } from '../staking/account-stake.ts';
import { isStakingV2 } from '../staking/staking-version.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

type Contract = MessageOf<typeof FreezeBalanceContract>;

/** The only duration in days that networks ever allowed. */
const DAYS = 3n;

/**
 * Staking version 1, which version 2 has replaced: checked, then rejected. docs/protocol/staking.md, Old FreezeBalance.
 */
export const freezeBalance: TransactionType = /* @__PURE__ */ nativeType({
  schema: FreezeBalanceContract,

  validate({ state }, contract) {
    const { owner_address: owner, frozen_balance: amount } = contract;
    const account = requiredAccount(state, owner, 'not exists');
    if (amount <= 0n) throw new ContractValidateError('frozenBalance must be positive');
    if (amount < COIN) throw new ContractValidateError('frozenBalance must be greater than or equal to 1 TRX');
    if (amount > account.balance) {
      throw new ContractValidateError('frozenBalance must be less than or equal to accountBalance');
    }
    if (contract.frozen_duration !== DAYS) {
      throw new ContractValidateError(`frozenDuration must be less than ${DAYS} days and more than ${DAYS} days`);
    }
    checkResource(state, contract);
    if (contract.receiver_address !== '' && isEnabled(state, 'getAllowDelegateResource'))
      checkReceiver(state, contract);
    if (isStakingV2(state)) throw new ContractValidateError('freeze v2 is open, old freeze is closed');
    throw withoutStakingV2();
  },

  execute() {
    throw withoutStakingV2();
  },
});

function checkResource(state: State, { resource, receiver_address: receiver }: Contract): void {
  if (resource === ResourceCode.values.BANDWIDTH || resource === ResourceCode.values.ENERGY) return;
  if (!isEnabled(state, 'getAllowNewResourceModel')) {
    throw new ContractValidateError('ResourceCode error, valid ResourceCode[BANDWIDTH、ENERGY]');
  }
  if (resource !== ResourceCode.values.TRON_POWER) {
    throw new ContractValidateError('ResourceCode error, valid ResourceCode[BANDWIDTH、ENERGY、TRON_POWER]');
  }
  if (receiver !== '') throw new ContractValidateError('TRON_POWER is not allowed to delegate to other accounts.');
}

function checkReceiver(state: State, { owner_address: owner, receiver_address: receiver }: Contract): void {
  if (receiver === owner) throw new ContractValidateError('receiverAddress must not be the same as ownerAddress');
  if (!isAddress(receiver)) throw new ContractValidateError('Invalid receiverAddress');
  const account = getAccount(state, receiver);
  if (account === undefined) throw new ContractValidateError(`Account[${receiver}] not exists`);
  if (isEnabled(state, 'getAllowTvmConstantinople') && account.type === 'Contract') {
    throw new ContractValidateError('Do not allow delegate resources to contract addresses');
  }
}

/** Rejects staking version 1 on networks where it still works. */
const withoutStakingV2 = (): ContractValidateError =>
  new NotModelledError('FreezeBalanceContract where getUnfreezeDelayDays is 0');
