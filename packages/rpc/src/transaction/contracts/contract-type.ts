/**
 * The contract types whose fields this package knows, with their numbers: all that nodes execute, except for shielded
 * transfers. Source: docs/protocol/transfers.md, Protobuf shapes.
 */
export const CONTRACT_TYPES = {
  AccountCreateContract: 0,
  TransferContract: 1,
  TransferAssetContract: 2,
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
  CreateSmartContract: 30,
  TriggerSmartContract: 31,
  UpdateSettingContract: 33,
  ExchangeCreateContract: 41,
  ExchangeInjectContract: 42,
  ExchangeWithdrawContract: 43,
  ExchangeTransactionContract: 44,
  UpdateEnergyLimitContract: 45,
  AccountPermissionUpdateContract: 46,
  ClearABIContract: 48,
  UpdateBrokerageContract: 49,
  MarketSellAssetContract: 52,
  MarketCancelOrderContract: 53,
  FreezeBalanceV2Contract: 54,
  UnfreezeBalanceV2Contract: 55,
  WithdrawExpireUnfreezeContract: 56,
  DelegateResourceContract: 57,
  UnDelegateResourceContract: 58,
  CancelAllUnfreezeV2Contract: 59,
} as const;

/** The network's name for the kind of a transaction. */
export type ContractType = keyof typeof CONTRACT_TYPES;

/** Whether this package knows the fields of a type. */
export const isContractType = (name: string): name is ContractType => Object.hasOwn(CONTRACT_TYPES, name);

/** The name of a type whose fields this package knows, by its number. */
export const findContractType = (number: number): ContractType | undefined =>
  (Object.keys(CONTRACT_TYPES) as ContractType[]).find((name) => CONTRACT_TYPES[name] === number);
