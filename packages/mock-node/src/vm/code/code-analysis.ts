import { FACTOR_PRECISION } from '../world/dynamic-energy.ts';
import { type InstructionTable, DYNAMIC, MEMORY, OP } from './opcodes.ts';

/**
 * Steps of the decoded stream that are not opcodes of the network, which are below 256. The interpreter's switch
 * repeats the numbers, because only literals compile to a jump table.
 */
export const STEP = {
  /** Start of a segment; the operand is its index. */
  BEGIN: 256,
  /** Start of an instruction on the exact path; the operand is its program counter. */
  EXACT: 257,
  /** The end of the code. */
  END: 258,
  /** The operand is the word. */
  PUSH_SMALL: 259,
  /** The operand is an index into the constants. */
  PUSH_CONSTANT: 260,
  /** The operand is n. */
  DUP: 261,
  SWAP: 262,
  /** Memory instructions whose base energy the segment has charged. */
  MLOAD_CHARGED: 263,
  MSTORE_CHARGED: 264,
  MSTORE8_CHARGED: 265,
  /** Jumps whose destination is known; the operand is the position in the stream. */
  JUMP_TO: 266,
  JUMPI_TO: 267,
  /** ISZERO and JUMPI_TO in one. */
  JUMPZ_TO: 268,
  /** An opcode that does not exist under the rules; the operand is the opcode. */
  INVALID: 269,
  /** The operand is the number of topics. */
  LOG: 270,
} as const;

/**
 * Code decoded for fast execution, as a stream of pairs of step and operand.
 *
 * A segment is a run of instructions that can be entered only at its start. Only its last instruction can fail, read
 * the energy left, or jump. Its fixed energy and its use of the stack are therefore checked once, at its start. If that
 * check fails, or if memory grows, the interpreter continues instruction by instruction in the exact stream, which
 * finds the exact instruction at which energy or stack run out.
 */
export interface CodeAnalysis {
  readonly code: Uint8Array;
  readonly instructions: InstructionTable;
  readonly stream: Int32Array;
  /** Program counter of each pair of the stream. */
  readonly programCounters: Int32Array;
  /** Position in the stream by program counter of a segment that starts with a JUMPDEST; 0 elsewhere. */
  readonly destinations: Int32Array;
  /** Fixed energy of each pair of the stream, before penalties. */
  readonly energies: Uint16Array;
  /** Per segment: stack elements needed, maximum growth of the stack, number of instructions. */
  readonly needs: Int32Array;
  readonly growths: Int32Array;
  readonly lengths: Int32Array;
  readonly constants: Constants;
  readonly costs: Map<number, SegmentCosts>;
  exact: ExactStream | undefined;
}

/** Pushed words that do not fit into an operand. */
interface Constants {
  readonly small: Float64Array;
  readonly limbs: Int32Array;
}

/** The total cost of each segment under one factor, and the penalty in it. */
export interface SegmentCosts {
  readonly energy: Float64Array;
  readonly penalty: Float64Array;
}

/** The same code with one instruction per segment. Positions are by program counter. */
export interface ExactStream {
  readonly stream: Int32Array;
  readonly programCounters: Int32Array;
  readonly positions: Int32Array;
}

/** Position of the first pair. Position 0 is an END, so 0 can mean no destination. */
export const START = 2;

const SMALL_OPERAND = 0x7fff_ffff;

interface Pushed {
  /** -1 for a big word. */
  readonly small: number;
  readonly limbs: readonly number[];
}

function readPushed(code: Uint8Array, offset: number, length: number): Pushed {
  const limbs = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < length; i++) {
    const position = length - 1 - i;
    const byte = offset + i < code.length ? code[offset + i]! : 0;
    limbs[position >>> 2] = limbs[position >>> 2]! | (byte << ((position & 3) * 8));
  }
  const [l0, l1, ...high] = limbs;
  const second = l1! >>> 0;
  const isSmall = second < 0x20_0000 && high.every((limb) => limb === 0);
  return { small: isSmall ? second * 4_294_967_296 + (l0! >>> 0) : -1, limbs };
}

/** The growing stream, in arrays long enough for any code of its length. */
interface Decoder {
  readonly pairs: Int32Array;
  readonly programCounters: Int32Array;
  readonly constants: Pushed[];
  /** Number of pairs so far. */
  count: number;
}

function createDecoder(code: Uint8Array): Decoder {
  // At most two pairs per instruction, and an END on either side.
  const most = 2 * code.length + 2;
  const decoder = {
    pairs: new Int32Array(2 * most),
    programCounters: new Int32Array(most),
    constants: [],
    count: 0,
  };
  emit(decoder, STEP.END, 0, code.length);
  return decoder;
}

function emit(decoder: Decoder, step: number, operand: number, counter: number): void {
  const pair = decoder.count++;
  decoder.pairs[2 * pair] = step;
  decoder.pairs[2 * pair + 1] = operand;
  decoder.programCounters[pair] = counter;
}

function emitPush(decoder: Decoder, code: Uint8Array, counter: number, length: number): void {
  const pushed = readPushed(code, counter + 1, length);
  if (pushed.small >= 0 && pushed.small <= SMALL_OPERAND) emit(decoder, STEP.PUSH_SMALL, pushed.small, counter);
  else emit(decoder, STEP.PUSH_CONSTANT, decoder.constants.push(pushed) - 1, counter);
}

const chargedMemory: Readonly<Record<number, number>> = {
  [OP.MLOAD]: STEP.MLOAD_CHARGED,
  [OP.MSTORE]: STEP.MSTORE_CHARGED,
  [OP.MSTORE8]: STEP.MSTORE8_CHARGED,
};

/** Emits one instruction. @returns the length of its immediate operand. */
function emitInstruction(decoder: Decoder, code: Uint8Array, counter: number, isMemoryCharged: boolean): number {
  const op = code[counter]!;
  if (op === OP.PUSH0) emit(decoder, STEP.PUSH_SMALL, 0, counter);
  else if (op >= OP.PUSH1 && op <= OP.PUSH32) {
    emitPush(decoder, code, counter, op - OP.PUSH1 + 1);
    return op - OP.PUSH1 + 1;
  } else if (op >= OP.DUP1 && op < OP.SWAP1) emit(decoder, STEP.DUP, op - OP.DUP1 + 1, counter);
  else if (op >= OP.SWAP1 && op < OP.LOG0) emit(decoder, STEP.SWAP, op - OP.SWAP1 + 1, counter);
  else if (op >= OP.LOG0 && op <= OP.LOG4) emit(decoder, STEP.LOG, op - OP.LOG0, counter);
  else if (op === OP.PC) emit(decoder, STEP.PUSH_SMALL, counter, counter);
  else if (op === OP.CODESIZE) emit(decoder, STEP.PUSH_SMALL, code.length, counter);
  else emit(decoder, (isMemoryCharged ? chargedMemory[op] : undefined) ?? op, 0, counter);
  return 0;
}

function packConstants(constants: readonly Pushed[]): Constants {
  const small = Float64Array.from(constants, (constant) => constant.small);
  const limbs = new Int32Array(constants.length * 8);
  for (const [index, constant] of constants.entries()) limbs.set(constant.limbs, index * 8);
  return { small, limbs };
}

/** Fixed energy of an instruction; 0 for one that charges itself. */
export function fixedEnergy(energy: number, memoryBase: number): number {
  if (energy === DYNAMIC) return 0;
  return energy === MEMORY ? memoryBase : energy;
}

/** Decodes code under a table of instructions, in time linear in its length. */
export function analyseCode(code: Uint8Array, instructions: InstructionTable, memoryBase: number): CodeAnalysis {
  const decoder = createDecoder(code);
  const destinations = new Int32Array(code.length);
  const energies = new Uint16Array(decoder.programCounters.length);
  const needs = new Int32Array(code.length);
  const growths = new Int32Array(code.length);
  const lengths = new Int32Array(code.length);
  let segment = -1;
  let height = 0;
  let open = false;

  const begin = (counter: number): void => {
    emit(decoder, STEP.BEGIN, ++segment, counter);
    height = 0;
    open = true;
  };

  for (let counter = 0; counter < code.length; counter++) {
    const op = code[counter]!;
    if (op === OP.JUMPDEST) {
      destinations[counter] = 2 * decoder.count;
      open = false;
    }
    if (!open) begin(counter);
    const instruction = instructions[op];
    if (instruction === undefined) {
      emit(decoder, STEP.INVALID, op, counter);
      open = false;
      if (op >= OP.PUSH1 && op <= OP.PUSH32) counter += op - OP.PUSH1 + 1;
      continue;
    }
    needs[segment] = Math.max(needs[segment]!, instruction.pops - height);
    height += instruction.pushes - instruction.pops;
    growths[segment] = Math.max(growths[segment]!, height);
    lengths[segment] = lengths[segment]! + 1;
    if (op === OP.JUMPDEST) {
      // A JUMPDEST only costs energy, which is counted with the segment's first pair.
      energies[decoder.count - 1] = instruction.energy;
      continue;
    }
    const pushed = emitInstruction(decoder, code, counter, true);
    energies[decoder.count - 1] = fixedEnergy(instruction.energy, memoryBase);
    if (instruction.endsSegment) open = false;
    counter += pushed;
  }
  emit(decoder, STEP.END, 0, code.length);

  const { count } = decoder;
  const segments = segment + 1;
  const stream = decoder.pairs.slice(0, 2 * count);
  const analysis: CodeAnalysis = {
    code,
    instructions,
    stream,
    programCounters: decoder.programCounters.slice(0, count),
    destinations,
    energies: energies.slice(0, count),
    needs: needs.slice(0, segments),
    growths: growths.slice(0, segments),
    lengths: lengths.slice(0, segments),
    constants: packConstants(decoder.constants),
    costs: new Map(),
    exact: undefined,
  };
  fuseJumps(stream, destinations);
  return analysis;
}

/** Fuses a pushed destination and the jump to it into one step. Their energy and stack use are already counted. */
function fuseJumps(stream: Int32Array, destinations: Int32Array): void {
  for (let at = START; at + 3 < stream.length; at += 2) {
    if (stream[at] !== STEP.PUSH_SMALL) continue;
    const jump = stream[at + 2];
    if (jump !== OP.JUMP && jump !== OP.JUMPI) continue;
    const destination = destinations[stream[at + 1]!];
    if (destination === undefined || destination === 0) continue;
    stream[at] = jump === OP.JUMP ? STEP.JUMP_TO : STEP.JUMPI_TO;
    stream[at + 1] = destination;
    if (jump === OP.JUMPI && stream[at - 2] === OP.ISZERO) {
      stream[at - 2] = STEP.JUMPZ_TO;
      stream[at - 1] = destination;
    }
  }
}

/** Costs of all segments under a factor in ten-thousandths, 10,000 for no penalty. */
export function segmentCosts(analysis: CodeAnalysis, factor: number): SegmentCosts {
  const known = analysis.costs.get(factor);
  if (known !== undefined) return known;
  const { stream, energies, needs } = analysis;
  const energy = new Float64Array(needs.length);
  const penalty = new Float64Array(needs.length);
  let segment = -1;
  for (let pair = 1; pair < energies.length; pair++) {
    if (stream[2 * pair] === STEP.BEGIN) segment++;
    const base = energies[pair]!;
    // The node rounds the penalty of each instruction down.
    const added = Math.floor((base * factor) / FACTOR_PRECISION) - base;
    if (segment < 0) continue;
    energy[segment] = energy[segment]! + base + added;
    penalty[segment] = penalty[segment]! + added;
  }
  const costs = { energy, penalty };
  if (analysis.costs.size >= 4) analysis.costs.clear();
  analysis.costs.set(factor, costs);
  return costs;
}

/** The exact stream of a code, decoded on first use. */
export function exactStream(analysis: CodeAnalysis): ExactStream {
  if (analysis.exact !== undefined) return analysis.exact;
  const { code, instructions } = analysis;
  // Constants are numbered in the order of the code, as in the other stream.
  const decoder = createDecoder(code);
  const positions = new Int32Array(code.length + 1);
  for (let counter = 0; counter < code.length; counter++) {
    const op = code[counter]!;
    positions[counter] = 2 * decoder.count;
    emit(decoder, STEP.EXACT, counter, counter);
    if (instructions[op] !== undefined) counter += emitInstruction(decoder, code, counter, false);
    else if (op >= OP.PUSH1 && op <= OP.PUSH32) counter += op - OP.PUSH1 + 1;
  }
  positions[code.length] = 2 * decoder.count;
  emit(decoder, STEP.END, 0, code.length);
  analysis.exact = {
    stream: decoder.pairs.slice(0, 2 * decoder.count),
    programCounters: decoder.programCounters.slice(0, decoder.count),
    positions,
  };
  return analysis.exact;
}
