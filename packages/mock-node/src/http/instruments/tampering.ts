import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { textBytes } from '../../json/protobuf-printer.ts';
import { fromBase58 } from '../../protocol/address.ts';
import { TransferContract } from '../../protocol/messages/contract-messages.ts';
import { contractSchemas } from '../../protocol/messages/contract-schemas.ts';
import { ContractType } from '../../protocol/messages/enumerations.ts';
import { type TransactionContract, type TransactionMessage } from '../../protocol/messages/messages.ts';
import { type MessageOf } from '../../protocol/messages/schema.ts';
import { decode, encode } from '../../protocol/messages/wire.ts';

/** The difference of a built transaction from the request. By default its id and bytes match the change; see `ids`. */
export interface Tampering {
  /** Base58check or 41-hex. */
  readonly recipient?: string;
  readonly owner?: string;
  /** Small units, for the contract's first field that is an amount. */
  readonly amount?: bigint;
  readonly feeLimit?: bigint;
  readonly memo?: string;
  readonly permissionId?: number;
  /** Milliseconds since 1970. */
  readonly expiration?: bigint;
  /** Adds a transfer of one small unit to the transaction. */
  readonly secondContract?: true;
  /**
   * With `kept`, `txID` and `raw_data_hex` are the requested transaction's, and only `raw_data` differs. Defaults to
   * `recomputed`.
   */
  readonly ids?: 'recomputed' | 'kept';
}

type ContractMessage = MessageOf<typeof TransactionContract>;

const recipientFields = ['to_address', 'contract_address', 'receiver_address', 'account_address'];
const amountFields = ['amount', 'call_value', 'frozen_balance', 'unfreeze_balance', 'balance'];

/** @internal */
export function tamper(transaction: TransactionMessage, change: Tampering): TransactionMessage {
  const raw = transaction.raw_data;
  if (raw === undefined) return transaction;
  const contract = raw.contract.map((entry) => tamperContract(entry, change));
  return {
    ...transaction,
    raw_data: {
      ...raw,
      contract: change.secondContract ? [...contract, ...extraTransfer(contract)] : contract,
      ...(change.feeLimit !== undefined && { fee_limit: change.feeLimit }),
      ...(change.memo !== undefined && { data: textBytes(change.memo) }),
      ...(change.expiration !== undefined && { expiration: change.expiration }),
    },
  };
}

function tamperContract(contract: ContractMessage, change: Tampering): ContractMessage {
  const schema = contractSchemas.get(contract.type);
  if (schema === undefined || contract.parameter === undefined) return contract;
  const message: Record<string, unknown> = { ...decode(schema, hexToBytes(contract.parameter.value)) };
  const set = (fields: readonly string[], value: unknown): void => {
    const field = fields.find((name) => schema.byName.has(name));
    if (value !== undefined && field !== undefined) message[field] = value;
  };
  set(recipientFields, addressOf(change.recipient));
  set(['owner_address'], addressOf(change.owner));
  set(amountFields, change.amount);
  return {
    ...contract,
    parameter: { ...contract.parameter, value: bytesToHex(encode(schema, message)) },
    ...(change.permissionId !== undefined && { Permission_id: change.permissionId }),
  };
}

function addressOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (fromBase58(text) ?? text);
}

function extraTransfer([first]: readonly ContractMessage[]): readonly ContractMessage[] {
  const schema = first && contractSchemas.get(first.type);
  if (first?.parameter === undefined || schema === undefined) return [];
  const message: Record<string, unknown> = { ...decode(schema, hexToBytes(first.parameter.value)) };
  const owner = String(message['owner_address']);
  const transfer = encode(TransferContract, { owner_address: owner, to_address: `41${'99'.repeat(20)}`, amount: 1n });
  const parameter = { type_url: 'type.googleapis.com/protocol.TransferContract', value: bytesToHex(transfer) };
  return [{ ...first, type: ContractType.values.TransferContract, parameter }];
}
