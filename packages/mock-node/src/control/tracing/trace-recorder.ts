import { bytesToHex } from '@noble/hashes/utils.js';
import { toBase58 } from '../../protocol/address.ts';
import { type Address } from '../../protocol/primitives.ts';
import { instructionName } from '../../vm/code/opcodes.ts';
import { type CallEnd, type CallLog, type CallStart, type TraceStep, type Tracing } from '../../vm/machine/trace.ts';
import { readInteger } from '../arguments/control-arguments.ts';
import { type CallFrame, type InstructionUse, type TracedLog, type TraceOptions } from './execution-trace.ts';

const DEFAULT_STEPS = 100_000;
const MAX_STEPS = 10_000_000;
/** Maximum characters of all details together. Steps beyond the limit are left out. */
const MAX_DETAILS = 100_000_000;
const WORD_DIGITS = 64;

/** A recorded execution. */
export interface Recording {
  readonly call?: CallFrame;
  readonly instructions: readonly InstructionUse[];
  readonly steps: readonly TraceStep[];
  readonly omittedSteps: number;
}

export interface TraceRecorder {
  readonly tracing: Tracing;
  /** Addresses of the contracts that ran, in order of first use. */
  readonly contracts: ReadonlySet<Address>;
  readonly finish: () => Recording;
}

/** A call that has started and not ended. */
interface OpenCall {
  readonly start: CallStart;
  /** The uses of its code's instructions, by position. */
  readonly uses: Map<number, Use>;
  readonly logs: TracedLog[];
  readonly calls: CallFrame[];
  /** The current instruction, and the energy of its calls. */
  step: TraceStep | undefined;
  calledEnergy: bigint;
  storageEnergy: bigint;
}

interface Use {
  readonly start: CallStart;
  readonly pc: number;
  readonly name: string;
  count: number;
  energy: bigint;
  penalty: bigint;
}

/** Records one execution. */
export function createTraceRecorder({ details = [], maxSteps = DEFAULT_STEPS }: TraceOptions): TraceRecorder {
  readInteger('maxSteps', maxSteps, { min: 0, max: MAX_STEPS });
  const steps: TraceStep[] = [];
  const open: OpenCall[] = [];
  /** In the order of first use. */
  const uses: Use[] = [];
  const usesOfCode = new Map<string, Map<number, Use>>();
  const contracts = new Set<Address>();
  let omittedSteps = 0;
  let detailsLeft = MAX_DETAILS;
  const wanted = [...details];
  let root: CallFrame | undefined;

  function begin(start: CallStart): void {
    if (start.frameKind !== 'precompile') contracts.add(start.codeAddress).add(start.address);
    const code = `${codeKind(start)}-${start.codeAddress}`;
    const known = usesOfCode.get(code) ?? new Map<number, Use>();
    usesOfCode.set(code, known);
    open.push({ start, uses: known, logs: [], calls: [], step: undefined, calledEnergy: 0n, storageEnergy: 0n });
  }

  function step(next: TraceStep): void {
    const call = open.at(-1);
    if (call === undefined) return;
    settle(uses, call, next.energy);
    call.step = next;
    detailsLeft -= detailSize(next);
    // Details of steps that are not kept need not be collected.
    if (detailsLeft < 0 || steps.length >= maxSteps) wanted.length = 0;
    if (steps.length < maxSteps && detailsLeft >= 0) steps.push(next);
    else omittedSteps++;
  }

  function end(ended: CallEnd): void {
    const call = open.pop();
    if (call === undefined) return;
    settle(uses, call, call.start.energyLimit - ended.energyUsed + ended.forfeited + ended.codeEnergy);
    const frame = callFrame(call, ended);
    const caller = open.at(-1);
    if (caller === undefined) {
      root = frame;
      return;
    }
    caller.calls.push(frame);
    // A precompile's energy stays with the instruction that called it.
    if (frame.kind !== 'precompile') caller.calledEnergy += frame.energy;
  }

  function log({ topics, data }: CallLog): void {
    const call = open.at(-1);
    call?.logs.push({
      topics: topics.map((topic) => bytesToHex(topic)),
      data: bytesToHex(data),
      callsBefore: call.calls.length,
    });
  }

  return {
    contracts,
    tracing: {
      onStep: step,
      traceDetails: wanted,
      onCallEvent(event) {
        if (event.kind === 'start') begin(event);
        else if (event.kind === 'end') end(event);
        else log(event);
      },
    },
    finish: () => ({
      ...(root !== undefined && { call: root }),
      instructions: instructionUses(uses),
      steps,
      omittedSteps,
    }),
  };
}

function detailSize({ stack = [], memory = '', storage = {} }: TraceStep): number {
  return memory.length + WORD_DIGITS * (stack.length + 2 * Object.keys(storage).length);
}

/** Counts the energy that a call's current instruction used, given the energy that is left. */
function settle(uses: Use[], call: OpenCall, left: bigint): void {
  const { step, start } = call;
  if (step === undefined) return;
  const energy = step.energy - left - call.calledEnergy;
  call.step = undefined;
  call.calledEnergy = 0n;
  if (step.name === 'SLOAD' || step.name === 'SSTORE') call.storageEnergy += energy;
  let use = call.uses.get(step.pc);
  if (use === undefined) {
    use = { start, pc: step.pc, name: step.name, count: 0, energy: 0n, penalty: 0n };
    call.uses.set(step.pc, use);
    uses.push(use);
  }
  use.count++;
  use.energy += energy;
  use.penalty += step.penalty;
}

const instructionUses = (uses: readonly Use[]): readonly InstructionUse[] =>
  uses.map(({ start, ...use }) => ({ contract: toBase58(start.codeAddress), code: codeKind(start), ...use }));

const codeKind = ({ frameKind }: CallStart): InstructionUse['code'] =>
  frameKind === 'create' ? 'creation' : 'runtime';

function callFrame({ start, logs, calls, storageEnergy }: OpenCall, ended: CallEnd): CallFrame {
  const total = (energyOf: (frame: CallFrame) => bigint): bigint =>
    calls.reduce((sum, frame) => sum + energyOf(frame), 0n);
  return {
    instruction: start.opcode === undefined ? start.frameKind.toUpperCase() : instructionName(start.opcode),
    kind: start.frameKind,
    address: toBase58(start.address),
    codeAddress: toBase58(start.codeAddress),
    caller: toBase58(start.caller),
    input: bytesToHex(start.input),
    output: bytesToHex(ended.output),
    callValue: start.callValue,
    ...(start.token !== undefined && { token: start.token }),
    status: ended.status,
    ...(ended.error !== undefined && { error: ended.error }),
    energyLimit: start.energyLimit,
    energy: ended.energyUsed,
    penalty: ended.penalty + total(({ penalty }) => penalty),
    ownEnergy: ended.energyUsed - total(({ energy }) => energy),
    ownPenalty: ended.penalty,
    storageEnergy,
    forfeited: ended.forfeited,
    codeEnergy: ended.codeEnergy,
    energyFactor: start.energyFactor,
    logs,
    calls,
  };
}
