import type { SmallUnits } from '@coin/units';
import type { Address } from '../encoding/address.ts';
import { bytesToHex } from '../encoding/hex.ts';
import type { JsonValue } from '../encoding/json.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { sha256 } from '../encoding/sha256.ts';
import { encodeMessage, messageJson, type WireMessage } from './wire-message.ts';

/** A transaction whose bytes were compared with what was asked; never changed, only copied with signatures. */
export interface Transaction {
  /** SHA-256 of the bytes in `rawDataHex`: what is signed. */
  readonly txID: string;
  /** The transaction's bytes, without signatures. */
  readonly rawDataHex: string;
  /** The same as the node's JSON writes it with visible true; amounts as bigint. */
  readonly rawData: { readonly [key: string]: JsonValue };
  /** Until when a block may take it, in milliseconds since 1970. */
  readonly expiration: number;
  readonly timestamp: number;
  /** Small units of energy cost at most; absent where no contract runs. */
  readonly feeLimit?: SmallUnits;
  /** Where a deployed contract will live. */
  readonly contractAddress?: Address;
  /** 130 hex digits each: r, s, v. Empty before it is signed. */
  readonly signatures: readonly string[];
}

/** What the caller asked for: everything in a transaction that is not the node's to choose. */
export interface TransactionIntent {
  /** Number and name of the contract type. */
  type: { number: number; name: string };
  value: WireMessage;
  /** UTF-8 text kept in the transaction. */
  memo?: string | undefined;
  /** Small units. */
  feeLimit?: bigint | undefined;
  /** Which permission of the owner signs; 0, the owner permission, when absent. */
  permissionId?: number | undefined;
}

/** What the node chooses. */
export interface NodeChoice {
  refBlockBytes: string;
  refBlockHash: string;
  expiration: number;
  timestamp: number;
}

/** Writes the transaction that an intent and a node's choice make. Source: docs/protocol/transfers.md, Protobuf shapes. */
export function composeTransaction(intent: TransactionIntent, choice: NodeChoice): Transaction {
  const typeUrl = `type.googleapis.com/protocol.${intent.type.name}`;
  const memo = bytesToHex(new TextEncoder().encode(intent.memo ?? ''));
  const feeLimit = intent.feeLimit ?? 0n;
  const permissionId = BigInt(intent.permissionId ?? 0);
  const bytes = encodeMessage([
    [1, 'ref_block_bytes', 'hex', choice.refBlockBytes],
    [4, 'ref_block_hash', 'hex', choice.refBlockHash],
    [8, 'expiration', 'int64', BigInt(choice.expiration)],
    [10, 'data', 'hex', memo],
    [
      11,
      'contract',
      'message',
      [
        [1, 'type', 'enum', intent.type],
        [
          2,
          'parameter',
          'message',
          [
            [1, 'type_url', 'text', typeUrl],
            [2, 'value', 'hex', bytesToHex(encodeMessage(intent.value))],
          ],
        ],
        [5, 'Permission_id', 'int64', permissionId],
      ],
    ],
    [14, 'timestamp', 'int64', BigInt(choice.timestamp)],
    [18, 'fee_limit', 'int64', feeLimit],
  ]);
  const contract = omitUndefined({
    parameter: { value: messageJson(intent.value), type_url: typeUrl },
    type: intent.type.name,
    Permission_id: permissionId === 0n ? undefined : Number(permissionId),
  });
  return omitUndefined({
    txID: bytesToHex(sha256(bytes)),
    rawDataHex: bytesToHex(bytes),
    rawData: omitUndefined({
      data: memo === '' ? undefined : memo,
      contract: [contract],
      ref_block_bytes: choice.refBlockBytes,
      ref_block_hash: choice.refBlockHash,
      expiration: choice.expiration,
      fee_limit: feeLimit === 0n ? undefined : feeLimit,
      timestamp: choice.timestamp,
    }),
    expiration: choice.expiration,
    timestamp: choice.timestamp,
    feeLimit: intent.feeLimit,
    signatures: [],
  });
}
