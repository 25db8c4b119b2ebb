// A connection
export { createNodeClient, type NodeClientOptions } from './client.ts';
export { http, type HttpOptions } from './transport/http.ts';
export { fallback, type FallbackOptions } from './transport/fallback.ts';
export { custom, type CustomOptions, type OutgoingRequest } from './transport/custom.ts';
export type { EndpointOptions } from './transport/endpoint.ts';
export type {
  BuildOptions,
  CallOptions,
  NodeAnswer,
  NodeClient,
  NodeLike,
  PlatformFetch,
  ReadStateOptions,
  RequestOptions,
  Transport,
  TransportSource,
} from './transport/transport.ts';
export type { JsonObject, JsonValue } from './encoding/json.ts';
export { createConcurrencyLimit, createRateLimit, type Limit, type RateLimitOptions } from './transport/limits.ts';

// Accounts
export { toAddress } from './address/address.ts';
export {
  getAccount,
  type Account,
  type GetAccountArgs,
  type Permission,
  type Resource,
  type Stake,
  totalBalance,
} from './endpoints/get-account.ts';
export { getBalance } from './endpoints/get-balance.ts';
export { getAccountResources, type AccountResources } from './endpoints/get-account-resources.ts';
export { getReward } from './endpoints/get-reward.ts';
export { updateAccountPermissions, type UpdateAccountPermissionsArgs } from './endpoints/update-account-permissions.ts';
export type { ActivePermissionArgs, PermissionArgs } from './transaction/contracts/permission-value.ts';
export type { ContractType } from './transaction/contracts/contract-types.ts';
export type { Operation } from './transaction/contracts/operations.ts';

// Building transactions
export { createTransaction, type CreateTransactionArgs } from './endpoints/create-transaction.ts';
export { transferAsset, type TransferAssetArgs } from './endpoints/transfer-asset.ts';
export { triggerSmartContract, type TriggerSmartContractArgs } from './endpoints/trigger-smart-contract.ts';
export { deployContract, type DeployContractArgs } from './endpoints/deploy-contract.ts';
export type { OwnerFields, TransactionFields } from './transaction/build-transaction.ts';
export type { Transaction } from './transaction/transaction.ts';

// Stake, votes, witnesses, proposals
export { stake, type StakeArgs } from './endpoints/stake.ts';
export { unstake, type UnstakeArgs } from './endpoints/unstake.ts';
export { unstakeVersion1, type UnstakeVersion1Args } from './endpoints/unstake-version-1.ts';
export { withdrawUnstaked, type WithdrawUnstakedArgs } from './endpoints/withdraw-unstaked.ts';
export { cancelUnstaking } from './endpoints/cancel-unstaking.ts';
export { delegateResource, type DelegateResourceArgs } from './endpoints/delegate-resource.ts';
export { undelegateResource, type UndelegateResourceArgs } from './endpoints/undelegate-resource.ts';
export type { StakeResource } from './transaction/contracts/contract-types.ts';
export { getDelegations, type Delegation, type GetDelegationsArgs } from './endpoints/get-delegations.ts';
export { vote, type VoteArgs } from './endpoints/vote.ts';
export { withdrawReward, type WithdrawRewardArgs } from './endpoints/withdraw-reward.ts';
export { createProposal, type CreateProposalArgs } from './endpoints/create-proposal.ts';
export type {
  PrintedParameterName,
  ProposalParameterName,
  ProposalParameters,
} from './transaction/contracts/proposal-parameters.ts';
export { approveProposal, type ApproveProposalArgs } from './endpoints/approve-proposal.ts';
export { deleteProposal, type DeleteProposalArgs } from './endpoints/delete-proposal.ts';
export { listProposals, type Proposal } from './endpoints/list-proposals.ts';
export { listWitnesses, type Witness } from './endpoints/list-witnesses.ts';
export { createWitness, type WitnessArgs } from './endpoints/create-witness.ts';
export { updateWitness } from './endpoints/update-witness.ts';
export { getBrokerage } from './endpoints/get-brokerage.ts';
export { updateBrokerage, type UpdateBrokerageArgs } from './endpoints/update-brokerage.ts';

// Signing and sending
export { signTransaction, type Signer } from './transaction/sign-transaction.ts';
export { encodeTransaction } from './transaction/encode-transaction.ts';
export { decodeTransaction } from './transaction/decode-transaction.ts';
export { fingerprintTransaction } from './transaction/fingerprint-transaction.ts';
export { broadcastTransaction } from './endpoints/broadcast-transaction.ts';
export { broadcastHex } from './endpoints/broadcast-hex.ts';
export type { Broadcast } from './transaction/submit-transaction.ts';
export { sendTransaction, type SendTransactionArgs, type SentTransaction } from './workflows/send-transaction.ts';
export {
  resumeTransaction,
  type ResumedTransaction,
  type ResumeTransactionArgs,
} from './workflows/resume-transaction.ts';
export { waitForTransaction, type WaitForTransactionArgs, type WaitOptions } from './workflows/wait-for-transaction.ts';

// Transactions and blocks on the chain
export { getTransactionInfoById, type GetTransactionInfoArgs } from './endpoints/get-transaction-info-by-id.ts';
export { getTransactionInfos, type GetTransactionInfosArgs } from './endpoints/get-transaction-infos.ts';
export type { Receipt, TransactionInfo } from './answers/transaction-info.ts';
export { getTransactionById } from './endpoints/get-transaction-by-id.ts';
export { getNowBlock } from './endpoints/get-now-block.ts';
export { getBlock, type GetBlockArgs } from './endpoints/get-block.ts';
export { getGenesisId } from './endpoints/get-genesis-id.ts';
export { getBlocks, type GetBlocksArgs } from './endpoints/get-blocks.ts';
export {
  watchBlocks,
  type BlockEvent,
  type WatchBlocksArgs,
  type WatchBlocksOptions,
} from './workflows/watch-blocks.ts';
export type { BlockCursor } from './workflows/block-cursor.ts';
export { coinTransfers, type CoinTransfer } from './workflows/coin-transfers.ts';
export { assetTransfers, type AssetTransfer } from './workflows/asset-transfers.ts';
export { tokenTransfers, type TokenTransfer, type TokenTransfersOptions } from './workflows/token-transfers.ts';
export type { Memo } from './workflows/block-transfers.ts';
export type { Block, ChainTransaction } from './answers/block.ts';

// Energy and contracts
export { triggerConstantContract, type ConstantCall } from './endpoints/trigger-constant-contract.ts';
export { estimateEnergy, type EnergyEstimate, type EstimateEnergyOptions } from './endpoints/estimate-energy.ts';
export type { CallInput, ContractCall } from './contract/contract-call.ts';
export type { ContractLog, InternalTransaction } from './contract/execution-trace.ts';
export { functionSelectorHex } from './abi/function-selector.ts';
export { getContract, type DeployedContract } from './endpoints/get-contract.ts';
export { getContractInfo, type ContractInfo, type GetContractArgs } from './endpoints/get-contract-info.ts';

// The chain's parameters and prices
export { getChainParameters, type ChainParameters } from './endpoints/get-chain-parameters.ts';
export { getNextMaintenanceTime } from './endpoints/get-next-maintenance-time.ts';
export { getEnergyPrices } from './endpoints/get-energy-prices.ts';
export { getBandwidthPrices } from './endpoints/get-bandwidth-prices.ts';
export { getMemoFees } from './endpoints/get-memo-fees.ts';
export type { PriceChange } from './answers/price-history.ts';
export { getBurnedCoin } from './endpoints/get-burned-coin.ts';

// Types of units that these functions take and return
export type {
  Abi,
  AbiEntry,
  AbiParameter,
  AbortSignalLike,
  Address,
  Clock,
  Energy,
  EnergyFactor,
  EnergyPrice,
  SmallUnits,
} from '@coin/units';

// Errors
export { isRpcError, RpcError } from './errors.ts';
export type { AddressReason, RpcErrorCode, RpcErrorContexts, RpcErrorOptions, SignatureReason } from './errors.ts';
