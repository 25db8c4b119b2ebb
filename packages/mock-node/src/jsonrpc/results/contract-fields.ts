import { hexToBytes } from '@noble/hashes/utils.js';
import {
  AccountCreateContract,
  ClearABIContract,
  DelegateResourceContract,
  ExchangeInjectContract,
  ExchangeTransactionContract,
  ExchangeWithdrawContract,
  FreezeBalanceContract,
  ParticipateAssetIssueContract,
  ShieldedTransferContract,
  TransferAssetContract,
  TransferContract,
  TriggerSmartContract,
  UnDelegateResourceContract,
  UnfreezeBalanceContract,
  UpdateEnergyLimitContract,
  UpdateSettingContract,
  VoteAssetContract,
  VoteWitnessContract,
} from '../../protocol/messages/contract-messages.ts';
import { contractSchemas } from '../../protocol/messages/contract-schemas.ts';
import { ContractType, type ContractTypeName } from '../../protocol/messages/enumerations.ts';
import { type TransactionContract, type TransactionInfoMessage } from '../../protocol/messages/messages.ts';
import { type MessageOf, type MessageSchema } from '../../protocol/messages/schema.ts';
import { decode } from '../../protocol/messages/wire.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';
import { allAssets } from '../../state/accessors/assets.ts';
import { type State } from '../../state/root.ts';

// The parts of a transaction's contract that JSON-RPC shows. Source: docs/protocol/json-rpc.md, Transactions.

/** A contract of a transaction, of any type. */
export type PackedContract = MessageOf<typeof TransactionContract>;

/** Reads a property of a contract's message; undefined if the bytes are not such a message. */
type FieldReader<T> = (contract: PackedContract) => T | undefined;

const of = <Message, T>(
  schema: MessageSchema<Message, ContractTypeName>,
  read: (message: Message) => T,
): readonly [type: number, FieldReader<T>] => [
  ContractType.values[schema.name],
  (contract) => {
    const message = unpack(schema, contract);
    return message && read(message);
  },
];

function unpack<Message>(schema: MessageSchema<Message>, { parameter }: PackedContract): Message | undefined {
  if (parameter?.type_url.endsWith(`/protocol.${schema.name}`) !== true) return undefined;
  try {
    return decode(schema, hexToBytes(parameter.value));
  } catch {
    return undefined;
  }
}

/** The account that a contract acts for; empty if there is none. */
export function ownerOf(contract: PackedContract): Address {
  if (contract.type === ContractType.values.ShieldedTransferContract)
    return unpack(ShieldedTransferContract, contract)?.transparent_from_address ?? '';
  const schema = contractSchemas.get(contract.type);
  const message: { readonly owner_address?: unknown } | undefined = schema && unpack(schema, contract);
  return typeof message?.owner_address === 'string' ? message.owner_address : '';
}

const recipients: ReadonlyMap<number, FieldReader<Address | undefined>> = /* @__PURE__ */ new Map([
  of(AccountCreateContract, ({ account_address }) => account_address),
  of(TransferContract, ({ to_address }) => to_address),
  of(TransferAssetContract, ({ to_address }) => to_address),
  of(VoteAssetContract, ({ vote_address: [first] }) => first),
  of(VoteWitnessContract, ({ votes: [first] }) => first?.vote_address),
  of(ParticipateAssetIssueContract, ({ to_address }) => to_address),
  of(FreezeBalanceContract, ({ receiver_address }) => receiver_address),
  of(UnfreezeBalanceContract, ({ receiver_address }) => receiver_address),
  of(DelegateResourceContract, ({ receiver_address }) => receiver_address),
  of(UnDelegateResourceContract, ({ receiver_address }) => receiver_address),
  of(TriggerSmartContract, ({ contract_address }) => contract_address),
  of(UpdateSettingContract, ({ contract_address }) => contract_address),
  of(UpdateEnergyLimitContract, ({ contract_address }) => contract_address),
  of(ClearABIContract, ({ contract_address }) => contract_address),
  of(ShieldedTransferContract, ({ transparent_to_address }) => transparent_to_address),
]);

/** The account or contract that a contract is about; empty if there is none. */
export function recipientOf(contract: PackedContract): Address {
  return recipients.get(contract.type)?.(contract) ?? '';
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

const amounts: ReadonlyMap<number, FieldReader<bigint>> = /* @__PURE__ */ new Map([
  of(TransferContract, ({ amount }) => amount),
  of(TransferAssetContract, ({ amount }) => amount),
  of(VoteWitnessContract, ({ votes }) => sum(votes.map(({ vote_count }) => vote_count))),
  of(FreezeBalanceContract, ({ frozen_balance }) => frozen_balance),
  of(TriggerSmartContract, ({ call_value }) => call_value),
  of(ExchangeInjectContract, ({ quant }) => quant),
  of(ExchangeWithdrawContract, ({ quant }) => quant),
  of(ExchangeTransactionContract, ({ quant }) => quant),
  of(ShieldedTransferContract, ({ from_amount, to_amount }) =>
    from_amount > 0n ? from_amount : to_amount > 0n ? to_amount : 0n,
  ),
]);

/** The original fees, regardless of their current values. */
const fixedAmounts: { readonly [Name in ContractTypeName]?: bigint } = {
  WitnessCreateContract: 9_999_000_000n,
  AssetIssueContract: 1_024_000_000n,
  ExchangeCreateContract: 1_024_000_000n,
  AccountPermissionUpdateContract: 100_000_000n,
};

/** Amounts known only from the outcome. */
const outcomes: { readonly [Name in ContractTypeName]?: (info: TransactionInfoMessage) => bigint } = {
  UnfreezeBalanceContract: ({ unfreeze_amount }) => unfreeze_amount,
  UnfreezeBalanceV2Contract: ({ unfreeze_amount }) => unfreeze_amount,
  WithdrawBalanceContract: ({ withdraw_amount }) => withdraw_amount,
  WithdrawExpireUnfreezeContract: ({ withdraw_expire_amount }) => withdraw_expire_amount,
  CancelAllUnfreezeV2Contract: ({ cancel_unfreezeV2_amount }) =>
    sum(cancel_unfreezeV2_amount.map(({ value }) => value)),
};

/** The amount of a contract: coin, tokens or votes. */
export function amountOf(state: State, contract: PackedContract, info: TransactionInfoMessage | undefined): bigint {
  const name = ContractType.byNumber.get(contract.type);
  if (name === undefined) return 0n;
  if (name === 'UnfreezeAssetContract') return frozenSupply(state, ownerOf(contract));
  const outcome = outcomes[name];
  if (outcome !== undefined) return info === undefined ? 0n : outcome(info);
  return fixedAmounts[name] ?? amounts.get(contract.type)?.(contract) ?? 0n;
}

/** The total frozen supply of the token that an account has issued. */
function frozenSupply(state: State, owner: Address): bigint {
  const [asset, ...others] = [...allAssets(state)].filter(({ owner_address: issuer }) => issuer === owner);
  if (asset === undefined || others.length > 0) return 0n;
  return sum(asset.frozen_supply.map(({ frozen_amount: amount }) => amount));
}

/** The data of a contract call; empty for other contracts. */
export function callDataOf(contract: PackedContract): Hex {
  if (contract.type !== ContractType.values.TriggerSmartContract) return '';
  return unpack(TriggerSmartContract, contract)?.data ?? '';
}
