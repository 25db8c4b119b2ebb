// A connection
export { createNodeClient } from './client.ts';
export type {
  CallOptions,
  ClientEvent,
  ClientHooks,
  Limit,
  NodeAnswer,
  NodeClient,
  NodeClientOptions,
  ReadStateOptions,
  RequestOptions,
} from './client.ts';
export type { EndpointOptions } from './transport/endpoint-pool.ts';
export { bindClient, type BoundClient } from './bind-client.ts';

// Accounts
export {
  getAccount,
  type Account,
  type GetAccountArgs,
  type Permission,
  type Resource,
} from './endpoints/get-account.ts';
export { getBalance } from './endpoints/get-balance.ts';
export { toAddress, type Address } from './address.ts';

// Building, signing and sending transactions
export { createTransaction, type CreateTransactionArgs } from './endpoints/create-transaction.ts';
export { triggerSmartContract, type TriggerSmartContractArgs } from './endpoints/trigger-smart-contract.ts';
export { deployContract, type DeployContractArgs } from './endpoints/deploy-contract.ts';
export type { TransactionFields } from './transaction/build.ts';
export type { Transaction } from './transaction/transaction.ts';
export { signTransaction, type Signer } from './transaction/sign-transaction.ts';
export { broadcastTransaction, type Broadcast } from './endpoints/broadcast-transaction.ts';
export {
  getTransactionInfoById,
  type GetTransactionInfoArgs,
  type Receipt,
  type TransactionInfo,
} from './endpoints/get-transaction-info-by-id.ts';

// Energy and contracts
export { triggerConstantContract, type ConstantCall } from './endpoints/trigger-constant-contract.ts';
export { estimateEnergy, type EnergyEstimate, type EstimateEnergyOptions } from './endpoints/estimate-energy.ts';
export type { CallInput, ContractCall } from './contract/contract-call.ts';
export type { Abi, AbiEntry, AbiParameter } from './contract/abi.ts';
export type { ContractLog, InternalTransaction } from './contract/execution-trace.ts';
export { revertReason } from './contract/revert-reason.ts';
export { getContractInfo, type ContractInfo, type GetContractArgs } from './endpoints/get-contract-info.ts';

// The chain
export { getChainParameters, type ChainParameters } from './endpoints/get-chain-parameters.ts';
export { getNextMaintenanceTime } from './endpoints/get-next-maintenance-time.ts';
export { getNowBlock } from './endpoints/get-now-block.ts';
export type { Block, ChainTransaction } from './block.ts';

// Errors
export { isRpcError, RpcError } from './errors.ts';
export type { AnyRpcError, RpcErrorCode, RpcErrorContexts, RpcErrorDetails } from './errors.ts';
