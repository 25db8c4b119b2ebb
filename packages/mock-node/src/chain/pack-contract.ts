import { bytesToHex } from '@noble/hashes/utils.js';
import { ContractType, type ContractTypeName } from '../protocol/enumerations.ts';
import { type TransactionContract } from '../protocol/messages.ts';
import { type MessageInit, type MessageOf, type MessageSchema } from '../protocol/schema.ts';
import { encode } from '../protocol/wire.ts';

/** A contract as a transaction holds it: its type, and its fields as the protocol's Any. */
export type PackedContract = Pick<MessageOf<typeof TransactionContract>, 'type' | 'parameter'>;

/** Packs a contract for a transaction. */
export function packContract<Contract>(
  schema: MessageSchema<Contract, ContractTypeName>,
  contract: MessageInit<Contract>,
): PackedContract {
  return {
    type: ContractType.values[schema.name],
    parameter: {
      type_url: `type.googleapis.com/protocol.${schema.name}`,
      value: bytesToHex(encode(schema, contract)),
    },
  };
}
