import { type Address, type Milliseconds } from '../../protocol/primitives.ts';
import { slotAt } from '../../state/accessors/blocks.ts';
import { updateProperties } from '../../state/accessors/dynamic-properties.ts';
import { getWitness, putWitness } from '../../state/accessors/witnesses.ts';
import { type State } from '../../state/root.ts';
import { missedSlots, slotOf } from './schedule.ts';

/** A block is solid once this share of the active witnesses has built on it. */
const SOLIDIFIED_THRESHOLD_PERCENT = 70;

/**
 * Counts a block for its producer, and missed slots for their witnesses. The head is still the parent.
 *
 * Source: docs/protocol/blocks.md, Statistics.
 */
export function countProduction(
  state: State,
  block: { readonly number: number; readonly timestamp: Milliseconds; readonly witness: Address },
): void {
  const producer = getWitness(state, block.witness);
  if (producer === undefined) return;
  putWitness(state, {
    ...producer,
    totalProduced: producer.totalProduced + 1,
    latestBlockNumber: block.number,
    latestSlot: slotAt(state, block.timestamp),
  });
  if (block.number === 1) return;
  const skipped = slotOf(state, block.timestamp) - 1;
  if (skipped <= 0) return;
  for (const [address, slots] of missedSlots(state, skipped)) {
    const witness = getWitness(state, address);
    if (witness !== undefined) putWitness(state, { ...witness, totalMissed: witness.totalMissed + slots });
  }
}

/** Advances the solidified block if possible. docs/protocol/blocks.md, Statistics. */
export function updateSolidified(state: State): void {
  const { activeWitnesses, solidifiedNumber } = state.root.properties;
  const latest = activeWitnesses
    .map((address) => getWitness(state, address)?.latestBlockNumber ?? 0)
    .sort((a, b) => a - b);
  // The node computes this share in doubles too: 10 witnesses give 3, not 2.
  const position = Math.trunc(activeWitnesses.length * (1 - (SOLIDIFIED_THRESHOLD_PERCENT * 1.0) / 100));
  const solid = latest[position] ?? 0;
  if (solid > solidifiedNumber) updateProperties(state, { solidifiedNumber: solid });
}
