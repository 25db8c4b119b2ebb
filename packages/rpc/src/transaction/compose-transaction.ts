import { sha256 } from '@noble/hashes/sha2.js';
import { deployedAddress } from '../address/contract-address.ts';
import { bytesToHex } from '../encoding/hex.ts';
import { type JsonObject, type JsonValue } from '../encoding/json.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { CONTRACT_TYPES, type ContractType, type ContractValue } from './contracts/contract-types.ts';
import { RAW_DATA_LAYOUT, TYPE_URL_PREFIX } from './transaction-layout.ts';
import { type Transaction } from './transaction.ts';
import { encodeMessage, messageJson } from './wire/encode-message.ts';
import { type MessageValue } from './wire/message-layout.ts';

/** The caller's request: every field of a transaction that the node does not fill. */
export interface TransactionIntent<T extends ContractType = ContractType> {
  readonly type: T;
  readonly value: ContractValue<T>;
  /** UTF-8 text stored in the transaction. */
  readonly memo?: string | undefined;
  /** Small units. */
  readonly feeLimit?: bigint | undefined;
  /** The permission of the owner that signs; absent for 0, the owner permission. */
  readonly permissionId?: number | undefined;
}

/** The fields that the node fills. Times in milliseconds since 1970. */
export interface NodeFields {
  /** 4 hex digits. */
  readonly refBlockBytes: string;
  /** 16 hex digits. */
  readonly refBlockHash: string;
  readonly expiration: number;
  readonly timestamp: number;
}

/** A contract's type and fields, in bytes and as the node prints them. */
export interface ContractContent {
  readonly type: { readonly number: number; readonly name: string };
  /** Hex. */
  readonly bytes: string;
  /** The hex of its bytes if its type is unknown. */
  readonly json: JsonValue;
}

/** Everything in a transaction that the node does not fill in, of any contract type. */
export interface TransactionContent {
  readonly contract: ContractContent;
  /** Hex of the memo's bytes; empty if there is none. */
  readonly data: string;
  readonly feeLimit?: bigint | undefined;
  readonly permissionId: number;
}

/** The content of a contract of a known type. */
export function knownContract(type: ContractType, value: MessageValue): ContractContent {
  const layout = CONTRACT_TYPES[type].fields;
  return {
    type: { number: CONTRACT_TYPES[type].number, name: type },
    bytes: bytesToHex(encodeMessage(layout, value)),
    json: messageJson(layout, value),
  };
}

/**
 * The unsigned transaction of a content and the fields that the node filled in. Source: docs/protocol/transfers.md,
 * Protobuf shapes.
 */
export function composeContent(
  { contract: { type, bytes: value, json }, data, feeLimit, permissionId }: TransactionContent,
  { refBlockBytes, refBlockHash, expiration, timestamp }: NodeFields,
): Transaction {
  const typeUrl = `${TYPE_URL_PREFIX}${type.name}`;
  const bytes = encodeMessage(RAW_DATA_LAYOUT, {
    ref_block_bytes: refBlockBytes,
    ref_block_hash: refBlockHash,
    expiration: BigInt(expiration),
    data,
    contract: {
      type: BigInt(type.number),
      parameter: { type_url: typeUrl, value },
      Permission_id: BigInt(permissionId),
    },
    timestamp: BigInt(timestamp),
    fee_limit: feeLimit,
  });
  const contract = omitUndefined({
    parameter: { value: json, type_url: typeUrl },
    type: type.name,
    Permission_id: permissionId || undefined,
  });
  const txID = bytesToHex(sha256(bytes));
  const deployer = type.name === 'CreateSmartContract' ? (json as JsonObject)['owner_address'] : undefined;
  return omitUndefined({
    txID,
    rawDataHex: bytesToHex(bytes),
    rawData: omitUndefined({
      data: data || undefined,
      contract: [contract],
      ref_block_bytes: refBlockBytes || undefined,
      ref_block_hash: refBlockHash || undefined,
      expiration: expiration || undefined,
      fee_limit: feeLimit || undefined,
      timestamp: timestamp || undefined,
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
  return composeContent({ contract: knownContract(type, value), data, feeLimit, permissionId }, fields);
};
