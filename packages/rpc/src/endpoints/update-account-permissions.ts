import { listArgument, rejectUnknown } from '../encoding/arguments.ts';
import { buildOwnerTransaction, type OwnerFields } from '../transaction/build-transaction.ts';
import {
  permissionValue,
  type ActivePermissionArgs,
  type PermissionArgs,
} from '../transaction/contracts/permission-value.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { type BuildOptions, type NodeClient } from '../transport/transport.ts';
import { type Permission } from './get-account.ts';

/** All permissions of an account. They replace the existing ones. */
export interface UpdateAccountPermissionsArgs extends OwnerFields {
  /** The account with these permissions: base58check or 41-hex. */
  readonly owner: string;
  /** The keys that may sign everything, this transaction included. */
  readonly ownerPermission: PermissionArgs;
  /** The one key that signs blocks: for a witness, and for no other account. */
  readonly witnessPermission?: PermissionArgs;
  /**
   * 1 to 8 permissions that may sign some operations. They get the ids 2, 3, … in this order, so removing one changes
   * the ids after it. You can pass the permissions that `getAccount` returned.
   */
  readonly activePermissions: readonly (ActivePermissionArgs | Permission)[];
}

/**
 * Builds an unsigned transaction that changes which keys may sign for an account. The node builds it, and the client
 * compares it with the request, byte by byte. The change replaces all permissions: if you leave out your own keys,
 * you lose the account. The network burns `getUpdateAccountPermissionFee`, 100 coins on the main network.
 *
 * Source: docs/protocol/governance.md, AccountPermissionUpdate; docs/protocol/permissions.md.
 *
 * @param args - `owner`: base58check or 41-hex; `ownerPermission`, `witnessPermission` and `activePermissions`: each
 * with a `threshold` and `keys`, weights of 1 to 2^63 - 1; `operations` of active ones: names of contract types, or 32
 * bytes in hex
 * @throws `ADDRESS_INVALID`; `ARGUMENT_INVALID`, for an unknown operation with the closest one; `VALIDATION_FAILED`
 * when the chain would reject it; `TRANSACTION_MISMATCH`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, updateAccountPermissions } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const owner = '410c10833a65f9a1152ea72e4f0f8d6b5c56f99388';
 * const other = '41371597ea924532ab39d9426134cc9e5606750f1d';
 * const transaction = await updateAccountPermissions(client, {
 *   owner,
 *   ownerPermission: { threshold: 1n, keys: [{ address: owner, weight: 1n }] },
 *   activePermissions: [
 *     {
 *       name: 'both',
 *       threshold: 2n,
 *       keys: [
 *         { address: owner, weight: 1n },
 *         { address: other, weight: 1n },
 *       ],
 *       operations: '7fff1fc0033e0100000000000000000000000000000000000000000000000000',
 *     },
 *   ],
 * });
 * transaction.txID; // => 'c741e9b00afa9ffb40a657ba27288c9a31079695f4346c1b5c184870b12dd993'
 * ```
 */
export async function updateAccountPermissions(
  client: NodeClient,
  args: UpdateAccountPermissionsArgs,
  options?: BuildOptions,
): Promise<Transaction> {
  rejectUnknown(args, ['owner', 'ownerPermission', 'witnessPermission', 'activePermissions', 'permissionId']);
  const owner = permissionValue('Owner', 'ownerPermission', args.ownerPermission);
  const { witnessPermission } = args;
  const witness =
    witnessPermission === undefined ? undefined : permissionValue('Witness', 'witnessPermission', witnessPermission);
  const actives = listArgument('activePermissions', args.activePermissions).map((permission) =>
    permissionValue('Active', 'activePermissions', permission),
  );
  return buildOwnerTransaction(
    client,
    {
      path: '/wallet/accountpermissionupdate',
      type: 'AccountPermissionUpdateContract',
      args,
      fields: { owner, witness, actives },
    },
    options,
  );
}
