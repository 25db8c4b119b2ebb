import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { sha256 } from '../../protocol/hash.ts';
import { ContractType } from '../../protocol/enumerations.ts';
import { Transaction, TransactionRaw } from '../../protocol/messages.ts';
import type { Any, TransactionMessage } from '../../protocol/messages.ts';
import type { MessageInit, MessageOf, MessageSchema } from '../../protocol/schema.ts';
import { decode, encode } from '../../protocol/wire.ts';
import type { Address, Hex } from '../../protocol/primitives.ts';
import { ContractValidateError } from '../ledger-errors.ts';
import type { ContractRunType, TransactionType } from '../transactions/transaction-type.ts';
import { transactionTypes } from '../transactions/index.ts';

/** A transaction with everything that is asked of it again and again. */
export interface PreparedTransaction {
  readonly id: Hex;
  readonly message: TransactionMessage;
  /** Encoded without `ret`: what bandwidth counts. */
  readonly bytes: Uint8Array;
  readonly call: ContractCall;
}

/** A contract's decoded parameter beside its type. */
interface Call<Type> {
  readonly type: Type;
  readonly contract: unknown;
  readonly owner: Address;
}

/** A contract that the ledger itself carries out. */
export type NativeCall = Call<TransactionType<unknown>>;
/** A contract that runs code. */
export type RunCall = Call<ContractRunType<unknown>>;
export type ContractCall = NativeCall | RunCall;

/** Packs a message as the protocol's Any. */
export function anyOf<T>(name: string, schema: MessageSchema<T>, value: MessageInit<T>): MessageOf<typeof Any> {
  return { type_url: `type.googleapis.com/protocol.${name}`, value: bytesToHex(encode(schema, value)) };
}

/**
 * Reads a decoded transaction: its id, its size, its one contract.
 *
 * @throws ContractValidateError where it has no contract, or one that is not what its type says.
 */
export function prepareTransaction(message: TransactionMessage): PreparedTransaction {
  const contract = message.raw_data?.contract[0];
  if (contract === undefined) throw new ContractValidateError('No contract!');
  const raw = encode(TransactionRaw, message.raw_data!);
  const withoutResults = message.ret.length === 0 ? message : { ...message, ret: [] };
  const type = transactionTypes.get(contract.type);
  if (type === undefined) throw notModelled(contract.type);
  return {
    id: bytesToHex(sha256(raw)),
    message: withoutResults,
    bytes: encode(Transaction, withoutResults),
    call: readCall(type, contract.parameter),
  };
}

/** What is said of a type of transaction that only real nodes know. */
export function notModelled(type: number): ContractValidateError {
  const name = ContractType.byNumber.get(type) ?? `contract type ${type}`;
  return new ContractValidateError(`@coin/mock-node does not model ${name}; a real node might accept it`);
}

function readCall(
  type: TransactionType<unknown> | ContractRunType<unknown>,
  parameter: MessageOf<typeof Any> | undefined,
): ContractCall {
  if (parameter === undefined || !parameter.type_url.endsWith(`/protocol.${type.name}`)) {
    throw new ContractValidateError(
      `contract type error, expected type [${type.name}], real type [class com.google.protobuf.Any]`,
    );
  }
  const contract = decode(type.schema, hexToBytes(parameter.value));
  return { type, contract, owner: type.owner(contract) } as ContractCall;
}
