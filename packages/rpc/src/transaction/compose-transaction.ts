import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { addressBytes, addressFromWord, type Address } from '../encoding/address.ts';
import { bytesToHex, hexToBytes } from '../encoding/hex.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { contractTypeEnum } from './contract-type.ts';
import { type NodeFields, type Transaction, type TransactionIntent } from './transaction.ts';
import { encodeMessage, messageJson, type WireEnum, type WireMessage } from './wire-message.ts';

/** What precedes the name of a contract's message in its type URL. */
export const TYPE_URL_PREFIX = 'type.googleapis.com/protocol.';

/** Everything in a transaction that the node does not fill in, of any contract type. */
export interface TransactionContent {
  readonly type: WireEnum;
  /** The contract's fields; the hex of its bytes where its type is unknown. */
  readonly value: WireMessage | string;
  /** Hex of the memo's bytes; empty where there is none. */
  readonly data: string;
  readonly feeLimit?: bigint | undefined;
  readonly permissionId: number;
}

/** Source: docs/protocol/transfers.md, Contract addresses. */
function deployedAddress(txID: string, owner: Address): Address {
  const hash = keccak_256(Uint8Array.of(...hexToBytes(txID), ...addressBytes(owner)));
  return addressFromWord(bytesToHex(hash.subarray(12)));
}

/**
 * The unsigned transaction of a content and the fields that the node filled in. Source: docs/protocol/transfers.md,
 * Protobuf shapes.
 */
export function composeContent(
  { type, value, data, feeLimit, permissionId }: TransactionContent,
  { refBlockBytes, refBlockHash, expiration, timestamp }: NodeFields,
): Transaction {
  const typeUrl = `${TYPE_URL_PREFIX}${type.name}`;
  const [valueHex, valueJson] =
    typeof value === 'string' ? [value, value] : [bytesToHex(encodeMessage(value)), messageJson(value)];
  const parameterMessage: WireMessage = [
    [1, 'type_url', 'string', typeUrl],
    [2, 'value', 'bytes', valueHex],
  ];
  const contractMessage: WireMessage = [
    [1, 'type', 'enum', type],
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
    parameter: { value: valueJson, type_url: typeUrl },
    type: type.name,
    Permission_id: permissionId || undefined,
  });
  const txID = bytesToHex(sha256(bytes));
  const deployer =
    type.name === 'CreateSmartContract' && typeof valueJson === 'object' ? valueJson.owner_address : undefined;
  return omitUndefined({
    txID,
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
    contractAddress: typeof deployer === 'string' ? deployedAddress(txID, deployer) : undefined,
    signatures: [],
  });
}

/** The unsigned transaction of an intent and the fields that the node filled in. */
export const composeTransaction = (
  { type, value, memo = '', feeLimit, permissionId = 0 }: TransactionIntent,
  fields: NodeFields,
): Transaction => {
  const data = bytesToHex(new TextEncoder().encode(memo));
  return composeContent({ type: contractTypeEnum(type), value, data, feeLimit, permissionId }, fields);
};
