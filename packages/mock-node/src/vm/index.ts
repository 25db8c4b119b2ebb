// Running contracts
export { execute } from './execute.ts';
export type { ExecutionOutcome, ExecuteOptions, ExecutionResult, Message, ExecutionRejection } from './execute.ts';
export type { BlockContext, Log } from './machine/execution.ts';
export type { ContractResult, ExceptionName, VmException } from './machine/frame-exception.ts';
export type { InternalTransaction } from './world/internal-transaction.ts';
export type { CallEnd, CallEvent, CallLog, CallStart, TraceDetail, TraceStep, Tracing } from './machine/trace.ts';

// Rules of a chain
export { vmRules } from './world/vm-rules.ts';
export type { VmRules } from './world/vm-rules.ts';
export type { DynamicEnergyRules } from './world/dynamic-energy.ts';

// The state that contracts read and write
export type { Address } from '../protocol/primitives.ts';
export { createMemoryState } from './world/memory-world-state.ts';
export type { MemoryContract, MemoryState } from './world/memory-world-state.ts';
export { getCreateAddress, getCreate2Address } from './world/contract-address.ts';
export type {
  ContractCode,
  ContractEnergyState,
  ContractRecord,
  ResourceCode,
  SigningPermission,
  StateSnapshot,
  Vote,
  WorldState,
} from './world/world-state.ts';

// Instructions
export { instructionName, instructionTable } from './code/opcodes.ts';
export type { Instruction, InstructionTable } from './code/opcodes.ts';
