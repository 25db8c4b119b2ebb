import { isAddress } from '../../protocol/address.ts';
import { WitnessCreateContract } from '../../protocol/messages/contract-messages.ts';
import { existingAccount, getAccount, updateAccount } from '../../state/accessors/accounts.ts';
import { getParameter, isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { getWitness, putWitness } from '../../state/accessors/witnesses.ts';
import { type Account } from '../../state/records/account.ts';
import { type State } from '../../state/root.ts';
import { payFee } from '../accounts/balance.ts';
import {
  defaultActivePermission,
  defaultOwnerPermission,
  defaultWitnessPermission,
} from '../accounts/default-permissions.ts';
import { isWitnessUrl, witnessUrl } from '../governance/witness-url.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { nativeType, type TransactionType } from './transaction-type.ts';

/** Makes an account a witness for a fee. docs/protocol/governance.md, WitnessCreate. */
export const witnessCreate: TransactionType = /* @__PURE__ */ nativeType({
  schema: WitnessCreateContract,

  validate({ state }, { owner_address: owner, url }) {
    if (!isAddress(owner)) throw new ContractValidateError('Invalid address');
    if (!isWitnessUrl(url)) throw new ContractValidateError('Invalid url');
    const account = getAccount(state, owner);
    if (account === undefined) throw new ContractValidateError(`account[${owner}] not exists`);
    if (getWitness(state, owner) !== undefined) throw new ContractValidateError(`Witness[${owner}] has existed`);
    if (account.balance < getParameter(state, 'getAccountUpgradeCost')) {
      throw new ContractValidateError('balance < AccountUpgradeCost');
    }
  },

  execute({ state }, { owner_address: owner, url }) {
    putWitness(state, {
      address: owner,
      url: witnessUrl(url),
      voteCount: 0n,
      totalProduced: 0,
      totalMissed: 0,
      latestBlockNumber: 0,
      latestSlot: 0,
      isActive: false,
    });
    const account = existingAccount(state, owner);
    updateAccount(state, owner, {
      isWitness: true,
      ...(isEnabled(state, 'getAllowMultiSign') && witnessPermissions(state, account)),
    });
    const fee = getParameter(state, 'getAccountUpgradeCost');
    payFee(state, owner, fee);
    return { fee };
  },
});

/** A witness has every kind of permission. Missing ones are the default ones. */
function witnessPermissions(
  state: State,
  { address, ownerPermission, activePermissions }: Account,
): Pick<Account, 'activePermissions'> & Partial<Account> {
  return {
    ownerPermission: ownerPermission ?? defaultOwnerPermission(address),
    witnessPermission: defaultWitnessPermission(address),
    activePermissions: activePermissions.length > 0 ? activePermissions : [defaultActivePermission(state, address)],
  };
}
