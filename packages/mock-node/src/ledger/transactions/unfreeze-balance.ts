import { isAddress } from '../../protocol/address.ts';
import { UnfreezeBalanceContract } from '../../protocol/messages/contract-messages.ts';
import { ResourceCode } from '../../protocol/messages/enumerations.ts';
import { type MessageOf } from '../../protocol/messages/schema.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { requiredAccount } from '../accounts/required-account.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

type Contract = MessageOf<typeof UnfreezeBalanceContract>;

/**
 * Ends staking of version 1. It is always rejected, because this ledger does not have it. docs/protocol/staking.md, Old
 * FreezeBalance.
 */
export const unfreezeBalance: TransactionType = /* @__PURE__ */ nativeType({
  schema: UnfreezeBalanceContract,

  validate({ state }, contract) {
    const { owner_address: owner, receiver_address: receiver } = contract;
    requiredAccount(state, owner, 'does not exist');
    if (receiver !== '' && isEnabled(state, 'getAllowDelegateResource')) rejectReceiver(state, contract);
    throw new ContractValidateError(nothingStaked(state, contract));
  },

  execute() {
    throw new Error('Unfreezing stake of version 1 must be rejected by validate: this ledger has none.');
  },
});

function rejectReceiver(state: State, { owner_address: owner, receiver_address: receiver }: Contract): never {
  if (receiver === owner) throw new ContractValidateError('receiverAddress must not be the same as ownerAddress');
  if (!isAddress(receiver)) throw new ContractValidateError('Invalid receiverAddress');
  if (!isEnabled(state, 'getAllowTvmConstantinople') && getAccount(state, receiver) === undefined) {
    throw new ContractValidateError(`Receiver Account[${receiver}] does not exist`);
  }
  throw new ContractValidateError('delegated Resource does not exist');
}

function nothingStaked(state: State, { resource }: Contract): string {
  if (resource === ResourceCode.values.BANDWIDTH) return 'no frozenBalance(BANDWIDTH)';
  if (resource === ResourceCode.values.ENERGY) return 'no frozenBalance(Energy)';
  if (!isEnabled(state, 'getAllowNewResourceModel')) return 'ResourceCode error.valid ResourceCode[BANDWIDTH、Energy]';
  return resource === ResourceCode.values.TRON_POWER
    ? 'no frozenBalance(TronPower)'
    : 'ResourceCode error.valid ResourceCode[BANDWIDTH、Energy、TRON_POWER]';
}
