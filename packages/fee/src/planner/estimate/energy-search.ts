import {
  type AbortSignalLike,
  type Clock,
  type ContractCall,
  type EnergyRules,
  type EnergySource,
  type Simulation,
} from '@coin/units';
import { max } from '../../bigint-math.ts';
import { basicEnergy } from '../../energy-factor.ts';
import { toJson } from '../cache/bigint-json.ts';
import { type ShareRead } from '../cache/share-reads.ts';
import { type Estimate, isEstimateUnavailable } from './estimate.ts';
import { isOrdinaryAnswer } from './predict-search.ts';

/** The time for which a node without estimates is not asked again, because its configuration rarely changes. */
const NOT_SUPPORTED_MS = 3_600_000;

/**
 * Asks the node for the need of a call that may depend on the energy it is given. Returns the changes to the estimate
 * of a simulation, if any.
 */
export type SearchEnergy = (
  call: ContractCall,
  facts: {
    simulation: Simulation;
    /** Whether the code certainly looks at the energy left. */
    isObserved: boolean;
    rules: EnergyRules;
    share: ShareRead;
    signal: AbortSignalLike | undefined;
  },
) => Promise<Partial<Estimate> | undefined>;

/**
 * The search by a source, for the plans of one planner.
 *
 * The search is no finer than a coin. If it is unknown whether the code looks at the energy left, the answer counts,
 * because the node has run the call under it. If the code certainly looks, and the answer equals the answer for a call
 * that does the same under every sufficient limit, the tight limit stands, and the plan says what suffices.
 */
export function createEnergySearch(source: EnergySource, clock: Pick<Clock, 'now'>): SearchEnergy {
  let notSupportedUntil = -Infinity;

  return async (call, { simulation, isObserved, rules, share, signal }) => {
    const search = source.estimate?.bind(source);
    if (search === undefined || clock.now() < notSupportedUntil) return { mayDependOnEnergy: {} };
    const { energy: used, energyPenalty = 0n } = simulation;
    try {
      const { energy: answer } = await share(`estimate ${toJson(call)}`, () => search(call));
      if (isObserved && isOrdinaryAnswer({ used, answer }, rules)) return { mayDependOnEnergy: { suffices: answer } };
      const needed = max(answer, used);
      return { kind: 'search', searched: needed, maxBasicEnergy: basicEnergy({ energy: needed, energyPenalty }) };
    } catch (error) {
      if (signal?.aborted) throw error;
      if ((error as { code?: unknown } | undefined)?.code === 'NOT_SUPPORTED') {
        notSupportedUntil = clock.now() + NOT_SUPPORTED_MS;
      }
      if (isEstimateUnavailable(error)) return { mayDependOnEnergy: {} };
      // The plan reports that no limit the network allows covers the call; any other failure is the call's own.
      if (used * rules.energyPrice > rules.maxFeeLimit) return undefined;
      throw error;
    }
  };
}
