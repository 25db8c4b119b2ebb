import { transactionId, transactionSize } from '../../protocol/messages/ids.ts';
import {
  type TransactionContract,
  type TransactionMessage,
  type TransactionRaw,
} from '../../protocol/messages/messages.ts';
import { type MessageOf } from '../../protocol/messages/schema.ts';
import { type Hex } from '../../protocol/primitives.ts';
import { ContractValidateError, NotModelledError } from '../ledger-errors.ts';
import { modelledType } from '../transactions/modelled-types.ts';
import { type ContractCall, type UnreadableCall } from '../transactions/transaction-type.ts';

/** A transaction with everything that its execution needs more than once. */
export interface PreparedTransaction {
  readonly id: Hex;
  /** Without `ret`. */
  readonly message: TransactionMessage;
  readonly rawData: MessageOf<typeof TransactionRaw>;
  /** Bytes of the encoded message, which bandwidth counts. */
  readonly size: number;
  /** Number of the permission that its signatures are checked against. */
  readonly permissionId: number;
  /** Its first contract. Applying it checks that there is no second one. */
  readonly call: ContractCall | UnreadableCall;
}

/**
 * Reads the id, the size and the contract of a decoded transaction.
 *
 * @throws ContractValidateError for a transaction without a contract, NotModelledError for a type that is not modelled.
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
    size: transactionSize(withoutResults),
    permissionId: contract.Permission_id,
    call: readCall(contract),
  };
}

type TypedContract = Pick<MessageOf<typeof TransactionContract>, 'type' | 'parameter'>;

function readCall(contract: TypedContract): PreparedTransaction['call'] {
  try {
    return readContract(contract);
  } catch (error) {
    if (!(error instanceof Error) || error instanceof NotModelledError) throw error;
    return { kind: 'unreadable', typeNumber: contract.type, owner: '', problem: error };
  }
}

/**
 * Decodes a contract.
 *
 * @throws ContractValidateError for a type that is not modelled and for a parameter of another type; Error for one that
 * cannot be decoded.
 */
export function readContract({ type: number, parameter }: TypedContract): ContractCall {
  const type = modelledType(number);
  if (parameter === undefined || !parameter.type_url.endsWith(`/protocol.${type.name}`)) {
    throw new ContractValidateError(
      `contract type error, expected type [${type.name}], real type [class com.google.protobuf.Any]`,
    );
  }
  return type.read(parameter.value);
}
