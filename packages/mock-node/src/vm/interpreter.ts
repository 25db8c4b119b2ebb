import { exactStream } from './code/code-analysis.ts';
import { STACK_LIMIT } from './code/energy-schedule.ts';
import { enterExact, exactStep, expandMemory } from './exact-path.ts';
import { type RunOutcome } from './instructions/handler.ts';
import { handlers } from './instructions/handlers.ts';
import { type Execution } from './machine/execution.ts';
import { type FrameException, badJump } from './machine/frame-exception.ts';
import { type Frame } from './machine/frame.ts';
import { loadWord, storeWord } from './words/memory-words.ts';
import { copyLimbs, swapLimbs } from './words/stack.ts';
import * as arithmetic from './words/word-arithmetic.ts';
import { divWords, modWords } from './words/word-division.ts';
import { mulWords } from './words/word-multiplication.ts';

const INT32 = 0x7fff_ffff;
const MAX_SMALL = Number.MAX_SAFE_INTEGER;

/** The error for an invalid jump destination, which the node prints as a Java int, or as -1 above four bytes. */
function badDestination(frame: Frame, execution: Execution, index: number): FrameException {
  const word = execution.readWord(index);
  return badJump(word > 0xffff_ffffn ? -1 : Number(BigInt.asIntN(32, word)));
}

/**
 * Runs a frame until it ends or calls another. The switch executes cheap and frequent instructions, and the table of
 * handlers executes the others. Case labels are literals, because only those compile to a jump table.
 *
 * @throws FrameException if the frame fails.
 */
export function run(execution: Execution, frame: Frame): RunOutcome {
  const { analysis, costs, memory, base } = frame;
  const { small, limbs } = execution.stack;
  const { constants, destinations, needs, growths, lengths } = analysis;
  const segmentEnergy = costs.energy;
  const segmentPenalty = frame.factor > 10_000 ? costs.penalty : undefined;
  const limit = base + STACK_LIMIT;
  let stream = frame.isExact ? exactStream(analysis).stream : analysis.stream;
  let at = frame.position;
  let top = frame.top;
  let energy = frame.energyLeft;

  for (;;) {
    switch (stream[at]!) {
      case 256: {
        // BEGIN
        const segment = stream[at + 1]!;
        const left = energy - segmentEnergy[segment]!;
        const steps = execution.stepsLeft - lengths[segment]!;
        if (left < 0 || steps < 0 || top - needs[segment]! < base || top + growths[segment]! > limit) {
          frame.position = at;
          stream = enterExact(frame);
          at = frame.position;
          break;
        }
        energy = left;
        execution.stepsLeft = steps;
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
        else divWords(execution.stack, top - 1);
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
        else modWords(execution.stack, top - 1);
        top--;
        at += 2;
        break;
      }
      case 0x10: // LT
        small[top - 2] = arithmetic.isLess(small, limbs, top - 1, top - 2) ? 1 : 0;
        top--;
        at += 2;
        break;
      case 0x11: // GT
        small[top - 2] = arithmetic.isLess(small, limbs, top - 2, top - 1) ? 1 : 0;
        top--;
        at += 2;
        break;
      case 0x12: // SLT
        small[top - 2] = arithmetic.isLessSigned(small, limbs, top - 1, top - 2) ? 1 : 0;
        top--;
        at += 2;
        break;
      case 0x13: // SGT
        small[top - 2] = arithmetic.isLessSigned(small, limbs, top - 2, top - 1) ? 1 : 0;
        top--;
        at += 2;
        break;
      case 0x14: // EQ
        small[top - 2] = arithmetic.isEqual(small, limbs, top - 1, top - 2) ? 1 : 0;
        top--;
        at += 2;
        break;
      case 0x15: // ISZERO
        small[top - 1] = small[top - 1] === 0 ? 1 : 0;
        at += 2;
        break;
      case 0x16: // AND
        arithmetic.andWords(small, limbs, top - 1);
        top--;
        at += 2;
        break;
      case 0x17: // OR
        arithmetic.orWords(small, limbs, top - 1);
        top--;
        at += 2;
        break;
      case 0x18: // XOR
        arithmetic.xorWords(small, limbs, top - 1);
        top--;
        at += 2;
        break;
      case 0x19: // NOT
        arithmetic.notWord(small, limbs, top - 1);
        at += 2;
        break;
      case 0x1b: // SHL
        arithmetic.shiftLeft(small, limbs, top - 1);
        top--;
        at += 2;
        break;
      case 0x1c: // SHR
        arithmetic.shiftRight(small, limbs, top - 1);
        top--;
        at += 2;
        break;
      case 0x56: {
        // JUMP
        top--;
        const destination = destinations[small[top]!];
        if (destination === undefined || destination === 0) {
          frame.energyLeft = energy;
          throw badDestination(frame, execution, top);
        }
        if (frame.isExact) {
          frame.isExact = false;
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
        if (frame.isExact) {
          frame.isExact = false;
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
      case 263: // MLOAD_CHARGED
      case 0x51: {
        // MLOAD, on the exact path
        const offset = small[top - 1]!;
        if (stream[at] === 0x51 || offset < 0 || offset + 32 > memory.size) {
          frame.top = top;
          frame.energyLeft = energy;
          frame.position = at;
          const isExpanded = expandMemory(execution, frame, 0x51, 32);
          energy = frame.energyLeft;
          if (!isExpanded) {
            stream = enterExact(frame);
            at = frame.position;
            break;
          }
        }
        loadWord(memory.view, offset, small, limbs, top - 1);
        at += 2;
        break;
      }
      case 264: // MSTORE_CHARGED
      case 0x52: {
        // MSTORE, on the exact path
        const offset = small[top - 1]!;
        if (stream[at] === 0x52 || offset < 0 || offset + 32 > memory.size) {
          frame.top = top;
          frame.energyLeft = energy;
          frame.position = at;
          const isExpanded = expandMemory(execution, frame, 0x52, 32);
          energy = frame.energyLeft;
          if (!isExpanded) {
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
      case 265: // MSTORE8_CHARGED
      case 0x53: {
        // MSTORE8, on the exact path
        const offset = small[top - 1]!;
        if (stream[at] === 0x53 || offset < 0 || offset + 1 > memory.size) {
          frame.top = top;
          frame.energyLeft = energy;
          frame.position = at;
          const isExpanded = expandMemory(execution, frame, 0x53, 1);
          energy = frame.energyLeft;
          if (!isExpanded) {
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
