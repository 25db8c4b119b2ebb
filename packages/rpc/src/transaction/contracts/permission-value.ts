import { toAddress } from '../../address/address.ts';
import { int64Argument, listArgument, optionalTextArgument } from '../../encoding/arguments.ts';
import { type MessageValue } from '../wire/message-layout.ts';
import { operationsBitmap, type Operation } from './operations.ts';
import { type PERMISSION_LAYOUT, type PERMISSION_TYPES } from './permission-layout.ts';

/** The keys that sign for an account: together their weights must reach the threshold. */
export interface PermissionArgs {
  /** At most 32 characters; `owner`, `witness` or `active` by default. */
  readonly name?: string;
  /** The weight that signatures must reach together, at least 1. */
  readonly threshold: bigint;
  /** 1 to 5 keys by their addresses, base58check or 41-hex, each with a weight of at least 1. */
  readonly keys: readonly { readonly address: string; readonly weight: bigint }[];
}

/** The keys that sign for an account, and the operations they may sign. */
export interface ActivePermissionArgs extends PermissionArgs {
  /** Contract types by name, `['TransferContract']`, or the bitmap of 32 bytes in hex that `getAccount` returns. */
  readonly operations: readonly Operation[] | string;
}

/**
 * Values of {@link PERMISSION_LAYOUT} for a permission.
 *
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`
 * @internal
 */
export function permissionValue(
  type: (typeof PERMISSION_TYPES)[number],
  argument: string,
  permission: PermissionArgs & Partial<ActivePermissionArgs>,
): MessageValue<typeof PERMISSION_LAYOUT> {
  const { name, threshold, keys, operations } = permission;
  return {
    type,
    permission_name: optionalTextArgument(`name in ${argument}`, name) ?? type.toLowerCase(),
    threshold: int64Argument(`threshold in ${argument}`, threshold, { min: 1n }),
    operations: type === 'Active' ? operationsBitmap(operations) : undefined,
    keys: listArgument(`keys in ${argument}`, keys).map(({ address, weight }) => ({
      address: toAddress(address),
      weight: int64Argument(`weight in ${argument}`, weight, { min: 1n }),
    })),
  };
}
