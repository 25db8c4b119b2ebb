import { exactStream, STEP, fixedEnergy } from './code-analysis.ts';
import { STACK_LIMIT } from './energy-schedule.ts';
import type { Execution } from './execution.ts';
import type { Frame } from './frame.ts';
import { charge, expansionEnergy, notEnoughEnergy, penaltyOn, reportStep } from './frame.ts';
import { badJump, FrameException } from './frame-exception.ts';
import { handlers } from './instructions/handlers.ts';
import { extendMemory } from './memory.ts';
import { DYNAMIC, MEMORY, OP } from './opcodes.ts';
import { copyLimbs } from './stack.ts';
import { mulWords } from './word-multiplication.ts';
import * as division from './word-division.ts';
import * as arithmetic from './word-arithmetic.ts';

const TWO_32 = 4_294_967_296;
const INT32 = 0x7fff_ffff;
const MAX_SMALL = Number.MAX_SAFE_INTEGER;

/** How a run of a frame stopped. */
export type RunOutcome = 'ended' | 'called';

/** A destination that is none: the node names it as a Java int, or -1 beyond four bytes. */
function badDestination(frame: Frame, execution: Execution, index: number): FrameException {
  const word = execution.readWord(index);
  return badJump(word > 0xffff_ffffn ? -1 : Number(BigInt.asIntN(32, word)));
}

/** Checks and charges one instruction as the node does: existence, stack, energy. */
function exactStep(execution: Execution, frame: Frame, pc: number): void {
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
  if (--execution.operationsLeft < 0) {
    throw new FrameException('OutOfTimeException', `CPU timeout for '${instruction.name}' operation executing`);
  }
  if (instruction.energy === DYNAMIC || instruction.energy === MEMORY) return;
  const energy = instruction.energy;
  const penalty = penaltyOn(frame, energy);
  if (frame.energyLeft < energy + penalty) throw notEnoughEnergy(frame, instruction.name, energy, penalty);
  frame.energyLeft -= energy + penalty;
  frame.penalty += penalty;
  reportStep(execution, frame, pc, code, energy + penalty, penalty);
}

/** Goes on in the exact stream at the instruction that the position of the fast stream stands for. */
function enterExact(frame: Frame): Int32Array {
  const { stream, positions } = exactStream(frame.analysis);
  frame.position = positions[frame.analysis.counters[frame.position >> 1]!]!;
  frame.exact = true;
  return stream;
}

/**
 * Grows the memory for an instruction of a paid segment. Where the energy does not suffice for it and for the rest of
 * the segment, gives the rest back, so that the exact path can go on from this instruction.
 *
 * @returns whether the memory has grown and everything is paid.
 */
function expandPaid(execution: Execution, frame: Frame, opcode: number, length: number): boolean {
  const { stream, energies } = frame.analysis;
  const pair = frame.position >> 1;
  let rest = 0;
  let restPenalty = 0;
  for (let k = pair; k < energies.length && stream[2 * k] !== STEP.BEGIN; k++) {
    const penalty = penaltyOn(frame, energies[k]!);
    rest += energies[k]! + penalty;
    restPenalty += penalty;
  }
  const base = energies[pair]!;
  const offset = execution.stack.small[frame.top - 1]!;
  const end = offset < 0 ? Number.POSITIVE_INFINITY : offset + length;
  frame.energyLeft += rest;
  frame.penalty -= restPenalty;
  if (end !== Number.POSITIVE_INFINITY) {
    // Charged apart from the rest of the segment, with its penalty floored on base and expansion together.
    const energy = base + expansionEnergy(frame, opcode, end);
    const penalty = penaltyOn(frame, energy);
    const after = rest - base - penaltyOn(frame, base);
    if (frame.energyLeft >= energy + penalty + after) {
      frame.energyLeft -= energy + penalty + after;
      frame.penalty += penalty + restPenalty - penaltyOn(frame, base);
      extendMemory(frame.memory, offset, length);
      return true;
    }
  }
  return false;
}

/** Charges a memory instruction of the exact path and grows the memory. */
function expandExact(execution: Execution, frame: Frame, opcode: number, length: number): void {
  const offset = execution.stack.small[frame.top - 1]!;
  const end = offset < 0 ? Number.POSITIVE_INFINITY : offset + length;
  const energy = expansionEnergy(frame, opcode, end);
  charge(execution, frame, opcode, fixedEnergy(MEMORY, execution.analyses.memoryBase) + energy);
  extendMemory(frame.memory, offset, length);
}

function loadWord(view: DataView, offset: number, small: Float64Array, limbs: Int32Array, index: number): void {
  const at = index * 8;
  const l7 = view.getInt32(offset);
  const l6 = view.getInt32(offset + 4);
  const l5 = view.getInt32(offset + 8);
  const l4 = view.getInt32(offset + 12);
  const l3 = view.getInt32(offset + 16);
  const l2 = view.getInt32(offset + 20);
  const l1 = view.getUint32(offset + 24);
  const l0 = view.getUint32(offset + 28);
  if ((l7 | l6 | l5 | l4 | l3 | l2) === 0 && l1 < 0x20_0000) {
    small[index] = l1 * TWO_32 + l0;
    return;
  }
  small[index] = -1;
  limbs[at] = l0;
  limbs[at + 1] = l1;
  limbs[at + 2] = l2;
  limbs[at + 3] = l3;
  limbs[at + 4] = l4;
  limbs[at + 5] = l5;
  limbs[at + 6] = l6;
  limbs[at + 7] = l7;
}

function storeWord(view: DataView, offset: number, small: Float64Array, limbs: Int32Array, index: number): void {
  const value = small[index]!;
  if (value >= 0) {
    view.setFloat64(offset, 0);
    view.setFloat64(offset + 8, 0);
    view.setFloat64(offset + 16, 0);
    view.setInt32(offset + 24, value / TWO_32);
    view.setInt32(offset + 28, value);
    return;
  }
  const at = index * 8;
  view.setInt32(offset, limbs[at + 7]!);
  view.setInt32(offset + 4, limbs[at + 6]!);
  view.setInt32(offset + 8, limbs[at + 5]!);
  view.setInt32(offset + 12, limbs[at + 4]!);
  view.setInt32(offset + 16, limbs[at + 3]!);
  view.setInt32(offset + 20, limbs[at + 2]!);
  view.setInt32(offset + 24, limbs[at + 1]!);
  view.setInt32(offset + 28, limbs[at]!);
}

function swapLimbs(limbs: Int32Array, i: number, j: number): void {
  const a = i * 8;
  const b = j * 8;
  for (let k = 0; k < 8; k++) {
    const limb = limbs[a + k]!;
    limbs[a + k] = limbs[b + k]!;
    limbs[b + k] = limb;
  }
}

/**
 * Runs a frame until it ends or wants another frame to run. What is cheap and frequent is done in the switch; the rest
 * goes through the table of handlers. Case labels are literals because only those make a jump table; names beside them.
 *
 * @throws FrameException when the frame fails.
 */
export function run(execution: Execution, frame: Frame): RunOutcome {
  const { analysis, prices, memory, base } = frame;
  const { small, limbs } = execution.stack;
  const { constants, destinations, needs, growths, lengths } = analysis;
  const segmentEnergy = prices.energy;
  const segmentPenalty = frame.factor > 10_000 ? prices.penalty : undefined;
  const limit = base + STACK_LIMIT;
  let stream = frame.exact ? exactStream(analysis).stream : analysis.stream;
  let at = frame.position;
  let top = frame.top;
  let energy = frame.energyLeft;

  for (;;) {
    switch (stream[at]!) {
      case 256: {
        // BEGIN
        const segment = stream[at + 1]!;
        const left = energy - segmentEnergy[segment]!;
        const operations = execution.operationsLeft - lengths[segment]!;
        if (left < 0 || operations < 0 || top - needs[segment]! < base || top + growths[segment]! > limit) {
          frame.position = at;
          stream = enterExact(frame);
          at = frame.position;
          break;
        }
        energy = left;
        execution.operationsLeft = operations;
        if (segmentPenalty !== undefined) frame.penalty += segmentPenalty[segment]!;
        at += 2;
        break;
      }
      case 257: // EXACT
        frame.top = top;
        frame.energyLeft = energy;
        frame.position = at;
        exactStep(execution, frame, stream[at + 1]!);
        energy = frame.energyLeft;
        at += 2;
        break;
      case 258: // END
      case 0x00: // STOP
        frame.top = top;
        frame.energyLeft = energy;
        return 'ended';
      case 259: // PUSH_SMALL
        small[top++] = stream[at + 1]!;
        at += 2;
        break;
      case 260: {
        // PUSH_CONSTANT
        const constant = stream[at + 1]!;
        const value = constants.small[constant]!;
        small[top] = value;
        if (value < 0) copyLimbs(limbs, top, constants.limbs, constant);
        top++;
        at += 2;
        break;
      }
      case 261: {
        // DUP
        const from = top - stream[at + 1]!;
        const value = small[from]!;
        small[top] = value;
        if (value < 0) copyLimbs(limbs, top, limbs, from);
        top++;
        at += 2;
        break;
      }
      case 262: {
        // SWAP
        const i = top - 1;
        const j = i - stream[at + 1]!;
        const x = small[i]!;
        const y = small[j]!;
        small[i] = y;
        small[j] = x;
        if (x < 0 || y < 0) swapLimbs(limbs, i, j);
        at += 2;
        break;
      }
      case 0x50: // POP
        top--;
        at += 2;
        break;
      case 0x01: {
        // ADD
        const x = small[top - 1]!;
        const y = small[top - 2]!;
        const sum = x + y;
        if (x >= 0 && y >= 0 && sum <= MAX_SMALL) small[top - 2] = sum;
        else arithmetic.addWords(small, limbs, top - 1);
        top--;
        at += 2;
        break;
      }
      case 0x03: {
        // SUB
        const x = small[top - 1]!;
        const y = small[top - 2]!;
        if (y >= 0 && x >= y) small[top - 2] = x - y;
        else arithmetic.subWords(small, limbs, top - 1);
        top--;
        at += 2;
        break;
      }
      case 0x02: {
        // MUL
        const x = small[top - 1]!;
        const y = small[top - 2]!;
        const product = x * y;
        if (x >= 0 && y >= 0 && product <= MAX_SMALL) small[top - 2] = product;
        else mulWords(small, limbs, top - 1);
        top--;
        at += 2;
        break;
      }
      case 0x04: {
        // DIV
        const x = small[top - 1]!;
        const y = small[top - 2]!;
        if (y > 0 && x >= 0) small[top - 2] = x <= INT32 && y <= INT32 ? ((x | 0) / (y | 0)) | 0 : (x - (x % y)) / y;
        else if (y === 0) small[top - 2] = 0;
        else if (x >= 0) small[top - 2] = 0;
        else division.divWords(execution.stack, top - 1);
        top--;
        at += 2;
        break;
      }
      case 0x06: {
        // MOD
        const x = small[top - 1]!;
        const y = small[top - 2]!;
        if (y > 0 && x >= 0) small[top - 2] = x <= INT32 && y <= INT32 ? (x | 0) % (y | 0) : x % y;
        else if (y === 0) small[top - 2] = 0;
        else if (x >= 0) small[top - 2] = x;
        else division.modWords(execution.stack, top - 1);
        top--;
        at += 2;
        break;
      }
      case 0x10: {
        // LT: a big word is greater than any small one
        const x = small[top - 1]!;
        const y = small[top - 2]!;
        const less = y >= 0 ? x >= 0 && x < y : x >= 0 || arithmetic.lessBig(limbs, top - 1);
        small[top - 2] = less ? 1 : 0;
        top--;
        at += 2;
        break;
      }
      case 0x11: {
        // GT
        const x = small[top - 1]!;
        const y = small[top - 2]!;
        const greater =
          x >= 0
            ? y >= 0 && x > y
            : y >= 0 || (!arithmetic.lessBig(limbs, top - 1) && !arithmetic.equalBig(limbs, top - 1));
        small[top - 2] = greater ? 1 : 0;
        top--;
        at += 2;
        break;
      }
      case 0x12: // SLT
        small[top - 2] = arithmetic.lessSigned(small, limbs, top - 1) ? 1 : 0;
        top--;
        at += 2;
        break;
      case 0x13: {
        // SGT
        const x = small[top - 1]!;
        const y = small[top - 2]!;
        const equal = x === y && (x >= 0 || arithmetic.equalBig(limbs, top - 1));
        small[top - 2] = equal || arithmetic.lessSigned(small, limbs, top - 1) ? 0 : 1;
        top--;
        at += 2;
        break;
      }
      case 0x14: {
        // EQ
        const x = small[top - 1]!;
        small[top - 2] = x === small[top - 2] && (x >= 0 || arithmetic.equalBig(limbs, top - 1)) ? 1 : 0;
        top--;
        at += 2;
        break;
      }
      case 0x15: // ISZERO
        small[top - 1] = small[top - 1] === 0 ? 1 : 0;
        at += 2;
        break;
      case 0x16: {
        // AND
        const x = small[top - 1]!;
        const y = small[top - 2]!;
        if (x >= 0 && y >= 0 && x <= INT32 && y <= INT32) small[top - 2] = x & y;
        else arithmetic.andWords(small, limbs, top - 1);
        top--;
        at += 2;
        break;
      }
      case 0x17: {
        // OR
        const x = small[top - 1]!;
        const y = small[top - 2]!;
        if (x >= 0 && y >= 0 && x <= INT32 && y <= INT32) small[top - 2] = x | y;
        else arithmetic.orWords(small, limbs, top - 1);
        top--;
        at += 2;
        break;
      }
      case 0x18: {
        // XOR
        const x = small[top - 1]!;
        const y = small[top - 2]!;
        if (x >= 0 && y >= 0 && x <= INT32 && y <= INT32) small[top - 2] = x ^ y;
        else arithmetic.xorWords(small, limbs, top - 1);
        top--;
        at += 2;
        break;
      }
      case 0x19: // NOT
        arithmetic.notWord(small, limbs, top - 1);
        at += 2;
        break;
      case 0x1b: {
        // SHL
        const bits = small[top - 1]!;
        const value = small[top - 2]!;
        top--;
        if (bits < 0 || bits > 255) small[top - 1] = 0;
        else if (value >= 0 && value * 2 ** bits <= MAX_SMALL) small[top - 1] = value * 2 ** bits;
        else arithmetic.shlWord(small, limbs, top - 1, bits);
        at += 2;
        break;
      }
      case 0x1c: {
        // SHR
        const bits = small[top - 1]!;
        const value = small[top - 2]!;
        top--;
        if (bits < 0 || bits > 255) small[top - 1] = 0;
        else if (value >= 0) small[top - 1] = bits > 53 ? 0 : Math.floor(value / 2 ** bits);
        else arithmetic.shrWord(small, limbs, top - 1, bits);
        at += 2;
        break;
      }
      case 0x56: {
        // JUMP
        top--;
        const destination = destinations[small[top]!];
        if (destination === undefined || destination === 0) {
          frame.energyLeft = energy;
          throw badDestination(frame, execution, top);
        }
        if (frame.exact) {
          frame.exact = false;
          stream = analysis.stream;
        }
        at = destination;
        break;
      }
      case 0x57: {
        // JUMPI
        top -= 2;
        if (small[top] === 0) {
          at += 2;
          break;
        }
        const destination = destinations[small[top + 1]!];
        if (destination === undefined || destination === 0) {
          frame.energyLeft = energy;
          throw badDestination(frame, execution, top + 1);
        }
        if (frame.exact) {
          frame.exact = false;
          stream = analysis.stream;
        }
        at = destination;
        break;
      }
      case 266: // JUMP_TO
        at = stream[at + 1]!;
        break;
      case 267: // JUMPI_TO
        top--;
        at = small[top] === 0 ? at + 4 : stream[at + 1]!;
        break;
      case 268: // JUMPZ_TO
        top--;
        at = small[top] === 0 ? stream[at + 1]! : at + 6;
        break;
      case 263: // MLOAD_PAID
      case 0x51: {
        // MLOAD
        const offset = small[top - 1]!;
        if (stream[at] === 0x51) {
          frame.top = top;
          frame.energyLeft = energy;
          frame.position = at;
          expandExact(execution, frame, OP.MLOAD, 32);
          energy = frame.energyLeft;
        } else if (offset < 0 || offset + 32 > memory.size) {
          frame.top = top;
          frame.energyLeft = energy;
          frame.position = at;
          const paid = expandPaid(execution, frame, OP.MLOAD, 32);
          energy = frame.energyLeft;
          if (!paid) {
            stream = enterExact(frame);
            at = frame.position;
            break;
          }
        }
        loadWord(memory.view, offset, small, limbs, top - 1);
        at += 2;
        break;
      }
      case 264: // MSTORE_PAID
      case 0x52: {
        // MSTORE
        const offset = small[top - 1]!;
        if (stream[at] === 0x52) {
          frame.top = top;
          frame.energyLeft = energy;
          frame.position = at;
          expandExact(execution, frame, OP.MSTORE, 32);
          energy = frame.energyLeft;
        } else if (offset < 0 || offset + 32 > memory.size) {
          frame.top = top;
          frame.energyLeft = energy;
          frame.position = at;
          const paid = expandPaid(execution, frame, OP.MSTORE, 32);
          energy = frame.energyLeft;
          if (!paid) {
            stream = enterExact(frame);
            at = frame.position;
            break;
          }
        }
        storeWord(memory.view, offset, small, limbs, top - 2);
        top -= 2;
        at += 2;
        break;
      }
      case 265: // MSTORE8_PAID
      case 0x53: {
        // MSTORE8
        const offset = small[top - 1]!;
        if (stream[at] === 0x53) {
          frame.top = top;
          frame.energyLeft = energy;
          frame.position = at;
          expandExact(execution, frame, OP.MSTORE8, 1);
          energy = frame.energyLeft;
        } else if (offset < 0 || offset + 1 > memory.size) {
          frame.top = top;
          frame.energyLeft = energy;
          frame.position = at;
          const paid = expandPaid(execution, frame, OP.MSTORE8, 1);
          energy = frame.energyLeft;
          if (!paid) {
            stream = enterExact(frame);
            at = frame.position;
            break;
          }
        }
        memory.bytes[offset] = small[top - 2]! >= 0 ? small[top - 2]! : limbs[(top - 2) * 8]!;
        top -= 2;
        at += 2;
        break;
      }
      case 0x5b: // JUMPDEST, on the exact path
        at += 2;
        break;
      default: {
        frame.top = top;
        frame.energyLeft = energy;
        frame.position = at;
        const control = handlers[stream[at]!]!(execution, frame, stream[at + 1]!);
        top = frame.top;
        energy = frame.energyLeft;
        at += 2;
        frame.position = at;
        if (control !== undefined) return control;
      }
    }
  }
}
