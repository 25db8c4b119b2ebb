import { memoryExpansionEnergy, MEMORY_LIMIT } from '../code/energy-schedule.ts';
import { instructionName } from '../code/opcodes.ts';
import { FACTOR_PRECISION } from '../world/dynamic-energy.ts';
import { type Execution } from './execution.ts';
import { FrameException, outOfMemory, outOfTime } from './frame-exception.ts';
import { type Frame, programCounter } from './frame.ts';
import { traceDetails } from './trace-details.ts';

export function outOfEnergy(frame: Frame, name: string, energy: number, penalty: number): FrameException {
  const extra = frame.factor > FACTOR_PRECISION ? ` penaltyEnergy[${penalty}],` : '';
  return new FrameException(
    'OutOfEnergyException',
    `Not enough energy for '${name}' operation executing: curInvokeEnergyLimit[${frame.message.energyLimit}],` +
      ` curOpEnergy[${energy}],${extra} usedEnergy[${frame.message.energyLimit - frame.energyLeft}]`,
  );
}

/** Penalty on one instruction's energy, rounded down. */
export function penaltyOn(frame: Frame, energy: number): number {
  return frame.factor > FACTOR_PRECISION ? Math.floor((energy * frame.factor) / FACTOR_PRECISION) - energy : 0;
}

/** Reports an instruction to the trace hook after charging it. */
export function reportStep(
  execution: Execution,
  frame: Frame,
  pc: number,
  opcode: number,
  cost: number,
  penalty: number,
): void {
  if (execution.onStep === undefined) return;
  const stackSize = frame.top - frame.base;
  execution.onStep({
    pc,
    opcode,
    name: instructionName(opcode),
    energy: BigInt(frame.energyLeft + cost),
    cost: BigInt(cost),
    penalty: BigInt(penalty),
    depth: frame.message.depth,
    stackSize,
    ...(stackSize > 0 && { top: execution.readWord(frame.top - 1) }),
    ...(execution.traceDetails.length > 0 && traceDetails(execution, frame)),
  });
}

/** Counts steps. @throws OutOfTimeException above the limit. */
export function countSteps(execution: Execution, opcode: number, steps: number): void {
  execution.stepsLeft -= Math.ceil(steps);
  if (execution.stepsLeft < 0) throw outOfTime(instructionName(opcode));
}

/** Charges an instruction whose energy depends on its operands. */
export function charge(execution: Execution, frame: Frame, opcode: number, energy: number): void {
  const penalty = penaltyOn(frame, energy);
  const total = energy + penalty;
  if (frame.energyLeft < total) throw outOfEnergy(frame, instructionName(opcode), energy, penalty);
  frame.energyLeft -= total;
  frame.penalty += penalty;
  reportStep(execution, frame, programCounter(frame), opcode, total, penalty);
}

/** Returns forwarded energy to the frame. */
export function refund(frame: Frame, energy: number): void {
  frame.energyLeft += energy;
  frame.forwarded -= energy;
}

/** End of a memory range whose offset and length are on the stack; 0 for an empty one. */
export function memoryEnd(execution: Execution, offset: number, length: number): number {
  const { small } = execution.stack;
  const size = small[length]!;
  if (size === 0) return 0;
  const start = small[offset]!;
  return start < 0 || size < 0 ? Number.POSITIVE_INFINITY : start + size;
}

/** Energy for expanding the memory to `end`. @throws OutOfMemoryException above the limit. */
export function expansionEnergy(frame: Frame, opcode: number, end: number): number {
  if (end > MEMORY_LIMIT) throw outOfMemory(instructionName(opcode));
  return memoryExpansionEnergy(frame.memory.size, end);
}
