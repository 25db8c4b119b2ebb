import { exactStream, fixedEnergy, STEP } from './code/code-analysis.ts';
import { STACK_LIMIT } from './code/energy-schedule.ts';
import { DYNAMIC, MEMORY } from './code/opcodes.ts';
import { charge, countSteps, expansionEnergy, outOfEnergy, penaltyOn, reportStep } from './machine/charging.ts';
import { type Execution } from './machine/execution.ts';
import { FrameException } from './machine/frame-exception.ts';
import { type Frame } from './machine/frame.ts';
import { extendMemory } from './machine/memory.ts';

/** Checks and charges one instruction in the node's order: existence, stack, energy. */
export function exactStep(execution: Execution, frame: Frame, pc: number): void {
  const code = frame.analysis.code[pc]!;
  const instruction = frame.analysis.instructions[code];
  if (instruction === undefined) {
    const digits = code.toString(16).padStart(2, '0');
    throw new FrameException('IllegalOperationException', `Invalid operation code: opCode[${digits}];`);
  }
  const size = frame.top - frame.base;
  if (size < instruction.pops) {
    throw new FrameException('StackTooSmallException', `Expected stack size ${instruction.pops} but actual ${size};`);
  }
  if (size - instruction.pops + instruction.pushes > STACK_LIMIT) {
    throw new FrameException('StackTooLargeException', `Expected: overflow ${STACK_LIMIT} elements stack limit`);
  }
  countSteps(execution, code, 1);
  if (instruction.energy === DYNAMIC || instruction.energy === MEMORY) return;
  const energy = instruction.energy;
  const penalty = penaltyOn(frame, energy);
  if (frame.energyLeft < energy + penalty) throw outOfEnergy(frame, instruction.name, energy, penalty);
  frame.energyLeft -= energy + penalty;
  frame.penalty += penalty;
  reportStep(execution, frame, pc, code, energy + penalty, penalty);
}

/** Switches to the exact stream at the current instruction of the fast stream. */
export function enterExact(frame: Frame): Int32Array {
  const { stream, positions } = exactStream(frame.analysis);
  frame.position = positions[frame.analysis.programCounters[frame.position >> 1]!]!;
  frame.isExact = true;
  return stream;
}

/** Charges a memory instruction of the exact path. */
function chargeExact(execution: Execution, frame: Frame, opcode: number, end: number): void {
  const base = fixedEnergy(MEMORY, execution.analyses.memoryBase);
  charge(execution, frame, opcode, base + expansionEnergy(frame, opcode, end));
}

/**
 * Charges memory expansion for an instruction of a charged segment. If the energy does not cover it and the rest of the
 * segment, refunds that rest, and the exact path can continue from this instruction.
 *
 * @returns whether everything is charged.
 */
function chargeExpansion(execution: Execution, frame: Frame, opcode: number, end: number): boolean {
  const { stream, energies } = frame.analysis;
  const pair = frame.position >> 1;
  const base = energies[pair]!;
  const basePenalty = penaltyOn(frame, base);
  let rest = 0;
  let restPenalty = 0;
  let next = pair;
  for (; next < energies.length && stream[2 * next] !== STEP.BEGIN; next++) {
    const penalty = penaltyOn(frame, energies[next]!);
    rest += energies[next]! + penalty;
    restPenalty += penalty;
  }
  frame.energyLeft += rest;
  frame.penalty -= restPenalty;
  // The penalty on base and expansion is rounded once, for both together.
  const energy = base + expansionEnergy(frame, opcode, end);
  const penalty = penaltyOn(frame, energy);
  const all = energy + penalty + rest - base - basePenalty;
  if (frame.energyLeft < all) {
    execution.stepsLeft += next - pair;
    return false;
  }
  frame.energyLeft -= all;
  frame.penalty += penalty + restPenalty - basePenalty;
  return true;
}

/**
 * Charges and expands the memory that MLOAD, MSTORE or MSTORE8 accesses.
 *
 * @returns false if the instruction must be repeated on the exact path.
 */
export function expandMemory(execution: Execution, frame: Frame, opcode: number, length: number): boolean {
  const offset = execution.stack.small[frame.top - 1]!;
  const end = offset < 0 ? Number.POSITIVE_INFINITY : offset + length;
  if (frame.isExact) chargeExact(execution, frame, opcode, end);
  else if (!chargeExpansion(execution, frame, opcode, end)) return false;
  extendMemory(frame.memory, offset, length);
  return true;
}
