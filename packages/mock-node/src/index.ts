// Creating a node
export { createMockNode } from './node/create-mock-node.ts';
export type { MockNode, NodeAccount, PresetAccounts, PresetNode } from './node/create-mock-node.ts';
export type { MockNodeOptions } from './node/node-options.ts';
export type { EthereumTools } from './ethereum/ethereum-tools.ts';
export type { AccountOptions } from './node/node-accounts.ts';
export type { PresetName } from './network/presets.ts';
export type {
  DescribedAmount,
  GenesisAsset,
  GenesisDescription,
  GenesisWitness,
  NetworkDescription,
} from './network/network-description.ts';
export type { Address, Hex, Milliseconds } from './protocol/primitives.ts';

// Controlling it
export type { Controls } from './control/controls.ts';
export type { DeployOptions, Deployment } from './control/deploy.ts';
export type { Invocation, InvokeOptions } from './control/invoke.ts';
export type { Abi, AbiEntry, AbiParameter } from './abi/abi.ts';
export type {
  AssetBalanceOverride,
  CodeOverride,
  StorageOverride,
  TokenBalanceOverride,
} from './control/arguments/overrides.ts';
export type { Supply } from './control/supply.ts';
export type { AbortSignalLike, NodeClock } from './control/node-clock.ts';
export type { DroppedTransactions } from './chain/dropped-transactions.ts';
export type { Reorganization } from './control/reorganization.ts';
export type { ReorganizedTransaction } from './chain/dropped-transactions.ts';
export type { ContractOptions } from './control/arguments/contract-options.ts';
export type { MiningMode } from './chain/mining-mode.ts';
export type { CallTrace, TracedCall } from './control/tracing/trace-call.ts';
export type { TransactionTrace } from './control/tracing/trace-transaction.ts';
export type { ForkUnknown } from './state/records/fork-unknown.ts';
export type {
  CallFrame,
  ExecutionTrace,
  InstructionUse,
  TracedLog,
  TraceOptions,
} from './control/tracing/execution-trace.ts';
export type { TracedContract } from './abi/traced-code.ts';
export type { TraceDetail, TraceStep } from './vm/machine/trace.ts';

// Serving it over HTTP
export { serve } from './node/serve.ts';
export type { BaseNode } from './node/base-node.ts';
export type { ServedNode, ServeOptions } from './http/server/http-server.ts';
export type { Fetch, PlainRequest, PlainResponse } from './http/server/fetch.ts';
export type { AsyncDisposal } from './control/async-disposal.ts';
export type { LoggedRequest, RequestLog } from './http/instruments/request-log.ts';

// Faults and scripted answers
export type { ActiveFault, Fault, FaultRule, Faults } from './http/instruments/faults.ts';
export type { FalsifiedLedger, FalseStatement } from './http/falsification/false-statement.ts';
export type { Tampering } from './http/instruments/tampering.ts';
export type { CallScript, CallScripts } from './http/instruments/call-scripts.ts';

// Errors
export { isMockNodeError, MockNodeError } from './errors.ts';
export type { MockNodeErrorCode, MockNodeErrorContexts } from './errors.ts';
export type { ArgumentContext, CodedError, ErrorTable } from '@coin/errors';
