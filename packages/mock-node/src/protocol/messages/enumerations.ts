import { enumeration } from './schema.ts';

export const AccountType = /* @__PURE__ */ enumeration('AccountType', { Normal: 0, AssetIssue: 1, Contract: 2 });

export const ResourceCode = /* @__PURE__ */ enumeration('ResourceCode', { BANDWIDTH: 0, ENERGY: 1, TRON_POWER: 2 });

export const PermissionType = /* @__PURE__ */ enumeration('Permission.PermissionType', {
  Owner: 0,
  Witness: 1,
  Active: 2,
});

export const ProposalState = /* @__PURE__ */ enumeration('Proposal.State', {
  PENDING: 0,
  DISAPPROVED: 1,
  APPROVED: 2,
  CANCELED: 3,
});

export const MarketOrderState = /* @__PURE__ */ enumeration('MarketOrder.State', {
  ACTIVE: 0,
  INACTIVE: 1,
  CANCELED: 2,
});

export const AbiEntryType = /* @__PURE__ */ enumeration('SmartContract.ABI.Entry.EntryType', {
  UnknownEntryType: 0,
  Constructor: 1,
  Function: 2,
  Event: 3,
  Fallback: 4,
  Receive: 5,
  Error: 6,
});

export const StateMutabilityType = /* @__PURE__ */ enumeration('SmartContract.ABI.Entry.StateMutabilityType', {
  UnknownMutabilityType: 0,
  Pure: 1,
  View: 2,
  Nonpayable: 3,
  Payable: 4,
});

export const ContractType = /* @__PURE__ */ enumeration('Transaction.Contract.ContractType', {
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
});

export type ContractTypeName = keyof typeof ContractType.values;

/** The node's spelling. */
export const ResultCode = /* @__PURE__ */ enumeration('Transaction.Result.code', { SUCESS: 0, FAILED: 1 });

export const InfoCode = /* @__PURE__ */ enumeration('TransactionInfo.code', { SUCESS: 0, FAILED: 1 });

export const ContractResult = /* @__PURE__ */ enumeration('Transaction.Result.contractResult', {
  DEFAULT: 0,
  SUCCESS: 1,
  REVERT: 2,
  BAD_JUMP_DESTINATION: 3,
  OUT_OF_MEMORY: 4,
  PRECOMPILED_CONTRACT: 5,
  STACK_TOO_SMALL: 6,
  STACK_TOO_LARGE: 7,
  ILLEGAL_OPERATION: 8,
  STACK_OVERFLOW: 9,
  OUT_OF_ENERGY: 10,
  OUT_OF_TIME: 11,
  JVM_STACK_OVER_FLOW: 12,
  UNKNOWN: 13,
  TRANSFER_FAILED: 14,
  INVALID_CODE: 15,
});
