import type { Address } from '../../protocol/primitives.ts';
import { newAccount, putAccount } from '../../state/accounts.ts';
import { headTime } from '../../state/blocks.ts';
import { isEnabled } from '../../state/dynamic-properties.ts';
import type { Account } from '../../state/records/account.ts';
import type { Permission } from '../../state/records/permission.ts';
import type { State } from '../../state/root.ts';

/**
 * The permissions that an account is born with where `getAllowMultiSign` is on. docs/protocol/permissions.md, Default
 * permissions.
 */
export function defaultPermissions(
  state: State,
  address: Address,
): { readonly ownerPermission: Permission; readonly activePermissions: readonly Permission[] } {
  return {
    ownerPermission: defaultOwnerPermission(address),
    activePermissions: [defaultActivePermission(state, address)],
  };
}

/** One key, the account's own, may do everything. */
export function defaultOwnerPermission(address: Address): Permission {
  return permissionOf(address, { type: 'Owner', id: 0, name: 'owner', operations: '' });
}

/** The account's own key may do what is active by default at the moment. */
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

/**
 * Makes and stores an account as transfers and account creations do: with the head block's time and default
 * permissions.
 */
export function createAccount(state: State, address: Address, type: Account['type'] = 'Normal'): void {
  putAccount(
    state,
    newAccount({
      address,
      type,
      createTime: headTime(state),
      ...(isEnabled(state, 'getAllowMultiSign') && defaultPermissions(state, address)),
    }),
  );
}
