import { ResourceCode } from '../../protocol/messages/enumerations.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type Resource } from '../../state/records/account.ts';
import { type State } from '../../state/root.ts';
import { NotModelledError } from '../ledger-errors.ts';
import { type UsableResource } from './account-stake.ts';

/** A resource by its number in the protocol. */
export const resourceOf = (code: number): Resource | undefined => ResourceCode.byNumber.get(code);

export const isUsable = (resource: Resource | undefined): resource is UsableResource =>
  resource === 'BANDWIDTH' || resource === 'ENERGY';

/** Bandwidth or energy by its number in the protocol; undefined for any other number. */
export function usableResourceOf(code: number): UsableResource | undefined {
  const resource = resourceOf(code);
  return isUsable(resource) ? resource : undefined;
}

/** Bandwidth or energy, by a number that has been checked. */
export function usableResource(code: number): UsableResource {
  const resource = usableResourceOf(code);
  if (resource === undefined) throw new Error(`Resource ${code} has not been checked.`);
  return resource;
}

/** Stake for TRON_POWER exists on no public network. @throws ContractValidateError that names the mock node. */
export function rejectNewResourceModel(state: State): void {
  if (isEnabled(state, 'getAllowNewResourceModel')) throw new NotModelledError('getAllowNewResourceModel');
}
