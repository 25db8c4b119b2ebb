import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '../encoding/hex.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { contractTypeEnum } from './contract-type.ts';
import { type NodeFields, type Transaction, type TransactionIntent } from './transaction.ts';
import { encodeMessage, messageJson, type WireMessage } from './wire-message.ts';

/**
 * The unsigned transaction of an intent and the fields that the node filled in. Source: docs/protocol/transfers.md,
 * Protobuf shapes.
 */
export function composeTransaction(
  { type, value, memo = '', feeLimit, permissionId = 0 }: TransactionIntent,
  { refBlockBytes, refBlockHash, expiration, timestamp }: NodeFields,
): Transaction {
  const typeUrl = `type.googleapis.com/protocol.${type}`;
  const data = bytesToHex(new TextEncoder().encode(memo));
  const parameterMessage: WireMessage = [
    [1, 'type_url', 'string', typeUrl],
    [2, 'value', 'bytes', bytesToHex(encodeMessage(value))],
  ];
  const contractMessage: WireMessage = [
    [1, 'type', 'enum', contractTypeEnum(type)],
    [2, 'parameter', 'message', parameterMessage],
    [5, 'Permission_id', 'int64', BigInt(permissionId)],
  ];
  const bytes = encodeMessage([
    [1, 'ref_block_bytes', 'bytes', refBlockBytes],
    [4, 'ref_block_hash', 'bytes', refBlockHash],
    [8, 'expiration', 'int64', BigInt(expiration)],
    [10, 'data', 'bytes', data],
    [11, 'contract', 'message', contractMessage],
    [14, 'timestamp', 'int64', BigInt(timestamp)],
    [18, 'fee_limit', 'int64', feeLimit ?? 0n],
  ]);
  const contract = omitUndefined({
    parameter: { value: messageJson(value), type_url: typeUrl },
    type,
    Permission_id: permissionId || undefined,
  });
  return omitUndefined({
    txID: bytesToHex(sha256(bytes)),
    rawDataHex: bytesToHex(bytes),
    rawData: omitUndefined({
      data: data || undefined,
      contract: [contract],
      ref_block_bytes: refBlockBytes,
      ref_block_hash: refBlockHash,
      expiration,
      fee_limit: feeLimit || undefined,
      timestamp,
    }),
    expiration,
    timestamp,
    feeLimit,
    signatures: [],
  });
}
