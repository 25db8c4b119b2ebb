import { type Address } from '../../protocol/primitives.ts';

/**
 * One instruction just before it runs. Its energy has been charged.
 *
 * Source: docs/protocol/virtual-machine.md.
 */
export interface TraceStep {
  /** Program counter. */
  readonly pc: number;
  readonly opcode: number;
  readonly name: string;
  /** Energy left before the instruction was charged. */
  readonly energy: bigint;
  /** Energy charged, penalty included; for calls also the energy passed on. */
  readonly cost: bigint;
  /** The part of the cost that is penalty. */
  readonly penalty: bigint;
  /** 0 in the called contract, 1 in a contract that it calls, and so on. */
  readonly depth: number;
  /** Top of the stack before the instruction; absent on an empty stack. */
  readonly top?: bigint;
  /** Elements on the stack before the instruction. */
  readonly stackSize: number;
  /** On request: the whole stack before the instruction, its top last. */
  readonly stack?: readonly bigint[];
  /** On request: the memory before the instruction, in hexadecimal. */
  readonly memory?: string;
  /**
   * On request: the storage slots of the running contract that the execution has used so far, before the instruction.
   * Slots and values are words of 64 hexadecimal digits.
   */
  readonly storage?: Readonly<Record<string, string>>;
}

/** What a step contains only on request. */
export type TraceDetail = 'stack' | 'memory' | 'storage';

/** A call that begins: of the transaction's contract, of another contract or precompile, or a plain transfer. */
export interface CallStart {
  readonly kind: 'start';
  /** The instruction that calls or creates; absent for the transaction itself. */
  readonly opcode?: number;
  readonly frameKind: 'call' | 'create' | 'precompile';
  /** Whose storage and balance the code works on. */
  readonly address: Address;
  /** Whose code runs. */
  readonly codeAddress: Address;
  readonly caller: Address;
  /** The call's data, or the creation code. */
  readonly input: Uint8Array;
  /** Small units. */
  readonly callValue: bigint;
  /** Present where tokens are transferred. */
  readonly token?: { readonly id: bigint; readonly value: bigint };
  readonly energyLimit: bigint;
  /** Energy factor of the address, in ten-thousandths. */
  readonly energyFactor: bigint;
}

/** The end of the latest call that has begun and not ended. */
export interface CallEnd {
  readonly kind: 'end';
  readonly status: 'success' | 'revert' | 'exception';
  /** The node's words, with status `exception`. */
  readonly error?: string;
  readonly output: Uint8Array;
  /** Penalties, callees and what was forfeited included. */
  readonly energyUsed: bigint;
  /** Penalty of this call's own instructions, without its callees. */
  readonly penalty: bigint;
  /** Energy that was left when an exception took it; 0 otherwise. */
  readonly forfeited: bigint;
  /** Energy for saving the code of the transaction's own creation; an inner one's is part of its CREATE. */
  readonly codeEnergy: bigint;
}

/** A log that the running call writes. */
export interface CallLog {
  readonly kind: 'log';
  readonly topics: readonly Uint8Array[];
  readonly data: Uint8Array;
}

/** What happens between the instructions of an execution, in order. */
export type CallEvent = CallStart | CallEnd | CallLog;

/** Functions that watch an execution. They have no influence on the result. */
export interface Tracing {
  /**
   * Called for every instruction, which makes executions several times slower. An instruction that runs out of energy
   * or does not exist is not reported: the exception names it.
   */
  readonly onStep?: (step: TraceStep) => void;
  /** What the steps contain besides; defaults to nothing. */
  readonly traceDetails?: readonly TraceDetail[];
  /** Called for every call that begins or ends, and for logs. */
  readonly onCallEvent?: (event: CallEvent) => void;
  /** Called for every call that a contract makes of an account without code, which runs nothing. */
  readonly onCodelessCall?: (address: Address, input: Uint8Array) => void;
}
