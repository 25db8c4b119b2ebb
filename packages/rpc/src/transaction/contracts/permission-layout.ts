import { type MessageLayout } from '../wire/message-layout.ts';

/** In the order of the wire's numbers. */
export const PERMISSION_TYPES = ['Owner', 'Witness', 'Active'] as const;

/**
 * An account permission as the chain stores it, with fields that other tools add. Source: docs/protocol/transfers.md,
 * Protobuf shapes.
 * @internal
 */
export const PERMISSION_LAYOUT = [
  [1, 'type', 'enum', PERMISSION_TYPES],
  [2, 'id', 'int64'],
  [3, 'permission_name', 'string'],
  [4, 'threshold', 'int64'],
  [5, 'parent_id', 'int64'],
  [6, 'operations', 'bytes'],
  [
    7,
    'keys',
    'repeated',
    [
      [1, 'address', 'address'],
      [2, 'weight', 'int64'],
    ],
  ],
] as const satisfies MessageLayout;
