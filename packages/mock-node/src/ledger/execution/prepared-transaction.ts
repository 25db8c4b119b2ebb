import { hexToBytes } from '@noble/hashes/utils.js';
import { transactionId } from '../../protocol/hash.ts';
import {
  Transaction,
  type TransactionContract,
  type TransactionMessage,
  type TransactionRaw,
} from '../../protocol/messages.ts';
import { type Hex } from '../../protocol/primitives.ts';
import { type MessageOf } from '../../protocol/schema.ts';
import { encode } from '../../protocol/wire.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import { modelledType } from '../transactions/modelled-types.ts';
import { type ContractCall } from '../transactions/transaction-type.ts';

/** A transaction with everything that its execution needs more than once. */
export interface PreparedTransaction {
  readonly id: Hex;
  /** Without `ret`. */
  readonly message: TransactionMessage;
  readonly rawData: MessageOf<typeof TransactionRaw>;
  /** The encoded message: what bandwidth counts. */
  readonly bytes: Uint8Array;
  /** Number of the permission that its signatures are checked against. */
  readonly permissionId: number;
  /** Its first contract. That there is no second one is checked when it is applied. */
  readonly call: ContractCall;
}

/**
 * Reads a decoded transaction: its id, its size, its contract.
 *
 * @throws ContractValidateError for a transaction without a contract, and for a contract that does not match its type.
 */
export function prepareTransaction(message: TransactionMessage): PreparedTransaction {
  const { raw_data: rawData } = message;
  const contract = rawData?.contract[0];
  if (rawData === undefined || contract === undefined) throw new ContractValidateError('No contract!');
  const withoutResults = message.ret.length === 0 ? message : { ...message, ret: [] };
  return {
    id: transactionId(rawData),
    message: withoutResults,
    rawData,
    bytes: encode(Transaction, withoutResults),
    permissionId: contract.Permission_id,
    call: readContract(contract),
  };
}

/**
 * Decodes a contract.
 *
 * @throws ContractValidateError for a type that is not modelled, and for a parameter of another type.
 */
export function readContract({
  type: number,
  parameter,
}: Pick<MessageOf<typeof TransactionContract>, 'type' | 'parameter'>): ContractCall {
  const type = modelledType(number);
  if (parameter === undefined || !parameter.type_url.endsWith(`/protocol.${type.name}`)) {
    throw new ContractValidateError(
      `contract type error, expected type [${type.name}], real type [class com.google.protobuf.Any]`,
    );
  }
  return type.read(hexToBytes(parameter.value));
}
