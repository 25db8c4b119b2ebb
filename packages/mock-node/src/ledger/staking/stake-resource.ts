import { isEnabled } from '../../state/dynamic-properties.ts';
import type { Resource } from '../../state/records/account.ts';
import type { State } from '../../state/root.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import type { UsableResource } from './resources.ts';

const resources: readonly Resource[] = ['BANDWIDTH', 'ENERGY', 'TRON_POWER'];

/** A resource by its number in the protocol. */
export const resourceOf = (code: number): Resource | undefined => resources[code];

export const isUsable = (resource: Resource | undefined): resource is UsableResource =>
  resource === 'BANDWIDTH' || resource === 'ENERGY';

/** A resource whose kind has been checked. */
export function usableResource(code: number): UsableResource {
  const resource = resourceOf(code);
  if (!isUsable(resource)) throw new Error(`Resource ${code} has not been checked.`);
  return resource;
}

/**
 * Stake for TRON_POWER exists on no public network.
 *
 * @throws ContractValidateError that names the mock.
 */
export function refuseNewResourceModel(state: State): void {
  if (!isEnabled(state, 'getAllowNewResourceModel')) return;
  throw new ContractValidateError(
    '@coin/mock-node does not model getAllowNewResourceModel; a real node might accept this transaction',
  );
}
