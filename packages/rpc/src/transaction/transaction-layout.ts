import { type MessageLayout } from './wire/message-layout.ts';

/** The prefix of a contract's message name in its type URL. */
export const TYPE_URL_PREFIX = 'type.googleapis.com/protocol.';

/** The signed part of a transaction. Source: docs/protocol/transfers.md, Protobuf shapes. */
export const RAW_DATA_LAYOUT = [
  [1, 'ref_block_bytes', 'bytes'],
  [4, 'ref_block_hash', 'bytes'],
  [8, 'expiration', 'int64'],
  [10, 'data', 'bytes'],
  [
    11,
    'contract',
    'message',
    [
      // The number of an enumeration value. Some names are unknown here.
      [1, 'type', 'int64'],
      [
        2,
        'parameter',
        'message',
        [
          [1, 'type_url', 'string'],
          [2, 'value', 'bytes'],
        ],
      ],
      [5, 'Permission_id', 'int64'],
    ],
  ],
  [14, 'timestamp', 'int64'],
  [18, 'fee_limit', 'int64'],
] as const satisfies MessageLayout;

/** A transaction as it is sent and stored. Its raw data stays in bytes, because the signature covers the bytes. */
export const TRANSACTION_LAYOUT = [
  [1, 'raw_data', 'bytes'],
  [2, 'signature', 'repeatedBytes'],
] as const satisfies MessageLayout;
