/**
 * The fields of the protocol's contract messages, each as its number, name and type; `*` marks a repeated field. An
 * enumeration has its names in the order of their numbers, from 0.
 *
 * Source: the proto files of github.com/tronprotocol/protocol, core/contract and core/Tron.proto, at commit 4c726956.
 */
export const PROTOCOL_MESSAGES: Readonly<Record<string, string>> = {
  AccountCreateContract: '1 owner_address bytes, 2 account_address bytes, 3 type AccountType',
  TransferContract: '1 owner_address bytes, 2 to_address bytes, 3 amount int64',
  TransferAssetContract: '1 asset_name bytes, 2 owner_address bytes, 3 to_address bytes, 4 amount int64',
  VoteAssetContract: '1 owner_address bytes, 2 vote_address *bytes, 3 support bool, 5 count int32',
  VoteWitnessContract: '1 owner_address bytes, 2 votes *VoteWitnessContract.Vote, 3 support bool',
  'VoteWitnessContract.Vote': '1 vote_address bytes, 2 vote_count int64',
  WitnessCreateContract: '1 owner_address bytes, 2 url bytes',
  AssetIssueContract:
    '1 owner_address bytes, 2 name bytes, 3 abbr bytes, 4 total_supply int64, 5 frozen_supply *AssetIssueContract.FrozenSupply, 6 trx_num int32, 7 precision int32, 8 num int32, 9 start_time int64, 10 end_time int64, 11 order int64, 16 vote_score int32, 20 description bytes, 21 url bytes, 22 free_asset_net_limit int64, 23 public_free_asset_net_limit int64, 24 public_free_asset_net_usage int64, 25 public_latest_free_net_time int64, 41 id string',
  'AssetIssueContract.FrozenSupply': '1 frozen_amount int64, 2 frozen_days int64',
  WitnessUpdateContract: '1 owner_address bytes, 12 update_url bytes',
  ParticipateAssetIssueContract: '1 owner_address bytes, 2 to_address bytes, 3 asset_name bytes, 4 amount int64',
  AccountUpdateContract: '1 account_name bytes, 2 owner_address bytes',
  FreezeBalanceContract:
    '1 owner_address bytes, 2 frozen_balance int64, 3 frozen_duration int64, 10 resource ResourceCode, 15 receiver_address bytes',
  UnfreezeBalanceContract: '1 owner_address bytes, 10 resource ResourceCode, 15 receiver_address bytes',
  WithdrawBalanceContract: '1 owner_address bytes',
  UnfreezeAssetContract: '1 owner_address bytes',
  UpdateAssetContract:
    '1 owner_address bytes, 2 description bytes, 3 url bytes, 4 new_limit int64, 5 new_public_limit int64',
  ProposalCreateContract: '1 owner_address bytes, 2 parameters map<int64,int64>',
  ProposalApproveContract: '1 owner_address bytes, 2 proposal_id int64, 3 is_add_approval bool',
  ProposalDeleteContract: '1 owner_address bytes, 2 proposal_id int64',
  SetAccountIdContract: '1 account_id bytes, 2 owner_address bytes',
  CreateSmartContract:
    '1 owner_address bytes, 2 new_contract SmartContract, 3 call_token_value int64, 4 token_id int64',
  SmartContract:
    '1 origin_address bytes, 2 contract_address bytes, 3 abi SmartContract.ABI, 4 bytecode bytes, 5 call_value int64, 6 consume_user_resource_percent int64, 7 name string, 8 origin_energy_limit int64, 9 code_hash bytes, 10 trx_hash bytes, 11 version int32',
  'SmartContract.ABI': '1 entrys *SmartContract.ABI.Entry',
  'SmartContract.ABI.Entry':
    '1 anonymous bool, 2 constant bool, 3 name string, 4 inputs *SmartContract.ABI.Entry.Param, 5 outputs *SmartContract.ABI.Entry.Param, 6 type SmartContract.ABI.Entry.EntryType, 7 payable bool, 8 stateMutability SmartContract.ABI.Entry.StateMutabilityType',
  'SmartContract.ABI.Entry.Param': '1 indexed bool, 2 name string, 3 type string',
  TriggerSmartContract:
    '1 owner_address bytes, 2 contract_address bytes, 3 call_value int64, 4 data bytes, 5 call_token_value int64, 6 token_id int64',
  UpdateSettingContract: '1 owner_address bytes, 2 contract_address bytes, 3 consume_user_resource_percent int64',
  ExchangeCreateContract:
    '1 owner_address bytes, 2 first_token_id bytes, 3 first_token_balance int64, 4 second_token_id bytes, 5 second_token_balance int64',
  ExchangeInjectContract: '1 owner_address bytes, 2 exchange_id int64, 3 token_id bytes, 4 quant int64',
  ExchangeWithdrawContract: '1 owner_address bytes, 2 exchange_id int64, 3 token_id bytes, 4 quant int64',
  ExchangeTransactionContract:
    '1 owner_address bytes, 2 exchange_id int64, 3 token_id bytes, 4 quant int64, 5 expected int64',
  UpdateEnergyLimitContract: '1 owner_address bytes, 2 contract_address bytes, 3 origin_energy_limit int64',
  AccountPermissionUpdateContract:
    '1 owner_address bytes, 2 owner Permission, 3 witness Permission, 4 actives *Permission',
  Permission:
    '1 type Permission.PermissionType, 2 id int32, 3 permission_name string, 4 threshold int64, 5 parent_id int32, 6 operations bytes, 7 keys *Key',
  Key: '1 address bytes, 2 weight int64',
  ClearABIContract: '1 owner_address bytes, 2 contract_address bytes',
  UpdateBrokerageContract: '1 owner_address bytes, 2 brokerage int32',
  ShieldedTransferContract:
    '1 transparent_from_address bytes, 2 from_amount int64, 3 spend_description *SpendDescription, 4 receive_description *ReceiveDescription, 5 binding_signature bytes, 6 transparent_to_address bytes, 7 to_amount int64',
  SpendDescription:
    '1 value_commitment bytes, 2 anchor bytes, 3 nullifier bytes, 4 rk bytes, 5 zkproof bytes, 6 spend_authority_signature bytes',
  ReceiveDescription:
    '1 value_commitment bytes, 2 note_commitment bytes, 3 epk bytes, 4 c_enc bytes, 5 c_out bytes, 6 zkproof bytes',
  MarketSellAssetContract:
    '1 owner_address bytes, 2 sell_token_id bytes, 3 sell_token_quantity int64, 4 buy_token_id bytes, 5 buy_token_quantity int64',
  MarketCancelOrderContract: '1 owner_address bytes, 2 order_id bytes',
  FreezeBalanceV2Contract: '1 owner_address bytes, 2 frozen_balance int64, 3 resource ResourceCode',
  UnfreezeBalanceV2Contract: '1 owner_address bytes, 2 unfreeze_balance int64, 3 resource ResourceCode',
  WithdrawExpireUnfreezeContract: '1 owner_address bytes',
  DelegateResourceContract:
    '1 owner_address bytes, 2 resource ResourceCode, 3 balance int64, 4 receiver_address bytes, 5 lock bool, 6 lock_period int64',
  UnDelegateResourceContract:
    '1 owner_address bytes, 2 resource ResourceCode, 3 balance int64, 4 receiver_address bytes',
  CancelAllUnfreezeV2Contract: '1 owner_address bytes',
};

/** The names of the protocol's enumerations in the order of their numbers, from 0. */
export const PROTOCOL_ENUMERATIONS: Readonly<Record<string, readonly string[]>> = {
  AccountType: ['Normal', 'AssetIssue', 'Contract'],
  'Permission.PermissionType': ['Owner', 'Witness', 'Active'],
  ResourceCode: ['BANDWIDTH', 'ENERGY', 'TRON_POWER'],
  'SmartContract.ABI.Entry.EntryType': [
    'UnknownEntryType',
    'Constructor',
    'Function',
    'Event',
    'Fallback',
    'Receive',
    'Error',
  ],
  'SmartContract.ABI.Entry.StateMutabilityType': ['UnknownMutabilityType', 'Pure', 'View', 'Nonpayable', 'Payable'],
};

/** The number of each contract type. */
export const PROTOCOL_CONTRACT_TYPES: Readonly<Record<string, number>> = {
  AccountCreateContract: 0,
  TransferContract: 1,
  TransferAssetContract: 2,
  VoteAssetContract: 3,
  VoteWitnessContract: 4,
  WitnessCreateContract: 5,
  AssetIssueContract: 6,
  WitnessUpdateContract: 8,
  ParticipateAssetIssueContract: 9,
  AccountUpdateContract: 10,
  FreezeBalanceContract: 11,
  UnfreezeBalanceContract: 12,
  WithdrawBalanceContract: 13,
  UnfreezeAssetContract: 14,
  UpdateAssetContract: 15,
  ProposalCreateContract: 16,
  ProposalApproveContract: 17,
  ProposalDeleteContract: 18,
  SetAccountIdContract: 19,
  CustomContract: 20,
  CreateSmartContract: 30,
  TriggerSmartContract: 31,
  GetContract: 32,
  UpdateSettingContract: 33,
  ExchangeCreateContract: 41,
  ExchangeInjectContract: 42,
  ExchangeWithdrawContract: 43,
  ExchangeTransactionContract: 44,
  UpdateEnergyLimitContract: 45,
  AccountPermissionUpdateContract: 46,
  ClearABIContract: 48,
  UpdateBrokerageContract: 49,
  ShieldedTransferContract: 51,
  MarketSellAssetContract: 52,
  MarketCancelOrderContract: 53,
  FreezeBalanceV2Contract: 54,
  UnfreezeBalanceV2Contract: 55,
  WithdrawExpireUnfreezeContract: 56,
  DelegateResourceContract: 57,
  UnDelegateResourceContract: 58,
  CancelAllUnfreezeV2Contract: 59,
};
