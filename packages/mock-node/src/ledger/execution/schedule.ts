import { type Address, type Milliseconds } from '../../protocol/primitives.ts';
import { BLOCK_INTERVAL_MS } from '../../protocol/time.ts';
import { firstBlock, headBlock, headSlot, slotAt } from '../../state/accessors/blocks.ts';
import { existingRecord } from '../../state/accessors/existing-record.ts';
import { type State } from '../../state/root.ts';

const SLOTS_SKIPPED_AFTER_MAINTENANCE = 2;

/** Number of slots right after the head block in which no block is produced. */
export function skippedSlots({ root }: State): number {
  return root.properties.headWasMaintenance ? SLOTS_SKIPPED_AFTER_MAINTENANCE : 0;
}

/** Time of the n-th slot after the head block, n ≥ 1. Source: docs/protocol/blocks.md, Slots. */
export function slotTime(state: State, n: number): Milliseconds {
  const genesis = firstBlock(state.root).timestamp;
  const head = headBlock(state);
  if (head.number === 0) return genesis + BLOCK_INTERVAL_MS * n;
  return (
    head.timestamp - ((head.timestamp - genesis) % BLOCK_INTERVAL_MS) + BLOCK_INTERVAL_MS * (n + skippedSlots(state))
  );
}

/** The slot after the head block that a time belongs to; 0 if the time is too early. */
export function slotOf(state: State, time: Milliseconds): number {
  const first = slotTime(state, 1);
  return time < first ? 0 : Math.floor((time - first) / BLOCK_INTERVAL_MS) + 1;
}

/** The producer of the n-th slot after the head block. The rotation counts usable slots, not time. */
export function scheduledWitness(state: State, n: number): Address {
  const { activeWitnesses } = state.root.properties;
  const index = (headSlot(state) + n) % activeWitnesses.length;
  return existingRecord(activeWitnesses[index], 'active witness', index);
}

/**
 * How many of the first `count` slots after the head block belong to each active witness. It does not iterate over
 * them, so a block after ten days takes no longer than one after three seconds.
 */
export function missedSlots(state: State, count: number): Map<Address, number> {
  const { activeWitnesses } = state.root.properties;
  const size = activeWitnesses.length;
  const rounds = Math.floor(count / size);
  const missed = new Map<Address, number>();
  for (let step = 1; step <= size; step++) {
    const slots = rounds + (step <= count % size ? 1 : 0);
    if (slots > 0) missed.set(scheduledWitness(state, step), slots);
  }
  return missed;
}

/** Whether a block at this time by this witness fits the schedule. The first block always does. */
export function fitsSchedule(
  state: State,
  block: {
    readonly timestamp: Milliseconds;
    readonly witness: Address;
    /** As under `getConsensusLogicOptimization`: the time must be a slot's. */
    readonly isStrict: boolean;
  },
): boolean {
  const { timestamp, witness, isStrict } = block;
  if (headBlock(state).number === 0) return true;
  if (isStrict && timestamp % BLOCK_INTERVAL_MS !== 0) return false;
  if (slotAt(state, timestamp) <= headSlot(state)) return false;
  const slot = slotOf(state, timestamp);
  if (slot === 0 && isStrict) return false;
  return scheduledWitness(state, slot) === witness;
}
