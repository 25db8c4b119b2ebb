import { type Address } from '../../protocol/primitives.ts';

/** One instruction just before it runs, after its energy has been charged. Source: docs/protocol/virtual-machine.md. */
export interface TraceStep {
  /** Program counter. */
  readonly pc: number;
  readonly opcode: number;
  readonly name: string;
  /** Energy left before the instruction was charged. */
  readonly energy: bigint;
  /** Energy charged, including the penalty. For calls, also the energy passed on. */
  readonly cost: bigint;
  /** The penalty within the cost. */
  readonly penalty: bigint;
  /** 0 in the called contract, 1 in a contract that it calls, and so on. */
  readonly depth: number;
  /** Top of the stack before the instruction; absent on an empty stack. */
  readonly top?: bigint;
  /** Elements on the stack before the instruction. */
  readonly stackSize: number;
  /** On request: the complete stack before the instruction, its top last. */
  readonly stack?: readonly bigint[];
  /** On request: the memory before the instruction, in hexadecimal. */
  readonly memory?: string;
  /**
   * On request: the storage slots of the running contract that the execution has used before this instruction. Slots
   * and values are words of 64 hexadecimal digits.
   */
  readonly storage?: Readonly<Record<string, string>>;
}

/** The parts of a step that are recorded only on request. */
export type TraceDetail = 'stack' | 'memory' | 'storage';

/** The start of a call: of the transaction's contract, of another contract or precompile, or a plain transfer. */
export interface CallStart {
  readonly kind: 'start';
  /** The instruction that calls or creates; absent for the transaction itself. */
  readonly opcode?: number;
  readonly frameKind: 'call' | 'create' | 'precompile';
  /** The account whose storage and balance the code uses. */
  readonly address: Address;
  /** The contract whose code runs. */
  readonly codeAddress: Address;
  readonly caller: Address;
  /** The call's data, or the creation code. */
  readonly input: Uint8Array;
  /** Small units. */
  readonly callValue: bigint;
  /** Present if tokens are transferred. */
  readonly token?: { readonly id: bigint; readonly value: bigint };
  readonly energyLimit: bigint;
  /** Energy factor of the address, in ten-thousandths. */
  readonly energyFactor: bigint;
}

/** The end of the latest call that has started and not ended. */
export interface CallEnd {
  readonly kind: 'end';
  readonly status: 'success' | 'revert' | 'exception';
  /** The node's message, with status `exception`. */
  readonly error?: string;
  readonly output: Uint8Array;
  /** Including penalties, callees and forfeited energy. */
  readonly energyUsed: bigint;
  /** Penalty of this call's own instructions, without its callees. */
  readonly penalty: bigint;
  /** Energy that was left when an exception consumed it; 0 otherwise. */
  readonly forfeited: bigint;
  /** Energy charged for storing the deployed code. Contracts created by a call pay for theirs in CREATE. */
  readonly codeEnergy: bigint;
}

/** A log that the running call writes. */
export interface CallLog {
  readonly kind: 'log';
  readonly topics: readonly Uint8Array[];
  readonly data: Uint8Array;
}

/** The events between the instructions of an execution, in order. */
export type CallEvent = CallStart | CallEnd | CallLog;

/** Functions that watch an execution. They do not affect the result. */
export interface Tracing {
  /**
   * Called for every instruction, which makes executions several times slower. An instruction that runs out of energy
   * or does not exist is not reported, because the exception names it.
   */
  readonly onStep?: (step: TraceStep) => void;
  /** Details to record for each step; none by default. */
  readonly traceDetails?: readonly TraceDetail[];
  /** Called for every start and end of a call, and for logs. */
  readonly onCallEvent?: (event: CallEvent) => void;
  /** Called for every call that a contract makes to an account without code, which runs nothing. */
  readonly onCodelessCall?: (address: Address, input: Uint8Array) => void;
}
