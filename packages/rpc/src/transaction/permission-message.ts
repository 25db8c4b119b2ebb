import { toAddress } from '../encoding/address.ts';
import {
  int64Argument,
  listArgument,
  objectArgument,
  optionalTextArgument,
  readArgument,
} from '../encoding/arguments.ts';
import { operationsBitmap, type Operation } from './operations.ts';
import { type WireMessage } from './wire-message.ts';

/** In the order of the wire's numbers. */
export const PERMISSION_TYPES = ['Owner', 'Witness', 'Active'] as const;

/** Which keys sign for an account: those whose weights reach the threshold together. */
export interface PermissionArgs {
  /** At most 32 characters; `owner`, `witness` or `active` by default. */
  readonly name?: string;
  /** The weight that signatures must reach together, at least 1. */
  readonly threshold: bigint;
  /** 1 to 5 keys by their addresses, base58check or 41-hex, each with a weight of at least 1. */
  readonly keys: readonly { readonly address: string; readonly weight: bigint }[];
}

/** Which keys sign for an account, and what. */
export interface ActivePermissionArgs extends PermissionArgs {
  /** Contract types by name, `['TransferContract']`, or the bitmap of 32 bytes in hex that `getAccount` returns. */
  readonly operations: readonly Operation[] | string;
}

/**
 * A permission as the network's message. Source: docs/protocol/transfers.md, Protobuf shapes.
 *
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`
 */
export function permissionMessage(
  type: (typeof PERMISSION_TYPES)[number],
  argument: string,
  permission: PermissionArgs & Partial<ActivePermissionArgs>,
): WireMessage {
  const { name, threshold, keys, operations } = objectArgument(argument, permission);
  return [
    [1, 'type', 'enum', { number: PERMISSION_TYPES.indexOf(type), name: type }],
    [3, 'permission_name', 'string', optionalTextArgument(`name in ${argument}`, name) ?? type.toLowerCase()],
    [4, 'threshold', 'int64', int64Argument(`threshold in ${argument}`, threshold, { min: 1n })],
    [
      6,
      'operations',
      'bytes',
      type === 'Active'
        ? readArgument(`operations in ${argument}`, operations, () => operationsBitmap(operations))
        : '',
    ],
    [
      7,
      'keys',
      'repeated',
      listArgument(`keys in ${argument}`, keys).map(({ address, weight }): WireMessage => [
        [1, 'address', 'address', toAddress(address)],
        [2, 'weight', 'int64', int64Argument(`weight in ${argument}`, weight, { min: 1n })],
      ]),
    ],
  ];
}
