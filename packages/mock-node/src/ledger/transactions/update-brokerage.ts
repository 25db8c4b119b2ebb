import { isAddress } from '../../protocol/address.ts';
import { UpdateBrokerageContract } from '../../protocol/messages/contract-messages.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { getWitness } from '../../state/accessors/witnesses.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { NEXT_BROKERAGE_CYCLE, setBrokerageIn } from '../voting/reward-records.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/**
 * Sets the percentage of its rewards that a witness keeps from the next cycle on. docs/protocol/governance.md,
 * UpdateBrokerage.
 */
export const updateBrokerage: TransactionType = /* @__PURE__ */ nativeType({
  schema: UpdateBrokerageContract,

  validate({ state }, { owner_address: owner, brokerage }) {
    if (!isEnabled(state, 'getChangeDelegation')) {
      throw new ContractValidateError('contract type error, unexpected type [UpdateBrokerageContract]');
    }
    if (!isAddress(owner)) throw new ContractValidateError('Invalid ownerAddress');
    if (brokerage < 0 || brokerage > 100) throw new ContractValidateError('Invalid brokerage');
    if (getWitness(state, owner) === undefined) throw new ContractValidateError(`Not existed witness:${owner}`);
    if (getAccount(state, owner) === undefined) throw new ContractValidateError('Account does not exist');
  },

  execute({ state }, { owner_address: owner, brokerage }) {
    setBrokerageIn(state, NEXT_BROKERAGE_CYCLE, owner, BigInt(brokerage));
    return { fee: 0n };
  },
});
