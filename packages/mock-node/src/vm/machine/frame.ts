import type { CodeAnalysis, SegmentPrices } from '../code/code-analysis.ts';
import { FACTOR_PRECISION } from '../world/dynamic-energy.ts';
import { memoryExpansionEnergy, MEMORY_LIMIT } from '../code/energy-schedule.ts';
import type { Execution } from './execution.ts';
import type { VmException } from './frame-exception.ts';
import { FrameException, outOfMemory } from './frame-exception.ts';
import type { Memory } from './memory.ts';
import { instructionName } from '../code/opcodes.ts';
import type { SlotMark } from './slot-table.ts';
import type { Address } from '../../protocol/primitives.ts';
import type { StateMark } from '../world/world-state.ts';

/** What a call asks for: who runs which code, with what, in whose name. */
export interface FrameMessage {
  readonly kind: 'call' | 'create';
  readonly depth: number;
  /** Account whose storage and balance the code works on. */
  readonly address: Address;
  readonly caller: Address;
  readonly input: Uint8Array;
  /** Small units; 0 when tokens are moved. */
  readonly callValue: bigint;
  readonly tokenValue: bigint;
  readonly tokenId: bigint;
  readonly isStatic: boolean;
  /** Version of the contract whose code runs; counts only under `rules.compatibleEvm`. */
  readonly version: number;
  readonly energyLimit: number;
  /** Position of the internal transaction that started it; -1 for the transaction. */
  readonly internal: number;
}

/** Where everything stood before a frame, and what to go back to when it fails. */
export interface Checkpoint {
  readonly state: StateMark;
  readonly storage: SlotMark;
  readonly transient: SlotMark;
  readonly logs: number;
  readonly destroyed: number;
}

/** One run of one code. */
export interface Frame {
  readonly message: FrameMessage;
  readonly parent: Frame | undefined;
  readonly checkpoint: Checkpoint;
  readonly analysis: CodeAnalysis;
  readonly prices: SegmentPrices;
  /** 10,000 plus the energy factor of the context address. */
  readonly factor: number;
  readonly memory: Memory;
  /** Number of the context address in the slot tables. */
  readonly owner: number;
  /** Word of the shared stack at which this frame's elements begin. */
  readonly base: number;
  /** Word after the top. */
  top: number;
  /** Whether the exact stream is running, and the position in the stream. */
  exact: boolean;
  position: number;
  energyLeft: number;
  penalty: number;
  /** Energy that went elsewhere: to frames and precompiles, less what came back. */
  forwarded: number;
  returnData: Uint8Array;
  output: Uint8Array;
  reverted: boolean;
  exception: VmException | undefined;
  /** Where a caller wants the output of this frame. */
  outputOffset: number;
  outputSize: number;
}

function energyUsed(frame: Frame): number {
  return frame.message.energyLimit - frame.energyLeft;
}

/** Program counter of the instruction that is running. */
export function programCounter(frame: Frame): number {
  const { analysis, exact, position } = frame;
  const counters = exact ? analysis.exact?.counters : analysis.counters;
  return counters?.[position >> 1] ?? analysis.code.length;
}

export function notEnoughEnergy(frame: Frame, name: string, energy: number, penalty: number): FrameException {
  const extra = frame.factor > FACTOR_PRECISION ? ` penaltyEnergy[${penalty}],` : '';
  return new FrameException(
    'OutOfEnergyException',
    `Not enough energy for '${name}' operation executing: curInvokeEnergyLimit[${frame.message.energyLimit}],` +
      ` curOpEnergy[${energy}],${extra} usedEnergy[${energyUsed(frame)}]`,
  );
}

/** Penalty on an instruction's energy, floored on its own. */
export function penaltyOn(frame: Frame, energy: number): number {
  return frame.factor > FACTOR_PRECISION ? Math.floor((energy * frame.factor) / FACTOR_PRECISION) - energy : 0;
}

/** Reports an instruction to the trace hook, after it was charged. */
export function reportStep(
  execution: Execution,
  frame: Frame,
  pc: number,
  opcode: number,
  cost: number,
  penalty: number,
): void {
  if (execution.trace === undefined) return;
  const stackSize = frame.top - frame.base;
  execution.trace({
    pc,
    opcode,
    name: instructionName(opcode),
    energy: BigInt(frame.energyLeft + cost),
    cost: BigInt(cost),
    penalty: BigInt(penalty),
    depth: frame.message.depth,
    stackSize,
    ...(stackSize > 0 && { top: execution.readWord(frame.top - 1) }),
  });
}

/** Charges an instruction whose energy depends on its operands. */
export function charge(execution: Execution, frame: Frame, opcode: number, energy: number): void {
  const penalty = penaltyOn(frame, energy);
  const total = energy + penalty;
  if (frame.energyLeft < total) throw notEnoughEnergy(frame, instructionName(opcode), energy, penalty);
  frame.energyLeft -= total;
  frame.penalty += penalty;
  reportStep(execution, frame, programCounter(frame), opcode, total, penalty);
}

/** Puts energy back that went elsewhere. */
export function refund(frame: Frame, energy: number): void {
  frame.energyLeft += energy;
  frame.forwarded -= energy;
}

/** End of a memory range given by two words of the stack; 0 for an empty one. */
export function memoryEnd(execution: Execution, offset: number, length: number): number {
  const { small } = execution.stack;
  const size = small[length]!;
  if (size === 0) return 0;
  const start = small[offset]!;
  return start < 0 || size < 0 ? Number.POSITIVE_INFINITY : start + size;
}

/** Energy for memory up to `end`. @throws OutOfMemoryException beyond the limit. */
export function expansionEnergy(frame: Frame, opcode: number, end: number): number {
  if (end > MEMORY_LIMIT) throw outOfMemory(instructionName(opcode));
  return memoryExpansionEnergy(frame.memory.size, end);
}
