import { type MessageLayout, type MessageValue } from '../wire/message-layout.ts';
import { ABI_LAYOUT } from './abi-layout.ts';
import { type ContractType } from './contract-type.ts';
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
 * The fields of each contract type that this package knows, all of them: messages are encoded, printed and decoded by
 * them. Source: docs/protocol/transfers.md, Protobuf shapes.
 */
export const CONTRACT_LAYOUTS = {
  AccountCreateContract: [OWNER, [2, 'account_address', 'address'], [3, 'type', 'enum', ACCOUNT_TYPES]],
  TransferContract: [OWNER, TO_ADDRESS, [3, 'amount', 'int64']],
  TransferAssetContract: [
    [1, 'asset_name', 'text'],
    [2, 'owner_address', 'address'],
    [3, 'to_address', 'address'],
    [4, 'amount', 'int64'],
  ],
  VoteWitnessContract: [
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
  WitnessCreateContract: [OWNER, [2, 'url', 'text']],
  AssetIssueContract: [
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
  WitnessUpdateContract: [OWNER, [12, 'update_url', 'text']],
  ParticipateAssetIssueContract: [OWNER, TO_ADDRESS, [3, 'asset_name', 'text'], [4, 'amount', 'int64']],
  AccountUpdateContract: [
    [1, 'account_name', 'text'],
    [2, 'owner_address', 'address'],
  ],
  FreezeBalanceContract: [
    OWNER,
    [2, 'frozen_balance', 'int64'],
    [3, 'frozen_duration', 'int64'],
    [10, 'resource', 'enum', RESOURCES],
    [15, 'receiver_address', 'address'],
  ],
  UnfreezeBalanceContract: [OWNER, [10, 'resource', 'enum', RESOURCES], [15, 'receiver_address', 'address']],
  WithdrawBalanceContract: [OWNER],
  UnfreezeAssetContract: [OWNER],
  UpdateAssetContract: [
    OWNER,
    [2, 'description', 'text'],
    [3, 'url', 'text'],
    [4, 'new_limit', 'int64'],
    [5, 'new_public_limit', 'int64'],
  ],
  ProposalCreateContract: [OWNER, [2, 'parameters', 'map']],
  ProposalApproveContract: [OWNER, PROPOSAL_ID, [3, 'is_add_approval', 'bool']],
  ProposalDeleteContract: [OWNER, PROPOSAL_ID],
  SetAccountIdContract: [
    [1, 'account_id', 'text'],
    [2, 'owner_address', 'address'],
  ],
  CreateSmartContract: [
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
  TriggerSmartContract: [
    OWNER,
    CONTRACT,
    [3, 'call_value', 'int64'],
    [4, 'data', 'bytes'],
    [5, 'call_token_value', 'int64'],
    [6, 'token_id', 'int64'],
  ],
  UpdateSettingContract: [OWNER, CONTRACT, [3, 'consume_user_resource_percent', 'int64']],
  UpdateEnergyLimitContract: [OWNER, CONTRACT, [3, 'origin_energy_limit', 'int64']],
  ClearABIContract: [OWNER, CONTRACT],
  ExchangeCreateContract: [
    OWNER,
    [2, 'first_token_id', 'text'],
    [3, 'first_token_balance', 'int64'],
    [4, 'second_token_id', 'text'],
    [5, 'second_token_balance', 'int64'],
  ],
  ExchangeInjectContract: [OWNER, EXCHANGE_ID, TOKEN_ID, QUANT],
  ExchangeWithdrawContract: [OWNER, EXCHANGE_ID, TOKEN_ID, QUANT],
  ExchangeTransactionContract: [OWNER, EXCHANGE_ID, TOKEN_ID, QUANT, [5, 'expected', 'int64']],
  AccountPermissionUpdateContract: [
    OWNER,
    [2, 'owner', 'message', PERMISSION_LAYOUT],
    [3, 'witness', 'message', PERMISSION_LAYOUT],
    [4, 'actives', 'repeated', PERMISSION_LAYOUT],
  ],
  UpdateBrokerageContract: [OWNER, [2, 'brokerage', 'int64']],
  MarketSellAssetContract: [
    OWNER,
    [2, 'sell_token_id', 'text'],
    [3, 'sell_token_quantity', 'int64'],
    [4, 'buy_token_id', 'text'],
    [5, 'buy_token_quantity', 'int64'],
  ],
  MarketCancelOrderContract: [OWNER, [2, 'order_id', 'bytes']],
  FreezeBalanceV2Contract: [OWNER, [2, 'frozen_balance', 'int64'], [3, 'resource', 'enum', RESOURCES]],
  UnfreezeBalanceV2Contract: [OWNER, [2, 'unfreeze_balance', 'int64'], [3, 'resource', 'enum', RESOURCES]],
  WithdrawExpireUnfreezeContract: [OWNER],
  DelegateResourceContract: [OWNER, RESOURCE, BALANCE, RECEIVER, [5, 'lock', 'bool'], [6, 'lock_period', 'int64']],
  UnDelegateResourceContract: [OWNER, RESOURCE, BALANCE, RECEIVER],
  CancelAllUnfreezeV2Contract: [OWNER],
} as const satisfies { readonly [T in ContractType]: MessageLayout };

/** The values of a contract's fields by their names. */
export type ContractValue<T extends ContractType> = MessageValue<(typeof CONTRACT_LAYOUTS)[T]>;
