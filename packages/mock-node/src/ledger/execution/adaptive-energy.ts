import { headSlot } from '../../state/accessors/blocks.ts';
import { getParameter, setParameter, updateProperties } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { divisionOf } from '../staking/resource-division.ts';
import { recoverAverage } from '../staking/resource-recovery.ts';

/** The average covers this many slots: a minute. */
const AVERAGE_WINDOW = 20n;

/**
 * Adjusts the network's energy limit to its usage after each block, if `getAllowAdaptiveEnergy` is on.
 *
 * Source: docs/protocol/staking.md, Adaptive energy.
 */
export function updateAdaptiveEnergy(state: State): void {
  const { blockEnergyUsage, totalEnergyAverageUsage, totalEnergyAverageTime } = state.root.properties;
  const now = headSlot(state);
  const division = divisionOf(state);
  const average = recoverAverage({
    usage: totalEnergyAverageUsage,
    added: blockEnergyUsage,
    time: totalEnergyAverageTime,
    now,
    window: AVERAGE_WINDOW,
    division,
  });
  updateProperties(state, { totalEnergyAverageUsage: average, totalEnergyAverageTime: now });
  setParameter(state, 'getTotalEnergyAverageUsage', average);
  const current = getParameter(state, 'getTotalEnergyCurrentLimit');
  const total = getParameter(state, 'getTotalEnergyLimit');
  const max = division.down(total * getParameter(state, 'getAdaptiveResourceLimitMultiplier'), 1n);
  const adjusted =
    average > getParameter(state, 'getTotalEnergyTargetLimit')
      ? division.down(current * 99n, 100n)
      : division.down(current * 1000n, 999n);
  const raised = adjusted > total ? adjusted : total;
  setParameter(state, 'getTotalEnergyCurrentLimit', raised < max ? raised : max);
}
