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
}

/**
 * Called for every instruction of an execution. An instruction that runs out of energy or does not exist is not
 * reported: the exception names it.
 */
export type TraceHook = (step: TraceStep) => void;
