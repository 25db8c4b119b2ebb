import { AssetIssueContract } from './contract-messages.ts';
import {
  ContractState,
  DelegatedResource,
  Exchange,
  InternalTransaction,
  Log,
  MarketOrder,
  MarketOrderPair,
  MarketPrice,
  Permission,
  Proposal,
  SmartContract,
  Transaction,
  Witness,
} from './messages.ts';
import {
  address,
  bool,
  bytes,
  enumerated,
  enumeration,
  int32,
  int64,
  map,
  message,
  nested,
  repeated,
  string,
  text,
} from './schema.ts';

export const ResponseCode = /* @__PURE__ */ enumeration('Return.response_code', {
  SUCCESS: 0,
  SIGERROR: 1,
  CONTRACT_VALIDATE_ERROR: 2,
  CONTRACT_EXE_ERROR: 3,
  BANDWITH_ERROR: 4,
  DUP_TRANSACTION_ERROR: 5,
  TAPOS_ERROR: 6,
  TOO_BIG_TRANSACTION_ERROR: 7,
  TRANSACTION_EXPIRATION_ERROR: 8,
  SERVER_BUSY: 9,
  NO_CONNECTION: 10,
  NOT_ENOUGH_EFFECTIVE_CONNECTION: 11,
  BLOCK_UNSOLIDIFIED: 12,
  OTHER_ERROR: 20,
});

export const Return = /* @__PURE__ */ message('Return', {
  result: bool(1),
  code: enumerated(2, ResponseCode),
  message: text(3),
});

export const TransactionExtention = /* @__PURE__ */ message('TransactionExtention', {
  transaction: nested(1, Transaction),
  txid: bytes(2),
  constant_result: repeated(bytes(3)),
  result: nested(4, Return),
  energy_used: int64(5),
  logs: repeated(nested(6, Log)),
  internal_transactions: repeated(nested(7, InternalTransaction)),
  energy_penalty: int64(8),
});

export const EstimateEnergyMessage = /* @__PURE__ */ message('EstimateEnergyMessage', {
  result: nested(1, Return),
  energy_required: int64(2),
});

export const SignWeightCode = /* @__PURE__ */ enumeration('TransactionSignWeight.Result.response_code', {
  ENOUGH_PERMISSION: 0,
  NOT_ENOUGH_PERMISSION: 1,
  SIGNATURE_FORMAT_ERROR: 2,
  COMPUTE_ADDRESS_ERROR: 3,
  PERMISSION_ERROR: 4,
  OTHER_ERROR: 20,
});

const SignWeightResult = /* @__PURE__ */ message('TransactionSignWeight.Result', {
  code: enumerated(1, SignWeightCode),
  message: string(2),
});

export const TransactionSignWeight = /* @__PURE__ */ message('TransactionSignWeight', {
  permission: nested(1, Permission),
  approved_list: repeated(address(2)),
  current_weight: int64(3),
  result: nested(4, SignWeightResult),
  transaction: nested(5, TransactionExtention),
});

export const ApprovedListCode = /* @__PURE__ */ enumeration('TransactionApprovedList.Result.response_code', {
  SUCCESS: 0,
  SIGNATURE_FORMAT_ERROR: 1,
  COMPUTE_ADDRESS_ERROR: 2,
  OTHER_ERROR: 20,
});

const ApprovedListResult = /* @__PURE__ */ message('TransactionApprovedList.Result', {
  code: enumerated(1, ApprovedListCode),
  message: string(2),
});

export const TransactionApprovedList = /* @__PURE__ */ message('TransactionApprovedList', {
  approved_list: repeated(address(2)),
  result: nested(4, ApprovedListResult),
  transaction: nested(5, TransactionExtention),
});

export const SmartContractDataWrapper = /* @__PURE__ */ message('SmartContractDataWrapper', {
  smart_contract: nested(1, SmartContract),
  runtimecode: bytes(2),
  contract_state: nested(3, ContractState),
});

const ChainParameter = /* @__PURE__ */ message('ChainParameters.ChainParameter', { key: string(1), value: int64(2) });

export const ChainParameters = /* @__PURE__ */ message('ChainParameters', {
  chainParameter: repeated(nested(1, ChainParameter)),
});

export const AccountNetMessage = /* @__PURE__ */ message('AccountNetMessage', {
  freeNetUsed: int64(1),
  freeNetLimit: int64(2),
  NetUsed: int64(3),
  NetLimit: int64(4),
  assetNetUsed: map(5, 'string', 'int64'),
  assetNetLimit: map(6, 'string', 'int64'),
  TotalNetLimit: int64(7),
  TotalNetWeight: int64(8),
});

export const AccountResourceMessage = /* @__PURE__ */ message('AccountResourceMessage', {
  freeNetUsed: int64(1),
  freeNetLimit: int64(2),
  NetUsed: int64(3),
  NetLimit: int64(4),
  assetNetUsed: map(5, 'string', 'int64'),
  assetNetLimit: map(6, 'string', 'int64'),
  TotalNetLimit: int64(7),
  TotalNetWeight: int64(8),
  TotalTronPowerWeight: int64(9),
  tronPowerUsed: int64(10),
  tronPowerLimit: int64(11),
  EnergyUsed: int64(13),
  EnergyLimit: int64(14),
  TotalEnergyLimit: int64(15),
  TotalEnergyWeight: int64(16),
  storageUsed: int64(21),
  storageLimit: int64(22),
});

export const WitnessList = /* @__PURE__ */ message('WitnessList', { witnesses: repeated(nested(1, Witness)) });

export const AssetIssueList = /* @__PURE__ */ message('AssetIssueList', {
  assetIssue: repeated(nested(1, AssetIssueContract)),
});

export const PaginatedMessage = /* @__PURE__ */ message('PaginatedMessage', { offset: int64(1), limit: int64(2) });

export const ProposalList = /* @__PURE__ */ message('ProposalList', { proposals: repeated(nested(1, Proposal)) });

export const ExchangeList = /* @__PURE__ */ message('ExchangeList', { exchanges: repeated(nested(1, Exchange)) });

export const MarketOrderList = /* @__PURE__ */ message('MarketOrderList', { orders: repeated(nested(1, MarketOrder)) });

export const MarketOrderPairList = /* @__PURE__ */ message('MarketOrderPairList', {
  orderPair: repeated(nested(1, MarketOrderPair)),
});

export const MarketPriceList = /* @__PURE__ */ message('MarketPriceList', {
  sell_token_id: text(1),
  buy_token_id: text(2),
  prices: repeated(nested(3, MarketPrice)),
});

export const DelegatedResourceMessage = /* @__PURE__ */ message('DelegatedResourceMessage', {
  fromAddress: address(1),
  toAddress: address(2),
});

export const DelegatedResourceList = /* @__PURE__ */ message('DelegatedResourceList', {
  delegatedResource: repeated(nested(1, DelegatedResource)),
});

export const CanDelegatedMaxSizeRequestMessage = /* @__PURE__ */ message('CanDelegatedMaxSizeRequestMessage', {
  type: int32(1),
  owner_address: address(2),
});

export const CanDelegatedMaxSizeResponseMessage = /* @__PURE__ */ message('CanDelegatedMaxSizeResponseMessage', {
  max_size: int64(1),
});

export const GetAvailableUnfreezeCountRequestMessage = /* @__PURE__ */ message(
  'GetAvailableUnfreezeCountRequestMessage',
  {
    owner_address: address(1),
  },
);

export const GetAvailableUnfreezeCountResponseMessage = /* @__PURE__ */ message(
  'GetAvailableUnfreezeCountResponseMessage',
  {
    count: int64(1),
  },
);

export const CanWithdrawUnfreezeAmountRequestMessage = /* @__PURE__ */ message(
  'CanWithdrawUnfreezeAmountRequestMessage',
  {
    owner_address: address(1),
    timestamp: int64(2),
  },
);

export const CanWithdrawUnfreezeAmountResponseMessage = /* @__PURE__ */ message(
  'CanWithdrawUnfreezeAmountResponseMessage',
  {
    amount: int64(1),
  },
);

export const PricesResponseMessage = /* @__PURE__ */ message('PricesResponseMessage', { prices: string(1) });

export const NumberMessage = /* @__PURE__ */ message('NumberMessage', { num: int64(1) });

export const BytesMessage = /* @__PURE__ */ message('BytesMessage', { value: bytes(1) });
