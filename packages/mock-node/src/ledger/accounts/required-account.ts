import { isAddress } from '../../protocol/address.ts';
import { type Address } from '../../protocol/primitives.ts';
import { getAccount } from '../../state/accessors/accounts.ts';
import { type Account } from '../../state/records/account.ts';
import { type State } from '../../state/root.ts';
import { ContractValidateError } from '../ledger-errors.ts';

/**
 * The account on whose behalf a transaction acts, which most types check first.
 *
 * @param missing - the node's wording for a missing account, which differs from type to type
 * @throws ContractValidateError
 */
export function requiredAccount(state: State, address: Address, missing: 'not exists' | 'does not exist'): Account {
  if (!isAddress(address)) throw new ContractValidateError('Invalid address');
  const account = getAccount(state, address);
  if (account === undefined) throw new ContractValidateError(`Account[${address}] ${missing}`);
  return account;
}
