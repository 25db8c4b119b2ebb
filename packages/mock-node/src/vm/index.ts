// Running contracts
export { execute } from './execute.ts';
export type { Executed, ExecuteOptions, ExecutionResult, Message, Refusal } from './execute.ts';
export type { BlockContext, Log } from './execution.ts';
export type { ContractResult, ExceptionName, VmException } from './frame-exception.ts';
export type { InternalTransaction } from './internal-transaction.ts';
export type { TraceHook, TraceStep } from './trace.ts';

// Rules of a chain
export { vmRules } from './rules.ts';
export type { VmRules } from './rules.ts';
export { catchUpEnergyState } from './dynamic-energy.ts';
export type { DynamicEnergyRules } from './dynamic-energy.ts';

// The state contracts work on
export { createMemoryState } from './memory-world-state.ts';
export type { MemoryContract, MemoryState } from './memory-world-state.ts';
export { storagePrefix, storageRowKey } from './storage.ts';
export { contractAddress, contractAddress2 } from './contract-address.ts';
export type {
  AccountState,
  Address,
  ContractCode,
  ContractEnergyState,
  ContractRecord,
  ContractStateStore,
  ResourceCode,
  SigningPermission,
  StakeState,
  StateMark,
  Vote,
  VoteState,
  WorldState,
} from './world-state.ts';

// Instructions
export { instructionName, instructionTable } from './opcodes.ts';
export type { Instruction, InstructionTable } from './opcodes.ts';
