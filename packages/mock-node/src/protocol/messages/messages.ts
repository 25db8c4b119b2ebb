import {
  AccountType,
  ResourceCode,
  PermissionType,
  ProposalState,
  AbiEntryType,
  StateMutabilityType,
  ContractType,
  ResultCode,
  InfoCode,
  MarketOrderState,
  ContractResult,
} from './enumerations.ts';
import {
  address,
  bool,
  bytes,
  enumerated,
  int32,
  int64,
  map,
  message,
  nested,
  repeated,
  string,
  text,
  type MessageOf,
} from './schema.ts';

export const Key = /* @__PURE__ */ message('Key', {
  address: address(1),
  weight: int64(2),
});

export const Permission = /* @__PURE__ */ message('Permission', {
  type: enumerated(1, PermissionType),
  id: int32(2),
  permission_name: string(3),
  threshold: int64(4),
  parent_id: int32(5),
  operations: bytes(6),
  keys: repeated(nested(7, Key)),
});

export const Vote = /* @__PURE__ */ message('Vote', {
  vote_address: address(1),
  vote_count: int64(2),
});

export const Frozen = /* @__PURE__ */ message('Account.Frozen', {
  frozen_balance: int64(1),
  expire_time: int64(2),
});

export const AccountResource = /* @__PURE__ */ message('Account.AccountResource', {
  energy_usage: int64(1),
  frozen_balance_for_energy: nested(2, Frozen),
  latest_consume_time_for_energy: int64(3),
  acquired_delegated_frozen_balance_for_energy: int64(4),
  delegated_frozen_balance_for_energy: int64(5),
  storage_limit: int64(6),
  storage_usage: int64(7),
  latest_exchange_storage_time: int64(8),
  energy_window_size: int64(9),
  delegated_frozenV2_balance_for_energy: int64(10),
  acquired_delegated_frozenV2_balance_for_energy: int64(11),
  energy_window_optimized: bool(12),
});

export const FreezeV2 = /* @__PURE__ */ message('Account.FreezeV2', {
  type: enumerated(1, ResourceCode),
  amount: int64(2),
});

export const UnFreezeV2 = /* @__PURE__ */ message('Account.UnFreezeV2', {
  type: enumerated(1, ResourceCode),
  unfreeze_amount: int64(3),
  unfreeze_expire_time: int64(4),
});

export const Account = /* @__PURE__ */ message('Account', {
  account_name: text(1),
  type: enumerated(2, AccountType),
  address: address(3),
  balance: int64(4),
  votes: repeated(nested(5, Vote)),
  asset: map(6, 'string', 'int64'),
  frozen: repeated(nested(7, Frozen)),
  net_usage: int64(8),
  create_time: int64(9),
  latest_opration_time: int64(10),
  allowance: int64(11),
  latest_withdraw_time: int64(12),
  code: bytes(13),
  is_witness: bool(14),
  is_committee: bool(15),
  frozen_supply: repeated(nested(16, Frozen)),
  asset_issued_name: text(17),
  latest_asset_operation_time: map(18, 'string', 'int64'),
  free_net_usage: int64(19),
  free_asset_net_usage: map(20, 'string', 'int64'),
  latest_consume_time: int64(21),
  latest_consume_free_time: int64(22),
  account_id: text(23),
  net_window_size: int64(24),
  net_window_optimized: bool(25),
  account_resource: nested(26, AccountResource),
  codeHash: bytes(30),
  owner_permission: nested(31, Permission),
  witness_permission: nested(32, Permission),
  active_permission: repeated(nested(33, Permission)),
  frozenV2: repeated(nested(34, FreezeV2)),
  unfrozenV2: repeated(nested(35, UnFreezeV2)),
  delegated_frozenV2_balance_for_bandwidth: int64(36),
  acquired_delegated_frozenV2_balance_for_bandwidth: int64(37),
  acquired_delegated_frozen_balance_for_bandwidth: int64(41),
  delegated_frozen_balance_for_bandwidth: int64(42),
  old_tron_power: int64(46),
  tron_power: nested(47, Frozen),
  assetV2: map(56, 'string', 'int64'),
  asset_issued_ID: text(57),
  latest_asset_operation_timeV2: map(58, 'string', 'int64'),
  free_asset_net_usageV2: map(59, 'string', 'int64'),
  asset_optimized: bool(60),
});

export const Witness = /* @__PURE__ */ message('Witness', {
  address: address(1),
  voteCount: int64(2),
  pubKey: bytes(3),
  url: string(4),
  totalProduced: int64(5),
  totalMissed: int64(6),
  latestBlockNum: int64(7),
  latestSlotNum: int64(8),
  isJobs: bool(9),
});

export const Proposal = /* @__PURE__ */ message('Proposal', {
  proposal_id: int64(1),
  proposer_address: address(2),
  parameters: map(3, 'int64', 'int64'),
  expiration_time: int64(4),
  create_time: int64(5),
  approvals: repeated(address(6)),
  state: enumerated(7, ProposalState),
});

export const DelegatedResource = /* @__PURE__ */ message('DelegatedResource', {
  from: address(1),
  to: address(2),
  frozen_balance_for_bandwidth: int64(3),
  frozen_balance_for_energy: int64(4),
  expire_time_for_bandwidth: int64(5),
  expire_time_for_energy: int64(6),
});

export const DelegatedResourceAccountIndex = /* @__PURE__ */ message('DelegatedResourceAccountIndex', {
  account: address(1),
  fromAccounts: repeated(address(2)),
  toAccounts: repeated(address(3)),
  timestamp: int64(4),
});

export const AbiParam = /* @__PURE__ */ message('SmartContract.ABI.Entry.Param', {
  indexed: bool(1),
  name: string(2),
  type: string(3),
});

export const SmartContractAbiEntry = /* @__PURE__ */ message('SmartContract.ABI.Entry', {
  anonymous: bool(1),
  constant: bool(2),
  name: string(3),
  inputs: repeated(nested(4, AbiParam)),
  outputs: repeated(nested(5, AbiParam)),
  type: enumerated(6, AbiEntryType),
  payable: bool(7),
  stateMutability: enumerated(8, StateMutabilityType),
});

export const SmartContractAbi = /* @__PURE__ */ message('SmartContract.ABI', {
  entrys: repeated(nested(1, SmartContractAbiEntry)),
});

export const SmartContract = /* @__PURE__ */ message('SmartContract', {
  origin_address: address(1),
  contract_address: address(2),
  abi: nested(3, SmartContractAbi),
  bytecode: bytes(4),
  call_value: int64(5),
  consume_user_resource_percent: int64(6),
  name: string(7),
  origin_energy_limit: int64(8),
  code_hash: bytes(9),
  trx_hash: bytes(10),
  version: int32(11),
});

export const ContractState = /* @__PURE__ */ message('ContractState', {
  energy_usage: int64(1),
  energy_factor: int64(2),
  update_cycle: int64(3),
});

export const Any = /* @__PURE__ */ message('Any', {
  type_url: string(1),
  value: bytes(2),
});

export const AccountId = /* @__PURE__ */ message('AccountId', {
  name: text(1),
  address: address(2),
});

export const Authority = /* @__PURE__ */ message('authority', {
  account: nested(1, AccountId),
  permission_name: text(2),
});

export const TransactionContract = /* @__PURE__ */ message('Transaction.Contract', {
  type: enumerated(1, ContractType),
  parameter: nested(2, Any),
  provider: bytes(3),
  ContractName: text(4),
  Permission_id: int32(5),
});

export const Exchange = /* @__PURE__ */ message('Exchange', {
  exchange_id: int64(1),
  creator_address: address(2),
  create_time: int64(3),
  first_token_id: text(6),
  first_token_balance: int64(7),
  second_token_id: text(8),
  second_token_balance: int64(9),
});

export const MarketOrder = /* @__PURE__ */ message('MarketOrder', {
  order_id: bytes(1),
  owner_address: address(2),
  create_time: int64(3),
  sell_token_id: text(4),
  sell_token_quantity: int64(5),
  buy_token_id: text(6),
  buy_token_quantity: int64(7),
  sell_token_quantity_remain: int64(9),
  sell_token_quantity_return: int64(10),
  state: enumerated(11, MarketOrderState),
  prev: bytes(12),
  next: bytes(13),
});

export const MarketOrderPair = /* @__PURE__ */ message('MarketOrderPair', {
  sell_token_id: text(1),
  buy_token_id: text(2),
});

export const MarketPrice = /* @__PURE__ */ message('MarketPrice', {
  sell_token_quantity: int64(1),
  buy_token_quantity: int64(2),
});

export const MarketOrderDetail = /* @__PURE__ */ message('MarketOrderDetail', {
  makerOrderId: bytes(1),
  takerOrderId: bytes(2),
  fillSellQuantity: int64(3),
  fillBuyQuantity: int64(4),
});

export const TransactionResult = /* @__PURE__ */ message('Transaction.Result', {
  fee: int64(1),
  ret: enumerated(2, ResultCode),
  contractRet: enumerated(3, ContractResult),
  assetIssueID: string(14),
  withdraw_amount: int64(15),
  unfreeze_amount: int64(16),
  exchange_received_amount: int64(18),
  exchange_inject_another_amount: int64(19),
  exchange_withdraw_another_amount: int64(20),
  exchange_id: int64(21),
  shielded_transaction_fee: int64(22),
  orderId: bytes(25),
  orderDetails: repeated(nested(26, MarketOrderDetail)),
  withdraw_expire_amount: int64(27),
  cancel_unfreezeV2_amount: map(28, 'string', 'int64'),
});

export const TransactionRaw = /* @__PURE__ */ message('Transaction.raw', {
  ref_block_bytes: bytes(1),
  ref_block_num: int64(3),
  ref_block_hash: bytes(4),
  expiration: int64(8),
  auths: repeated(nested(9, Authority)),
  data: bytes(10),
  contract: repeated(nested(11, TransactionContract)),
  scripts: bytes(12),
  timestamp: int64(14),
  fee_limit: int64(18),
});

export const Transaction = /* @__PURE__ */ message('Transaction', {
  raw_data: nested(1, TransactionRaw),
  signature: repeated(bytes(2)),
  ret: repeated(nested(5, TransactionResult)),
});

export const CallValueInfo = /* @__PURE__ */ message('InternalTransaction.CallValueInfo', {
  callValue: int64(1),
  tokenId: string(2),
});

export const InternalTransaction = /* @__PURE__ */ message('InternalTransaction', {
  hash: bytes(1),
  caller_address: address(2),
  transferTo_address: address(3),
  callValueInfo: repeated(nested(4, CallValueInfo)),
  note: bytes(5),
  rejected: bool(6),
  extra: string(7),
});

export const Log = /* @__PURE__ */ message('TransactionInfo.Log', {
  address: address(1),
  topics: repeated(bytes(2)),
  data: bytes(3),
});

export const ResourceReceipt = /* @__PURE__ */ message('ResourceReceipt', {
  energy_usage: int64(1),
  energy_fee: int64(2),
  origin_energy_usage: int64(3),
  energy_usage_total: int64(4),
  net_usage: int64(5),
  net_fee: int64(6),
  result: enumerated(7, ContractResult),
  energy_penalty_total: int64(8),
});

export const TransactionInfo = /* @__PURE__ */ message('TransactionInfo', {
  id: bytes(1),
  fee: int64(2),
  blockNumber: int64(3),
  blockTimeStamp: int64(4),
  contractResult: repeated(bytes(5)),
  contract_address: address(6),
  receipt: nested(7, ResourceReceipt),
  log: repeated(nested(8, Log)),
  result: enumerated(9, InfoCode),
  resMessage: text(10),
  assetIssueID: string(14),
  withdraw_amount: int64(15),
  unfreeze_amount: int64(16),
  internal_transactions: repeated(nested(17, InternalTransaction)),
  exchange_received_amount: int64(18),
  exchange_inject_another_amount: int64(19),
  exchange_withdraw_another_amount: int64(20),
  exchange_id: int64(21),
  shielded_transaction_fee: int64(22),
  orderId: bytes(25),
  orderDetails: repeated(nested(26, MarketOrderDetail)),
  packingFee: int64(27),
  withdraw_expire_amount: int64(28),
  cancel_unfreezeV2_amount: map(29, 'string', 'int64'),
});

export const BlockHeaderRaw = /* @__PURE__ */ message('BlockHeader.raw', {
  timestamp: int64(1),
  txTrieRoot: bytes(2),
  parentHash: bytes(3),
  number: int64(7),
  witness_id: int64(8),
  witness_address: address(9),
  version: int32(10),
  accountStateRoot: bytes(11),
});

export const BlockHeader = /* @__PURE__ */ message('BlockHeader', {
  raw_data: nested(1, BlockHeaderRaw),
  witness_signature: bytes(2),
});

export const Block = /* @__PURE__ */ message('Block', {
  transactions: repeated(nested(1, Transaction)),
  block_header: nested(2, BlockHeader),
});

export type TransactionMessage = MessageOf<typeof Transaction>;
export type TransactionInfoMessage = MessageOf<typeof TransactionInfo>;
export type InternalTransactionMessage = MessageOf<typeof InternalTransaction>;
export type LogMessage = MessageOf<typeof Log>;
export type AccountMessage = MessageOf<typeof Account>;
export type PermissionMessage = MessageOf<typeof Permission>;
export type SmartContractMessage = MessageOf<typeof SmartContract>;
export type BlockMessage = MessageOf<typeof Block>;
