import { type Energy, type EnergyFactor } from '@coin/units';
import { max, min } from '../bigint-math.ts';
import { energyWithFactor } from '../energy-factor.ts';
import { energyNeeded } from './choose-limit.ts';
import { type LimitReason } from './fee-plan.ts';
import { type LimitInputs } from './read-limit.ts';

/**
 * Returns the reasons why the limit allows more energy than the call is expected to use. Their parts add up to the
 * difference.
 */
export function limitReasons(
  { estimate, limit }: Pick<LimitInputs, 'estimate' | 'limit'>,
  expected: { readonly energy: Energy; readonly energyFactor: EnergyFactor },
): LimitReason[] {
  const { maxBasicEnergy: basicEnergy, kind, total } = estimate;
  const withoutCalls = { ...estimate, valueCalls: 0 };
  const atPresent =
    total === undefined
      ? energyWithFactor({ ...expected, basicEnergy, valueCalls: 0 })
      : energyNeeded(withoutCalls, { method: 'estimate', energyFactor: 0n });
  const steps: readonly (readonly [LimitReason['code'], Energy])[] = [
    [kind === 'history' ? 'EARLIER_CALLS' : 'ENERGY_SEARCH', atPresent],
    ['ENERGY_FACTOR', energyNeeded(withoutCalls, limit)],
    ['VALUE_CALLS', energyNeeded(estimate, limit)],
    ['MARGIN', limit.energyLimit],
  ];
  let reached = expected.energy;
  return steps.flatMap(([code, energy]) => {
    const previous = reached;
    reached = max(previous, min(energy, limit.energyLimit));
    return reached > previous ? [{ code, energy: reached - previous }] : [];
  });
}
