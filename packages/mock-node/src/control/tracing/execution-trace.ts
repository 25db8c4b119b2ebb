import { type TracedContract } from '../../abi/traced-code.ts';
import { type TraceDetail, type TraceStep } from '../../vm/machine/trace.ts';

/** The contents of a trace besides calls and energy. */
export interface TraceOptions {
  /** Details to record for each step; none by default. */
  readonly details?: readonly TraceDetail[];
  /** Number of steps to keep, 0 to 10,000,000; defaults to 100,000. Calls and energy are always complete. */
  readonly maxSteps?: number;
}

/** A log written by a call. Bytes are hexadecimal. */
export interface TracedLog {
  readonly topics: readonly string[];
  readonly data: string;
  /** The number of the call's own inner calls before this log. */
  readonly callsBefore: number;
}

/**
 * A call with its inner calls. Addresses are base58check, bytes hexadecimal, amounts small units.
 *
 * Energy includes penalties. A call's energy includes the energy of its inner calls.
 */
export interface CallFrame {
  /** The instruction that made the call, or `CALL` or `CREATE` for the transaction itself. */
  readonly instruction: string;
  readonly kind: 'call' | 'create' | 'precompile';
  /** The account whose storage and balance the call uses. */
  readonly address: string;
  /** The contract whose code runs. With DELEGATECALL and CALLCODE it is not `address`. */
  readonly codeAddress: string;
  readonly caller: string;
  readonly input: string;
  readonly output: string;
  readonly callValue: bigint;
  readonly token?: { readonly id: bigint; readonly value: bigint };
  readonly status: 'success' | 'revert' | 'exception';
  /** The node's message, with status `exception`. */
  readonly error?: string;
  readonly energyLimit: bigint;
  readonly energy: bigint;
  /** The penalty within the energy. */
  readonly penalty: bigint;
  /** Energy without the inner calls. */
  readonly ownEnergy: bigint;
  readonly ownPenalty: bigint;
  /** Own energy of SLOAD and SSTORE. */
  readonly storageEnergy: bigint;
  /** Own energy that an exception forfeited, which ran no instructions. */
  readonly forfeited: bigint;
  /** Energy charged for storing the deployed code. Contracts created by a call pay for theirs in CREATE. */
  readonly codeEnergy: bigint;
  /** Ten-thousandths. */
  readonly energyFactor: bigint;
  readonly logs: readonly TracedLog[];
  readonly calls: readonly CallFrame[];
}

/** The total use of the instruction at one position of a contract's code, over all calls. */
export interface InstructionUse {
  /** The contract that the code belongs to, base58check. */
  readonly contract: string;
  readonly code: 'runtime' | 'creation';
  readonly pc: number;
  readonly name: string;
  readonly count: number;
  /** Energy excluding called contracts, but including called precompiles. */
  readonly energy: bigint;
  readonly penalty: bigint;
}

/**
 * The trace of an execution. Three totals agree with the receipt: the energy of `call`, the own energies of all calls,
 * and the instructions' energy plus forfeited energy and the energy for code.
 */
export interface ExecutionTrace {
  /** Absent if no contract ran. */
  readonly call?: CallFrame;
  readonly instructions: readonly InstructionUse[];
  readonly steps: readonly TraceStep[];
  /** Number of steps that were not kept. */
  readonly omittedSteps: number;
  /** The contracts that ran. */
  readonly contracts: readonly TracedContract[];
  /** Small units per unit of energy. */
  readonly energyPrice: bigint;
  /** The network's maximum energy factor, in ten-thousandths; 0 without the dynamic energy model. */
  readonly maxEnergyFactor: bigint;
}
