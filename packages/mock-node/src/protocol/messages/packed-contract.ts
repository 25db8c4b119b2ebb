import { bytesToHex, readHex } from '../hex.ts';
import { type Hex } from '../primitives.ts';
import { ContractType, type ContractTypeName } from './enumerations.ts';
import { type TransactionContract } from './messages.ts';
import { type MessageInit, type MessageOf, type MessageSchema } from './schema.ts';
import { decode, encodeFor } from './wire.ts';

/** A contract as a transaction holds it: its type, and its fields as the protocol's Any. */
export type PackedContract = Pick<MessageOf<typeof TransactionContract>, 'type' | 'parameter'>;

/** The contract that was packed or unpacked last. A transaction is validated and then printed when it is built. */
let latest: { readonly schema: object; readonly value: Hex; readonly contract: unknown } | undefined;

/** Packs a contract for a transaction. */
export function packContract<Contract>(
  schema: MessageSchema<Contract, ContractTypeName>,
  contract: Contract,
): PackedContract {
  const value = encodeFor(schema, contract as MessageInit<Contract>, bytesToHex);
  if (isExact(schema)) latest = { schema, value, contract };
  return {
    type: ContractType.values[schema.name],
    parameter: { type_url: `type.googleapis.com/protocol.${schema.name}`, value },
  };
}

/**
 * Whether a message survives encoding unchanged. Strings may not, because they can contain halves of surrogate pairs.
 */
const isExact = ({ fields }: MessageSchema<unknown>): boolean =>
  fields.every((field) => field.kind !== 'string' && (field.kind !== 'message' || isExact(field.schema)));

/** Unpacks a contract. @throws RangeError or Error for bytes that are not a message of this schema. */
export function unpackContract<Contract>(schema: MessageSchema<Contract>, value: Hex): Contract {
  if (latest?.schema !== schema || latest.value !== value)
    latest = { schema, value, contract: decode(schema, readHex(value)) };
  return latest.contract as Contract;
}
