import { type TracedContract } from '../../abi/traced-code.ts';
import { type TraceDetail, type TraceStep } from '../../vm/machine/trace.ts';

/** What a trace contains besides calls and energy. */
export interface TraceOptions {
  /** What each step has besides; defaults to nothing. */
  readonly details?: readonly TraceDetail[];
  /** Steps to keep, 0 to 10,000,000; defaults to 100,000. Calls and energy are complete all the same. */
  readonly maxSteps?: number;
}

/** A log that a call wrote. Bytes are hexadecimal. */
export interface TracedLog {
  readonly topics: readonly string[];
  readonly data: string;
  /** How many of the call's own calls came before it. */
  readonly callsBefore: number;
}

/**
 * A call with all that it called. Addresses are base58check, bytes hexadecimal, amounts small units. Energy has its
 * penalties included; a call's energy is its own and that of all that it called.
 */
export interface CallFrame {
  /** The instruction that called it, or `CALL` and `CREATE` of the transaction itself. */
  readonly instruction: string;
  readonly kind: 'call' | 'create' | 'precompile';
  /** Whose storage and balance it works on. */
  readonly address: string;
  /** Whose code it runs: another contract's for DELEGATECALL and CALLCODE. */
  readonly codeAddress: string;
  readonly caller: string;
  readonly input: string;
  readonly output: string;
  readonly callValue: bigint;
  readonly token?: { readonly id: bigint; readonly value: bigint };
  readonly status: 'success' | 'revert' | 'exception';
  /** The node's words, with status `exception`. */
  readonly error?: string;
  readonly energyLimit: bigint;
  readonly energy: bigint;
  /** The part of the energy that is penalty. */
  readonly penalty: bigint;
  /** Energy without that of the calls it made. */
  readonly ownEnergy: bigint;
  readonly ownPenalty: bigint;
  /** Own energy of SLOAD and SSTORE. */
  readonly storageEnergy: bigint;
  /** Own energy that an exception took, with which nothing ran. */
  readonly forfeited: bigint;
  /** Own energy for saving the code of a transaction's creation. */
  readonly codeEnergy: bigint;
  /** Ten-thousandths. */
  readonly energyFactor: bigint;
  readonly logs: readonly TracedLog[];
  readonly calls: readonly CallFrame[];
}

/** What the instruction at one place of a contract's code used in all calls together. */
export interface InstructionUse {
  /** Whose code it is, base58check. */
  readonly contract: string;
  readonly code: 'runtime' | 'creation';
  readonly pc: number;
  readonly name: string;
  readonly count: number;
  /** Without that of called contracts; for calls of precompiles with it. */
  readonly energy: bigint;
  readonly penalty: bigint;
}

/**
 * What an execution did. The energy of its call is the receipt's, the own energies of all calls together are too, and
 * so is what the instructions used, with forfeited energy and the energy for code.
 */
export interface ExecutionTrace {
  /** Absent where no contract ran. */
  readonly call?: CallFrame;
  readonly instructions: readonly InstructionUse[];
  readonly steps: readonly TraceStep[];
  /** Steps beyond those that were kept. */
  readonly omittedSteps: number;
  /** The contracts that ran. */
  readonly contracts: readonly TracedContract[];
  /** Small units a unit of energy costs. */
  readonly energyPrice: bigint;
  /** The largest energy factor of this network, in ten-thousandths; 0 without the dynamic energy model. */
  readonly maxEnergyFactor: bigint;
}
