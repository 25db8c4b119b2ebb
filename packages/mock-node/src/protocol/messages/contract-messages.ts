import { AccountType, ResourceCode } from './enumerations.ts';
import { Permission, SmartContract } from './messages.ts';
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
} from './schema.ts';

export const AccountCreateContract = /* @__PURE__ */ message('AccountCreateContract', {
  owner_address: address(1),
  account_address: address(2),
  type: enumerated(3, AccountType),
});

export const AccountUpdateContract = /* @__PURE__ */ message('AccountUpdateContract', {
  account_name: text(1),
  owner_address: address(2),
});

export const SetAccountIdContract = /* @__PURE__ */ message('SetAccountIdContract', {
  account_id: text(1),
  owner_address: address(2),
});

export const AccountPermissionUpdateContract = /* @__PURE__ */ message('AccountPermissionUpdateContract', {
  owner_address: address(1),
  owner: nested(2, Permission),
  witness: nested(3, Permission),
  actives: repeated(nested(4, Permission)),
});

const AssetIssueFrozenSupply = /* @__PURE__ */ message('AssetIssueContract.FrozenSupply', {
  frozen_amount: int64(1),
  frozen_days: int64(2),
});

export const AssetIssueContract = /* @__PURE__ */ message('AssetIssueContract', {
  owner_address: address(1),
  name: text(2),
  abbr: text(3),
  total_supply: int64(4),
  frozen_supply: repeated(nested(5, AssetIssueFrozenSupply)),
  trx_num: int32(6),
  precision: int32(7),
  num: int32(8),
  start_time: int64(9),
  end_time: int64(10),
  order: int64(11),
  vote_score: int32(16),
  description: text(20),
  url: text(21),
  free_asset_net_limit: int64(22),
  public_free_asset_net_limit: int64(23),
  public_free_asset_net_usage: int64(24),
  public_latest_free_net_time: int64(25),
  id: string(41),
});

export const TransferAssetContract = /* @__PURE__ */ message('TransferAssetContract', {
  asset_name: text(1),
  owner_address: address(2),
  to_address: address(3),
  amount: int64(4),
});

export const UnfreezeAssetContract = /* @__PURE__ */ message('UnfreezeAssetContract', {
  owner_address: address(1),
});

export const UpdateAssetContract = /* @__PURE__ */ message('UpdateAssetContract', {
  owner_address: address(1),
  description: text(2),
  url: text(3),
  new_limit: int64(4),
  new_public_limit: int64(5),
});

export const ParticipateAssetIssueContract = /* @__PURE__ */ message('ParticipateAssetIssueContract', {
  owner_address: address(1),
  to_address: address(2),
  asset_name: text(3),
  amount: int64(4),
});

export const FreezeBalanceContract = /* @__PURE__ */ message('FreezeBalanceContract', {
  owner_address: address(1),
  frozen_balance: int64(2),
  frozen_duration: int64(3),
  resource: enumerated(10, ResourceCode),
  receiver_address: address(15),
});

export const UnfreezeBalanceContract = /* @__PURE__ */ message('UnfreezeBalanceContract', {
  owner_address: address(1),
  resource: enumerated(10, ResourceCode),
  receiver_address: address(15),
});

export const WithdrawBalanceContract = /* @__PURE__ */ message('WithdrawBalanceContract', {
  owner_address: address(1),
});

export const TransferContract = /* @__PURE__ */ message('TransferContract', {
  owner_address: address(1),
  to_address: address(2),
  amount: int64(3),
});

export const FreezeBalanceV2Contract = /* @__PURE__ */ message('FreezeBalanceV2Contract', {
  owner_address: address(1),
  frozen_balance: int64(2),
  resource: enumerated(3, ResourceCode),
});

export const UnfreezeBalanceV2Contract = /* @__PURE__ */ message('UnfreezeBalanceV2Contract', {
  owner_address: address(1),
  unfreeze_balance: int64(2),
  resource: enumerated(3, ResourceCode),
});

export const WithdrawExpireUnfreezeContract = /* @__PURE__ */ message('WithdrawExpireUnfreezeContract', {
  owner_address: address(1),
});

export const DelegateResourceContract = /* @__PURE__ */ message('DelegateResourceContract', {
  owner_address: address(1),
  resource: enumerated(2, ResourceCode),
  balance: int64(3),
  receiver_address: address(4),
  lock: bool(5),
  lock_period: int64(6),
});

export const UnDelegateResourceContract = /* @__PURE__ */ message('UnDelegateResourceContract', {
  owner_address: address(1),
  resource: enumerated(2, ResourceCode),
  balance: int64(3),
  receiver_address: address(4),
});

export const CancelAllUnfreezeV2Contract = /* @__PURE__ */ message('CancelAllUnfreezeV2Contract', {
  owner_address: address(1),
});

export const ExchangeCreateContract = /* @__PURE__ */ message('ExchangeCreateContract', {
  owner_address: address(1),
  first_token_id: text(2),
  first_token_balance: int64(3),
  second_token_id: text(4),
  second_token_balance: int64(5),
});

export const ExchangeInjectContract = /* @__PURE__ */ message('ExchangeInjectContract', {
  owner_address: address(1),
  exchange_id: int64(2),
  token_id: text(3),
  quant: int64(4),
});

export const ExchangeWithdrawContract = /* @__PURE__ */ message('ExchangeWithdrawContract', {
  owner_address: address(1),
  exchange_id: int64(2),
  token_id: text(3),
  quant: int64(4),
});

export const ExchangeTransactionContract = /* @__PURE__ */ message('ExchangeTransactionContract', {
  owner_address: address(1),
  exchange_id: int64(2),
  token_id: text(3),
  quant: int64(4),
  expected: int64(5),
});

export const MarketSellAssetContract = /* @__PURE__ */ message('MarketSellAssetContract', {
  owner_address: address(1),
  sell_token_id: text(2),
  sell_token_quantity: int64(3),
  buy_token_id: text(4),
  buy_token_quantity: int64(5),
});

export const MarketCancelOrderContract = /* @__PURE__ */ message('MarketCancelOrderContract', {
  owner_address: address(1),
  order_id: bytes(2),
});

export const ProposalApproveContract = /* @__PURE__ */ message('ProposalApproveContract', {
  owner_address: address(1),
  proposal_id: int64(2),
  is_add_approval: bool(3),
});

export const ProposalCreateContract = /* @__PURE__ */ message('ProposalCreateContract', {
  owner_address: address(1),
  parameters: map(2, 'int64', 'int64'),
});

export const ProposalDeleteContract = /* @__PURE__ */ message('ProposalDeleteContract', {
  owner_address: address(1),
  proposal_id: int64(2),
});

export const CreateSmartContract = /* @__PURE__ */ message('CreateSmartContract', {
  owner_address: address(1),
  new_contract: nested(2, SmartContract),
  call_token_value: int64(3),
  token_id: int64(4),
});

export const TriggerSmartContract = /* @__PURE__ */ message('TriggerSmartContract', {
  owner_address: address(1),
  contract_address: address(2),
  call_value: int64(3),
  data: bytes(4),
  call_token_value: int64(5),
  token_id: int64(6),
});

export const ClearABIContract = /* @__PURE__ */ message('ClearABIContract', {
  owner_address: address(1),
  contract_address: address(2),
});

export const UpdateSettingContract = /* @__PURE__ */ message('UpdateSettingContract', {
  owner_address: address(1),
  contract_address: address(2),
  consume_user_resource_percent: int64(3),
});

export const UpdateEnergyLimitContract = /* @__PURE__ */ message('UpdateEnergyLimitContract', {
  owner_address: address(1),
  contract_address: address(2),
  origin_energy_limit: int64(3),
});

export const UpdateBrokerageContract = /* @__PURE__ */ message('UpdateBrokerageContract', {
  owner_address: address(1),
  brokerage: int32(2),
});

export const VoteAssetContract = /* @__PURE__ */ message('VoteAssetContract', {
  owner_address: address(1),
  vote_address: repeated(address(2)),
  support: bool(3),
  count: int32(5),
});

export const WitnessCreateContract = /* @__PURE__ */ message('WitnessCreateContract', {
  owner_address: address(1),
  url: text(2),
});

export const WitnessUpdateContract = /* @__PURE__ */ message('WitnessUpdateContract', {
  owner_address: address(1),
  update_url: text(12),
});

const VoteWitnessVote = /* @__PURE__ */ message('VoteWitnessContract.Vote', {
  vote_address: address(1),
  vote_count: int64(2),
});

export const VoteWitnessContract = /* @__PURE__ */ message('VoteWitnessContract', {
  owner_address: address(1),
  votes: repeated(nested(2, VoteWitnessVote)),
  support: bool(3),
});

const SpendDescription = /* @__PURE__ */ message('SpendDescription', {
  value_commitment: bytes(1),
  anchor: bytes(2),
  nullifier: bytes(3),
  rk: bytes(4),
  zkproof: bytes(5),
  spend_authority_signature: bytes(6),
});

const ReceiveDescription = /* @__PURE__ */ message('ReceiveDescription', {
  value_commitment: bytes(1),
  note_commitment: bytes(2),
  epk: bytes(3),
  c_enc: bytes(4),
  c_out: bytes(5),
  zkproof: bytes(6),
});

export const ShieldedTransferContract = /* @__PURE__ */ message('ShieldedTransferContract', {
  transparent_from_address: address(1),
  from_amount: int64(2),
  spend_description: repeated(nested(3, SpendDescription)),
  receive_description: repeated(nested(4, ReceiveDescription)),
  binding_signature: bytes(5),
  transparent_to_address: address(6),
  to_amount: int64(7),
});
