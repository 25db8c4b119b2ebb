import { formatCoin, type Abi, type Address, type SmallUnits } from '@coin/units';
import { decodeCall, type DecodedCall } from '../abi/decode-call.ts';
import { formatValue } from '../abi/format-value.ts';
import { hexToText } from '../encoding/hex.ts';
import { type JsonValue } from '../encoding/json.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { contractOf, findBuildCall, type BuildCall } from './build-call.ts';
import { readTransaction } from './read-transaction.ts';

/** A transaction whose bytes tell what it does. */
export interface DescribableTransaction {
  readonly txID: string;
  /** The transaction's bytes, without signatures. */
  readonly rawDataHex: string;
}

/** What moves, in smallest units: coin, a TRC-10 token by its id, or a TRC-20 token by its contract. */
export interface DescribedTransfer {
  readonly asset: 'coin' | { readonly tokenId: string } | { readonly token: Address };
  readonly from: Address;
  readonly to: Address;
  readonly amount: bigint;
}

/** What a transaction does if it succeeds, as data and in words. */
export interface TransactionDescription {
  readonly txID: string;
  /** The network's name: `TransferContract`. */
  readonly contractType: string;
  /** Whose transaction it is: this account pays. Absent for contracts of unknown types. */
  readonly owner?: Address;
  /** One line for people. Amounts of tokens are in their smallest units. */
  readonly text: string;
  /** What the transaction itself moves. A contract may move more. */
  readonly transfers: readonly DescribedTransfer[];
  /** The most that another account may take afterwards, in the token's smallest units. */
  readonly approval?: { readonly token: Address; readonly spender: Address; readonly amount: bigint };
  /** The called function and its arguments, by the ABI or a well-known signature. */
  readonly call?: DecodedCall<Abi>;
  /** The function and arguments that make the same transaction; absent for deployments and types without one. */
  readonly build?: BuildCall;
  /** The most that energy may cost, in small units; absent if no contract runs. */
  readonly feeLimit?: SmallUnits;
  /** Until when a block may include it, in milliseconds since 1970. */
  readonly expiration: number;
  /** The permission of the owner whose keys sign; 0 is the owner permission. */
  readonly permissionId: number;
  /** The memo as text; in hex, after 0x, if it is not UTF-8. */
  readonly memo?: string;
}

type Fields = ReturnType<typeof contractOf>['fields'];

const UNLIMITED = 2n ** 255n;
const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
const amountOf = (value: JsonValue | undefined): bigint => BigInt((value ?? 0) as number);
const coin = (value: JsonValue | undefined): string => `${formatCoin(amountOf(value))} coin`;
const resourceOf = ({ resource }: Fields): string => (textOf(resource) || 'BANDWIDTH').toLowerCase().replace('_', ' ');

/** A call by an ABI, which may be the chain's copy of it: without components of tuples, or with types that are none. */
function tryDecodeCall(data: string, abi: Abi): DecodedCall<Abi> | undefined {
  try {
    return decodeCall({ data, abi });
  } catch {
    return undefined;
  }
}

/** The transfers and the approval of a call of a token's function; none for other calls. */
function describeCall(owner: Address, fields: Fields, abi: Abi) {
  const { contract_address: contract, data, call_value: callValue, call_token_value: tokenValue } = fields;
  const token = textOf(contract);
  const call = decodeCall({ data: textOf(data) });
  const named: DecodedCall<Abi> | undefined = call ?? tryDecodeCall(textOf(data), abi);
  const tokenId = String(amountOf(fields['token_id']));
  const sent: readonly (readonly [DescribedTransfer['asset'], bigint, string])[] = [
    ['coin', amountOf(callValue), coin(callValue)],
    [{ tokenId }, amountOf(tokenValue), `${amountOf(tokenValue)} of token ${tokenId}`],
  ];
  const payments = sent.filter(([, amount]) => amount > 0n);
  const paid: DescribedTransfer[] = payments.map(([asset, amount]) => ({ asset, from: owner, to: token, amount }));
  const withCoin = payments.length === 0 ? '' : `, and pays it ${payments.map(([, , words]) => words).join(' and ')}`;
  const isOdd = named?.isExact === false ? ' (its data has unused bytes)' : '';
  switch (call?.functionName) {
    case 'transfer': {
      const [to, amount] = call.args;
      return {
        call: named,
        transfers: [...paid, { asset: { token }, from: owner, to, amount }],
        text: `sends ${amount} of token ${token} to ${to}${withCoin}${isOdd}`,
      };
    }
    case 'transferFrom': {
      const [from, to, amount] = call.args;
      return {
        call: named,
        transfers: [...paid, { asset: { token }, from, to, amount }],
        text: `sends ${amount} of token ${token} from ${from} to ${to}${withCoin}${isOdd}`,
      };
    }
    case 'approve':
    case 'increaseAllowance': {
      const [spender, amount] = call.args;
      const most = amount >= UNLIMITED ? 'any amount' : `${amount}${call.functionName === 'approve' ? '' : ' more'}`;
      return {
        call: named,
        transfers: paid,
        approval: { token, spender, amount },
        text: `allows ${spender} to take ${most} of token ${token}${withCoin}${isOdd}`,
      };
    }
    case 'decreaseAllowance':
    case 'permit':
    case undefined: {
      const unnamed = textOf(data).slice(0, 8) ? `0x${textOf(data).slice(0, 8)}` : 'no function';
      const what = named ? `${named.functionName}(${named.args.map(formatValue).join(', ')})` : unnamed;
      return { call: named, transfers: paid, text: `calls ${what} of contract ${token}${withCoin}${isOdd}` };
    }
  }
}

const receiverOf = (fields: Fields): string =>
  fields['receiver_address'] === undefined ? '' : ` of ${textOf(fields['receiver_address'])}`;
/** An amount of a token, or of coin, whose id exchanges and the market write as _. */
const tokens = (amount: JsonValue | undefined, id: JsonValue | undefined): string =>
  textOf(id) === '_' ? coin(amount) : `${amountOf(amount)} of token ${textOf(id)}`;
const quantity = (fields: Fields): string => tokens(fields['quant'], fields['token_id']);

/** What the owner does, without the owner. */
const PHRASES: Readonly<Record<string, (fields: Fields) => string>> = {
  TransferContract: (fields) => `pays ${coin(fields['amount'])} to ${textOf(fields['to_address'])}`,
  TransferAssetContract: (fields) =>
    `sends ${amountOf(fields['amount'])} of token ${textOf(fields['asset_name'])} to ${textOf(fields['to_address'])}`,
  CreateSmartContract: (fields) => {
    const { name, call_value: value } = fields['new_contract'] as Fields;
    return `deploys ${name === undefined ? 'a contract' : `the contract ${textOf(name)}`} with ${coin(value)}`;
  },
  AccountCreateContract: (fields) => `creates the account ${textOf(fields['account_address'])}`,
  AccountUpdateContract: (fields) => `names its account ${textOf(fields['account_name'])}`,
  FreezeBalanceContract: (fields) =>
    `stakes ${coin(fields['frozen_balance'])} for ${resourceOf(fields)}${receiverOf(fields)} by version 1`,
  UnfreezeBalanceContract: (fields) => `unstakes its ${resourceOf(fields)}${receiverOf(fields)} of version 1`,
  UpdateSettingContract: (fields) =>
    `lets callers of contract ${textOf(fields['contract_address'])} pay ${amountOf(fields['consume_user_resource_percent'])} % of their energy`,
  UpdateEnergyLimitContract: (fields) =>
    `pays for callers of contract ${textOf(fields['contract_address'])} at most ${amountOf(fields['origin_energy_limit'])} energy a call`,
  ClearABIContract: (fields) => `deletes the ABI of contract ${textOf(fields['contract_address'])}`,
  AssetIssueContract: (fields) =>
    `issues ${amountOf(fields['total_supply'])} of the new token ${textOf(fields['name'])}`,
  ParticipateAssetIssueContract: (fields) =>
    `buys token ${textOf(fields['asset_name'])} of ${textOf(fields['to_address'])} for ${coin(fields['amount'])}`,
  UnfreezeAssetContract: () => 'takes back the frozen supply of its token',
  UpdateAssetContract: ({ url }) => `changes the page of its token to ${textOf(url)}`,
  SetAccountIdContract: (fields) => `names its account ${textOf(fields['account_id'])}`,
  ExchangeCreateContract: (fields) =>
    `opens an exchange of ${tokens(fields['first_token_balance'], fields['first_token_id'])} and ` +
    tokens(fields['second_token_balance'], fields['second_token_id']),
  ExchangeInjectContract: (fields) => `adds ${quantity(fields)} to exchange ${amountOf(fields['exchange_id'])}`,
  ExchangeWithdrawContract: (fields) => `takes ${quantity(fields)} out of exchange ${amountOf(fields['exchange_id'])}`,
  ExchangeTransactionContract: (fields) =>
    `sells ${quantity(fields)} to exchange ${amountOf(fields['exchange_id'])} for at least ${amountOf(fields['expected'])}`,
  MarketSellAssetContract: (fields) =>
    `offers ${tokens(fields['sell_token_quantity'], fields['sell_token_id'])} for ` +
    tokens(fields['buy_token_quantity'], fields['buy_token_id']),
  MarketCancelOrderContract: (fields) => `cancels its order ${textOf(fields['order_id'])}`,
  FreezeBalanceV2Contract: (fields) => `stakes ${coin(fields['frozen_balance'])} for ${resourceOf(fields)}`,
  UnfreezeBalanceV2Contract: (fields) => `unstakes ${coin(fields['unfreeze_balance'])} of ${resourceOf(fields)}`,
  WithdrawExpireUnfreezeContract: () => 'withdraws coin that is no longer staked',
  CancelAllUnfreezeV2Contract: () => 'stakes again what it is unstaking',
  DelegateResourceContract: (fields) =>
    `delegates the ${resourceOf(fields)} of ${coin(fields['balance'])} to ${textOf(fields['receiver_address'])}`,
  UnDelegateResourceContract: (fields) =>
    `takes back the ${resourceOf(fields)} of ${coin(fields['balance'])} from ${textOf(fields['receiver_address'])}`,
  VoteWitnessContract: ({ votes }) =>
    `votes for ${((votes ?? []) as readonly Fields[])
      .map((each) => `${textOf(each['vote_address'])} (${amountOf(each['vote_count'])})`)
      .join(', ')}`,
  WithdrawBalanceContract: () => 'withdraws its reward',
  WitnessCreateContract: ({ url }) => `becomes a witness with the page ${textOf(url)}`,
  WitnessUpdateContract: (fields) => `changes its page as a witness to ${textOf(fields['update_url'])}`,
  UpdateBrokerageContract: ({ brokerage }) => `keeps ${amountOf(brokerage)} % of rewards as a witness`,
  AccountPermissionUpdateContract: ({ owner }) => {
    const { threshold, keys } = (owner ?? {}) as Fields;
    const addresses = ((keys ?? []) as readonly Fields[]).map(({ address }) => textOf(address));
    return `gives control of the account to ${addresses.join(', ')} with threshold ${amountOf(threshold)}`;
  },
  ProposalCreateContract: ({ parameters }) =>
    `proposes ${((parameters ?? []) as readonly Fields[])
      .map(({ key, value }) => `parameter ${amountOf(key)} = ${amountOf(value)}`)
      .join(', ')}`,
  ProposalApproveContract: (fields) =>
    `${fields['is_add_approval'] === true ? 'approves' : 'no longer approves'} proposal ${amountOf(fields['proposal_id'])}`,
  ProposalDeleteContract: (fields) => `withdraws proposal ${amountOf(fields['proposal_id'])}`,
};

function describeContract(owner: Address, type: string, fields: Fields, abi: Abi) {
  if (type === 'TriggerSmartContract') return describeCall(owner, fields, abi);
  const phrase = Object.hasOwn(PHRASES, type) ? PHRASES[type]?.(fields) : undefined;
  const [to, amount] = [textOf(fields['to_address']), amountOf(fields['amount'])];
  const transfers: DescribedTransfer[] = [];
  if (type === 'TransferContract') transfers.push({ asset: 'coin', from: owner, to, amount });
  if (type === 'TransferAssetContract')
    transfers.push({ asset: { tokenId: textOf(fields['asset_name']) }, from: owner, to, amount });
  return { transfers, text: phrase ?? `makes a ${type}` };
}

/** Without line breaks, and without letters that change the order or the look of others: anyone can write names. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');

function readMemo(hex: JsonValue | undefined): string | undefined {
  if (typeof hex !== 'string' || hex === '') return undefined;
  return hexToText(hex) ?? `0x${hex}`;
}

/**
 * Describes what a transaction does: who pays what to whom, which account may take tokens afterwards, fee limit,
 * expiration, permission and memo. For a wallet that shows what it is asked to sign, or a log of what was sent.
 *
 * It tells what the bytes say. What a contract does with a call only its code tells: simulate the call, or explain the
 * transaction once it is sent.
 *
 * Source: docs/protocol/transfers.md, Protobuf shapes; TIP-20.
 *
 * @param transaction - from `readTransaction`, `decodeTransaction`, a build function, `getTransactionById` or a block
 * @param options - `abi` of the called contract, which names the function and its arguments
 * @throws `ARGUMENT_INVALID` when the id is not the hash of the bytes, or they have fields that this version does not know
 *
 * @example
 * ```ts
 * import { createNodeClient, createTransaction } from '@coin/rpc';
 * import { describeTransaction } from '@coin/rpc/inspect';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const owner = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
 * const to = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
 * const transaction = await createTransaction(client, { owner, to, amount: 1_000_000n });
 * describeTransaction(transaction).text;
 * // => 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi pays 1 coin to TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8'
 * ```
 */
export function describeTransaction(
  transaction: DescribableTransaction,
  options: { readonly abi?: Abi } = {},
): TransactionDescription {
  const { txID, rawDataHex } = transaction;
  return describeContent(readTransaction({ txID, raw_data_hex: rawDataHex }), options.abi ?? []);
}

/** Describes a transaction that was read from its bytes. */
export function describeContent(transaction: Transaction, abi: Abi): TransactionDescription {
  const { txID, feeLimit, expiration, rawData } = transaction;
  const { type: contractType, fields, permissionId = 0 } = contractOf(transaction);
  const owner = fields['owner_address'] as Address | undefined;
  const { text, ...does } = describeContract(owner ?? '', contractType, fields, abi);
  return omitUndefined({
    txID,
    contractType,
    owner,
    text: printable(`${owner ?? 'It'} ${text}`),
    ...does,
    build: findBuildCall(transaction),
    feeLimit,
    expiration,
    permissionId,
    memo: readMemo(rawData['data']),
  });
}
