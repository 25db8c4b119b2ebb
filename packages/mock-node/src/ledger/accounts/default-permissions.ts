import { type Address } from '../../protocol/primitives.ts';
import { type Permission } from '../../state/records/permission.ts';
import { type State } from '../../state/root.ts';

/** The permissions of a new account if `getAllowMultiSign` is on. docs/protocol/permissions.md, Default permissions. */
export function defaultPermissions(
  state: State,
  address: Address,
): { readonly ownerPermission: Permission; readonly activePermissions: readonly Permission[] } {
  return {
    ownerPermission: defaultOwnerPermission(address),
    activePermissions: [defaultActivePermission(state, address)],
  };
}

/** The account's own key may do everything. */
export function defaultOwnerPermission(address: Address): Permission {
  return permissionOf(address, { type: 'Owner', id: 0, name: 'owner', operations: '' });
}

/** The account's own key may do everything that default active permissions currently allow. */
export function defaultActivePermission(state: State, address: Address): Permission {
  const operations = state.root.properties.activeDefaultOperations;
  return permissionOf(address, { type: 'Active', id: 2, name: 'active', operations });
}

/** The account's own key may produce blocks. */
export function defaultWitnessPermission(address: Address): Permission {
  return permissionOf(address, { type: 'Witness', id: 1, name: 'witness', operations: '' });
}

function permissionOf(address: Address, fields: Pick<Permission, 'type' | 'id' | 'name' | 'operations'>): Permission {
  return { ...fields, threshold: 1n, parentId: 0, keys: [{ address, weight: 1n }] };
}
