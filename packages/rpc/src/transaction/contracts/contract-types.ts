import { type MessageLayout, type MessageValue } from '../wire/message-layout.ts';
import { ABI_LAYOUT } from './abi-layout.ts';
import { PERMISSION_LAYOUT } from './permission-layout.ts';

/** In the order of the wire's numbers. Source: docs/protocol/staking.md. */
export const STAKE_RESOURCES = ['BANDWIDTH', 'ENERGY'] as const;

/** The resource that a stake yields: bandwidth or energy. */
export type StakeResource = (typeof STAKE_RESOURCES)[number];

/** The network also has a resource for votes alone, which no build here asks for. */
const RESOURCES = [...STAKE_RESOURCES, 'TRON_POWER'] as const;

/** What an account is; people create only the first kind. */
const ACCOUNT_TYPES = ['Normal', 'AssetIssue', 'Contract'] as const;

const OWNER = [1, 'owner_address', 'address'] as const;
const TO_ADDRESS = [2, 'to_address', 'address'] as const;
const CONTRACT = [2, 'contract_address', 'address'] as const;
const EXCHANGE_ID = [2, 'exchange_id', 'int64'] as const;
const TOKEN_ID = [3, 'token_id', 'text'] as const;
const QUANT = [4, 'quant', 'int64'] as const;
const PROPOSAL_ID = [2, 'proposal_id', 'int64'] as const;
const RESOURCE = [2, 'resource', 'enum', RESOURCES] as const;
const BALANCE = [3, 'balance', 'int64'] as const;
const RECEIVER = [4, 'receiver_address', 'address'] as const;

/**
 * The contract types that this package knows, with their numbers and all their fields: all that nodes execute, except
 * for shielded transfers. Messages are encoded, printed and decoded by them. Source: docs/protocol/transfers.md,
 * Protobuf shapes.
 */
export const CONTRACT_TYPES = {
  AccountCreateContract: {
    number: 0,
    fields: [OWNER, [2, 'account_address', 'address'], [3, 'type', 'enum', ACCOUNT_TYPES]],
  },
  TransferContract: { number: 1, fields: [OWNER, TO_ADDRESS, [3, 'amount', 'int64']] },
  TransferAssetContract: {
    number: 2,
    fields: [
      [1, 'asset_name', 'text'],
      [2, 'owner_address', 'address'],
      [3, 'to_address', 'address'],
      [4, 'amount', 'int64'],
    ],
  },
  VoteWitnessContract: {
    number: 4,
    fields: [
      OWNER,
      [
        2,
        'votes',
        'repeated',
        [
          [1, 'vote_address', 'address'],
          [2, 'vote_count', 'int64'],
        ],
      ],
      [3, 'support', 'bool'],
    ],
  },
  WitnessCreateContract: { number: 5, fields: [OWNER, [2, 'url', 'text']] },
  AssetIssueContract: {
    number: 6,
    fields: [
      OWNER,
      [2, 'name', 'text'],
      [3, 'abbr', 'text'],
      [4, 'total_supply', 'int64'],
      [
        5,
        'frozen_supply',
        'repeated',
        [
          [1, 'frozen_amount', 'int64'],
          [2, 'frozen_days', 'int64'],
        ],
      ],
      [6, 'trx_num', 'int64'],
      [7, 'precision', 'int64'],
      [8, 'num', 'int64'],
      [9, 'start_time', 'int64'],
      [10, 'end_time', 'int64'],
      [11, 'order', 'int64'],
      [16, 'vote_score', 'int64'],
      [20, 'description', 'text'],
      [21, 'url', 'text'],
      [22, 'free_asset_net_limit', 'int64'],
      [23, 'public_free_asset_net_limit', 'int64'],
      [24, 'public_free_asset_net_usage', 'int64'],
      [25, 'public_latest_free_net_time', 'int64'],
      [41, 'id', 'string'],
    ],
  },
  WitnessUpdateContract: { number: 8, fields: [OWNER, [12, 'update_url', 'text']] },
  ParticipateAssetIssueContract: {
    number: 9,
    fields: [OWNER, TO_ADDRESS, [3, 'asset_name', 'text'], [4, 'amount', 'int64']],
  },
  AccountUpdateContract: {
    number: 10,
    fields: [
      [1, 'account_name', 'text'],
      [2, 'owner_address', 'address'],
    ],
  },
  FreezeBalanceContract: {
    number: 11,
    fields: [
      OWNER,
      [2, 'frozen_balance', 'int64'],
      [3, 'frozen_duration', 'int64'],
      [10, 'resource', 'enum', RESOURCES],
      [15, 'receiver_address', 'address'],
    ],
  },
  UnfreezeBalanceContract: {
    number: 12,
    fields: [OWNER, [10, 'resource', 'enum', RESOURCES], [15, 'receiver_address', 'address']],
  },
  WithdrawBalanceContract: { number: 13, fields: [OWNER] },
  UnfreezeAssetContract: { number: 14, fields: [OWNER] },
  UpdateAssetContract: {
    number: 15,
    fields: [
      OWNER,
      [2, 'description', 'text'],
      [3, 'url', 'text'],
      [4, 'new_limit', 'int64'],
      [5, 'new_public_limit', 'int64'],
    ],
  },
  ProposalCreateContract: { number: 16, fields: [OWNER, [2, 'parameters', 'map']] },
  ProposalApproveContract: { number: 17, fields: [OWNER, PROPOSAL_ID, [3, 'is_add_approval', 'bool']] },
  ProposalDeleteContract: { number: 18, fields: [OWNER, PROPOSAL_ID] },
  SetAccountIdContract: {
    number: 19,
    fields: [
      [1, 'account_id', 'text'],
      [2, 'owner_address', 'address'],
    ],
  },
  CreateSmartContract: {
    number: 30,
    fields: [
      OWNER,
      [
        2,
        'new_contract',
        'message',
        [
          [1, 'origin_address', 'address'],
          [2, 'contract_address', 'address'],
          [3, 'abi', 'message', ABI_LAYOUT],
          [4, 'bytecode', 'bytes'],
          [5, 'call_value', 'int64'],
          [6, 'consume_user_resource_percent', 'int64'],
          [7, 'name', 'string'],
          [8, 'origin_energy_limit', 'int64'],
          [9, 'code_hash', 'bytes'],
          [10, 'trx_hash', 'bytes'],
          [11, 'version', 'int64'],
        ],
      ],
      [3, 'call_token_value', 'int64'],
      [4, 'token_id', 'int64'],
    ],
  },
  TriggerSmartContract: {
    number: 31,
    fields: [
      OWNER,
      CONTRACT,
      [3, 'call_value', 'int64'],
      [4, 'data', 'bytes'],
      [5, 'call_token_value', 'int64'],
      [6, 'token_id', 'int64'],
    ],
  },
  UpdateSettingContract: { number: 33, fields: [OWNER, CONTRACT, [3, 'consume_user_resource_percent', 'int64']] },
  ExchangeCreateContract: {
    number: 41,
    fields: [
      OWNER,
      [2, 'first_token_id', 'text'],
      [3, 'first_token_balance', 'int64'],
      [4, 'second_token_id', 'text'],
      [5, 'second_token_balance', 'int64'],
    ],
  },
  ExchangeInjectContract: { number: 42, fields: [OWNER, EXCHANGE_ID, TOKEN_ID, QUANT] },
  ExchangeWithdrawContract: { number: 43, fields: [OWNER, EXCHANGE_ID, TOKEN_ID, QUANT] },
  ExchangeTransactionContract: { number: 44, fields: [OWNER, EXCHANGE_ID, TOKEN_ID, QUANT, [5, 'expected', 'int64']] },
  UpdateEnergyLimitContract: { number: 45, fields: [OWNER, CONTRACT, [3, 'origin_energy_limit', 'int64']] },
  AccountPermissionUpdateContract: {
    number: 46,
    fields: [
      OWNER,
      [2, 'owner', 'message', PERMISSION_LAYOUT],
      [3, 'witness', 'message', PERMISSION_LAYOUT],
      [4, 'actives', 'repeated', PERMISSION_LAYOUT],
    ],
  },
  ClearABIContract: { number: 48, fields: [OWNER, CONTRACT] },
  UpdateBrokerageContract: { number: 49, fields: [OWNER, [2, 'brokerage', 'int64']] },
  MarketSellAssetContract: {
    number: 52,
    fields: [
      OWNER,
      [2, 'sell_token_id', 'text'],
      [3, 'sell_token_quantity', 'int64'],
      [4, 'buy_token_id', 'text'],
      [5, 'buy_token_quantity', 'int64'],
    ],
  },
  MarketCancelOrderContract: { number: 53, fields: [OWNER, [2, 'order_id', 'bytes']] },
  FreezeBalanceV2Contract: {
    number: 54,
    fields: [OWNER, [2, 'frozen_balance', 'int64'], [3, 'resource', 'enum', RESOURCES]],
  },
  UnfreezeBalanceV2Contract: {
    number: 55,
    fields: [OWNER, [2, 'unfreeze_balance', 'int64'], [3, 'resource', 'enum', RESOURCES]],
  },
  WithdrawExpireUnfreezeContract: { number: 56, fields: [OWNER] },
  DelegateResourceContract: {
    number: 57,
    fields: [OWNER, RESOURCE, BALANCE, RECEIVER, [5, 'lock', 'bool'], [6, 'lock_period', 'int64']],
  },
  UnDelegateResourceContract: { number: 58, fields: [OWNER, RESOURCE, BALANCE, RECEIVER] },
  CancelAllUnfreezeV2Contract: { number: 59, fields: [OWNER] },
} as const satisfies Readonly<Record<string, { readonly number: number; readonly fields: MessageLayout }>>;

const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>) => Object.keys(table) as Name[];

/** Published declarations list these names instead of the whole table. */
const CONTRACT_NAMES = /* @__PURE__ */ namesOf(CONTRACT_TYPES);

/** The network's name for the kind of a transaction. */
export type ContractType = (typeof CONTRACT_NAMES)[number];

/** The values of a contract's fields by their names. */
export type ContractValue<T extends ContractType> = MessageValue<(typeof CONTRACT_TYPES)[T]['fields']>;

/** Whether this package knows the fields of a type. */
export const isContractType = (name: string): name is ContractType => Object.hasOwn(CONTRACT_TYPES, name);

/** The name of a type whose fields this package knows, by its number. */
export const findContractType = (number: number): ContractType | undefined =>
  CONTRACT_NAMES.find((name) => CONTRACT_TYPES[name].number === number);
