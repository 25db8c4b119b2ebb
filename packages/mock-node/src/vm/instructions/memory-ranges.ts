import { MAX_INT64 } from '../../protocol/java/long.ts';
import { STEP } from '../code/code-analysis.ts';
import { copyEnergy, ENERGY } from '../code/energy-schedule.ts';
import { OP, instructionName } from '../code/opcodes.ts';
import { STEPS } from '../code/step-costs.ts';
import { charge, countSteps, expansionEnergy, memoryEnd } from '../machine/charging.ts';
import { type Execution } from '../machine/execution.ts';
import { FrameException, longOutOfRange } from '../machine/frame-exception.ts';
import { type Frame, assertNotStatic } from '../machine/frame.ts';
import { copyMemory, extendMemory, readMemory, writeMemory } from '../machine/memory.ts';
import { keccakLimbs } from '../words/keccak.ts';
import { intSafe, readAddress, readBigint, readBytes, normalizeWord } from '../words/stack.ts';
import { type Handler } from './handler.ts';

const NO_CODE = /* @__PURE__ */ new Uint8Array(0);

/** Copies from `source` into memory; operands from word `first` downwards: destination, offset, length. */
function copyInto(
  execution: Execution,
  frame: Frame,
  opcode: number,
  base: number,
  first: number,
  source: Uint8Array,
): void {
  const { small } = execution.stack;
  const end = memoryEnd(execution, first, first - 2);
  const energy = base + expansionEnergy(frame, opcode, end);
  const length = small[first - 2]!;
  charge(execution, frame, opcode, energy + copyEnergy(length));
  // Bytes past the end of the source are zero. An offset above a Java int is past every end.
  writeMemory(frame.memory, small[first]!, source, intSafe(execution.stack, first - 1), length);
}

function returnDataCopy(execution: Execution, frame: Frame): void {
  const first = frame.top - 1;
  const { stack } = execution;
  const end = memoryEnd(execution, first, first - 2);
  const energy = expansionEnergy(frame, OP.RETURNDATACOPY, end);
  const length = stack.small[first - 2]!;
  charge(execution, frame, OP.RETURNDATACOPY, energy + copyEnergy(length));
  const offset = intSafe(stack, first - 1);
  if (offset + length > frame.returnData.length) {
    const hex = (index: number): string => readBigint(stack, index).toString(16).padStart(64, '0');
    throw new FrameException(
      'ReturnDataCopyIllegalBoundsException',
      `Illegal RETURNDATACOPY arguments: offset (${hex(first - 1)}) + size (${hex(first - 2)})` +
        ` > RETURNDATASIZE (${frame.returnData.length})`,
    );
  }
  writeMemory(frame.memory, stack.small[first]!, frame.returnData, offset, length);
  frame.top -= 3;
}

function memoryCopy(execution: Execution, frame: Frame): void {
  const { small } = execution.stack;
  const to = small[frame.top - 1]!;
  const from = small[frame.top - 2]!;
  const length = small[frame.top - 3]!;
  const farther = to < 0 || (from >= 0 && to > from) ? frame.top - 1 : frame.top - 2;
  const end = memoryEnd(execution, farther, frame.top - 3);
  const energy = ENERGY.veryLow + expansionEnergy(frame, OP.MCOPY, end);
  charge(execution, frame, OP.MCOPY, energy + copyEnergy(length));
  copyMemory(frame.memory, to, from, length);
  frame.top -= 3;
}

function sha3(execution: Execution, frame: Frame): void {
  const { small, limbs } = execution.stack;
  const end = memoryEnd(execution, frame.top - 1, frame.top - 2);
  const energy = ENERGY.sha3 + expansionEnergy(frame, OP.SHA3, end);
  const offset = small[frame.top - 1]!;
  const length = small[frame.top - 2]!;
  charge(execution, frame, OP.SHA3, energy + ENERGY.sha3Word * Math.ceil(length / 32));
  countSteps(execution, OP.SHA3, STEPS.hashedByte * length);
  extendMemory(frame.memory, offset, length);
  frame.top--;
  keccakLimbs(frame.memory.bytes, length === 0 ? 0 : offset, length, limbs, (frame.top - 1) * 8);
  normalizeWord(small, limbs, frame.top - 1);
}

function log(execution: Execution, frame: Frame, topics: number): void {
  const opcode = OP.LOG0 + topics;
  const { stack } = execution;
  const first = frame.top - 1;
  const length = stack.small[first - 1]!;
  const dataEnergy = length < 0 ? readBigint(stack, first - 1) * 8n : BigInt(length) * 8n;
  if (BigInt(frame.energyLeft) < dataEnergy) {
    if (dataEnergy > MAX_INT64) throw longOutOfRange();
    throw new FrameException(
      'OutOfEnergyException',
      `Not enough energy for '${instructionName(opcode)}' operation executing:` +
        ` opEnergy[${dataEnergy}], programEnergy[${frame.energyLeft}]`,
    );
  }
  const end = memoryEnd(execution, first, first - 1);
  const energy = ENERGY.log + ENERGY.logTopic * topics + ENERGY.logByte * length;
  charge(execution, frame, opcode, energy + expansionEnergy(frame, opcode, end));
  assertNotStatic(frame);
  const words: Uint8Array[] = [];
  while (words.length < topics) {
    const topic = new Uint8Array(32);
    readBytes(stack, first - 2 - words.length, topic, 0);
    words.push(topic);
  }
  const data = readMemory(frame.memory, stack.small[first]!, length);
  execution.logs.push({ address: frame.message.address, topics: words, data });
  execution.onCallEvent?.({ kind: 'log', topics: words, data });
  frame.top -= 2 + topics;
}

/** Instructions over ranges of memory: copies, hashing, logs. */
export const memoryHandlers: Readonly<Record<number, Handler>> = {
  [OP.SHA3]: sha3,
  [OP.CALLDATACOPY]: (execution, frame) => {
    copyInto(execution, frame, OP.CALLDATACOPY, 0, frame.top - 1, frame.message.input);
    frame.top -= 3;
  },
  [OP.CODECOPY]: (execution, frame) => {
    copyInto(execution, frame, OP.CODECOPY, 0, frame.top - 1, frame.analysis.code);
    frame.top -= 3;
  },
  [OP.EXTCODECOPY]: (execution, frame) => {
    const code = execution.state.getCode(readAddress(execution.stack, frame.top - 1))?.bytes ?? NO_CODE;
    copyInto(execution, frame, OP.EXTCODECOPY, ENERGY.extCode, frame.top - 2, code);
    frame.top -= 4;
  },
  [OP.RETURNDATACOPY]: returnDataCopy,
  [OP.MCOPY]: memoryCopy,
  [STEP.LOG]: log,
};
