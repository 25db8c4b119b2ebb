import { type Address } from '../../protocol/primitives.ts';
import { getContract } from '../../state/accessors/contracts.ts';
import { type State } from '../../state/root.ts';
import { ContractValidateError } from '../ledger-errors.ts';

/**
 * Checks that a change of a contract's settings comes from its creator.
 *
 * @param missing - the node's wording for a missing contract, which differs from type to type
 * @throws ContractValidateError
 */
export function checkCreator(
  state: State,
  { address, owner }: { readonly address: Address; readonly owner: Address },
  missing: 'not exists' | 'does not exist',
): void {
  const contract = getContract(state, address);
  if (contract === undefined) throw new ContractValidateError(`Contract ${missing}`);
  if (contract.deployer !== owner) {
    throw new ContractValidateError(`Account[${owner}] is not the owner of the contract`);
  }
}
