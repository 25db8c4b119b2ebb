import { type Address } from '../../protocol/primitives.ts';
import { type CodeAnalysis, type SegmentCosts } from '../code/code-analysis.ts';
import { type StateSnapshot } from '../world/world-state.ts';
import { type VmException, staticModification } from './frame-exception.ts';
import { type Memory } from './memory.ts';
import { type SlotTableSnapshot } from './slot-table.ts';

/** A call or creation: which code runs, with which input, for whom. */
export interface FrameMessage {
  readonly kind: 'call' | 'create';
  readonly depth: number;
  /** Account whose storage and balance the code uses. */
  readonly address: Address;
  readonly caller: Address;
  readonly input: Uint8Array;
  /** Small units; 0 when tokens are transferred. */
  readonly callValue: bigint;
  readonly tokenValue: bigint;
  readonly tokenId: bigint;
  readonly isStatic: boolean;
  /** Version of the contract whose code runs; used only under `rules.compatibleEvm`. */
  readonly version: number;
  readonly energyLimit: number;
  /** Index of the internal transaction that started it; -1 for the transaction itself. */
  readonly internalIndex: number;
}

/** The state before a frame, which is restored if the frame fails. */
export interface Checkpoint {
  readonly state: StateSnapshot;
  readonly storage: SlotTableSnapshot;
  readonly transient: SlotTableSnapshot;
  readonly logs: number;
  readonly created: number;
  readonly destroyed: number;
}

/** One activation of a contract's code: its stack window, memory, position and energy. */
export interface Frame {
  readonly message: FrameMessage;
  readonly parent: Frame | undefined;
  readonly checkpoint: Checkpoint;
  readonly analysis: CodeAnalysis;
  readonly costs: SegmentCosts;
  /** 10,000 plus the energy factor of the context address. */
  readonly factor: number;
  readonly memory: Memory;
  /** Number of the context address in the slot tables. */
  readonly ownerIndex: number;
  /** Index in the shared stack of this frame's first element. */
  readonly base: number;
  /** Index after the topmost element. */
  top: number;
  /** Whether the position is in the exact stream. */
  isExact: boolean;
  position: number;
  energyLeft: number;
  penalty: number;
  /** Energy passed to other frames and precompiles, minus the energy they returned. */
  forwarded: number;
  /** Energy that was left when an exception consumed it. */
  forfeited: number;
  returnData: Uint8Array;
  output: Uint8Array;
  reverted: boolean;
  exception: VmException | undefined;
  /** The place in the caller's memory for this frame's output. */
  outputOffset: number;
  outputSize: number;
}

/** Consumes all remaining energy, as an exception does. */
export function forfeitEnergy(frame: Frame): void {
  frame.forfeited += frame.energyLeft;
  frame.energyLeft = 0;
}

/** Program counter of the running instruction. */
export function programCounter(frame: Frame): number {
  const { analysis, isExact, position } = frame;
  const { programCounters } = (isExact && analysis.exact) || analysis;
  return programCounters[position >> 1] ?? analysis.code.length;
}

/** @throws StaticCallModificationException in a frame below a STATICCALL. */
export function assertNotStatic(frame: Frame): void {
  if (frame.message.isStatic) throw staticModification();
}
