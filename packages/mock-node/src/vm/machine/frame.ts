import type { CodeAnalysis, SegmentPrices } from '../code/code-analysis.ts';
import type { VmException } from './frame-exception.ts';
import type { Memory } from './memory.ts';
import type { SlotTableSnapshot } from './slot-table.ts';
import type { Address } from '../../protocol/primitives.ts';
import type { StateSnapshot } from '../world/world-state.ts';

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
  readonly state: StateSnapshot;
  readonly storage: SlotTableSnapshot;
  readonly transient: SlotTableSnapshot;
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

/** Program counter of the instruction that is running. */
export function programCounter(frame: Frame): number {
  const { analysis, exact, position } = frame;
  const counters = exact ? analysis.exact?.counters : analysis.counters;
  return counters?.[position >> 1] ?? analysis.code.length;
}
