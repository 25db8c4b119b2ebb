import { isAddress } from '../../protocol/address.ts';
import { MAX_INT64 } from '../../protocol/java/long.ts';
import { TransferContract } from '../../protocol/messages/contract-messages.ts';
import { type Address } from '../../protocol/primitives.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { getContract } from '../../state/accessors/contracts.ts';
import { getParameter, isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { adjustBalance, burn } from '../accounts/balance.ts';
import { createAccount } from '../accounts/create-account.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/** Moves coin to another account, and creates the account if it is missing. docs/protocol/transfers.md. */
export const transfer: TransactionType = /* @__PURE__ */ nativeType({
  schema: TransferContract,
  createsAccount: (state, { to_address: to }) => getAccount(state, to) === undefined,

  validate({ state }, { owner_address: from, to_address: to, amount }) {
    if (!isAddress(from)) throw new ContractValidateError('Invalid ownerAddress!');
    if (!isAddress(to)) throw new ContractValidateError('Invalid toAddress!');
    if (from === to) throw new ContractValidateError('Cannot transfer TRX to yourself.');
    const owner = getAccount(state, from);
    if (owner === undefined) throw new ContractValidateError('Validate TransferContract error, no OwnerAccount.');
    if (amount <= 0n) throw new ContractValidateError('Amount must be greater than 0.');
    const receiver = getAccount(state, to);
    const fee = receiver === undefined ? getParameter(state, 'getCreateNewAccountFeeInSystemContract') : 0n;
    if (receiver?.type === 'Contract') checkContractReceiver(state, to);
    if (amount + fee > MAX_INT64) throw new ContractValidateError('long overflow');
    if (owner.balance < amount + fee) {
      throw new ContractValidateError('Validate TransferContract error, balance is not sufficient.');
    }
    if (receiver !== undefined && receiver.balance + amount > MAX_INT64)
      throw new ContractValidateError('long overflow');
  },

  execute({ state }, { owner_address: from, to_address: to, amount }) {
    let fee = 0n;
    if (getAccount(state, to) === undefined) {
      createAccount(state, to);
      fee = getParameter(state, 'getCreateNewAccountFeeInSystemContract');
    }
    adjustBalance(state, from, -(amount + fee));
    burn(state, fee);
    adjustBalance(state, to, amount);
    return { fee };
  },
});

function checkContractReceiver(state: State, address: Address): void {
  if (isEnabled(state, 'getForbidTransferToContract')) {
    throw new ContractValidateError('Cannot transfer TRX to a smartContract.');
  }
  if (!isEnabled(state, 'getAllowTvmCompatibleEvm')) return;
  const contract = getContract(state, address);
  if (contract === undefined) {
    throw new ContractValidateError('Account type is Contract, but it is not exist in contract store.');
  }
  if (contract.version === 1) {
    throw new ContractValidateError(
      'Cannot transfer TRX to a smartContract which version is one. Instead please use TriggerSmartContract ',
    );
  }
}
