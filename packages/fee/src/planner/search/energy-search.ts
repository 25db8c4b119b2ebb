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
import { type Dedupe } from '../cache/single-flight.ts';
import { validateSimulation } from '../source/validate-answers.ts';
import { type Estimate, isEstimateUnavailable } from './estimate.ts';
import { agreesWithSearch } from './foretell-search.ts';

/** The time for which a node without estimates is not asked again, because its configuration rarely changes. */
const NOT_SUPPORTED_MS = 3_600_000;

/** Asks the node for the need of calls that may depend on the energy they are given. */
export interface EnergySearch {
  /** Whether plans want to know if calls depend on the energy they are given. */
  readonly isOn: boolean;
  /** Returns the changes to the estimate of a simulation, if any. */
  readonly run: (
    call: ContractCall,
    facts: {
      simulation: Simulation;
      /** Whether the code certainly looks at the energy left. */
      isObserved: boolean;
      rules: EnergyRules;
      dedupe: Dedupe;
      signal: AbortSignalLike | undefined;
    },
  ) => Promise<Partial<Estimate> | undefined>;
}

/**
 * The search by a source, for the plans of one planner.
 *
 * The search is no finer than a coin. If it is unknown whether the code looks at the energy left, the answer counts,
 * because the node has run the call under it. If the code certainly looks, and the answer equals the answer for a call
 * that does the same under every sufficient limit, the tight limit stands, and the plan says what suffices.
 */
export function createEnergySearch(source: EnergySource, clock: Pick<Clock, 'now'>): EnergySearch {
  let notSupportedUntil = -Infinity;

  return {
    isOn: true,

    async run(call, { simulation, isObserved, rules, dedupe, signal }) {
      if (source.estimate === undefined || clock.now() < notSupportedUntil) return { mayDependOnEnergy: {} };
      const { energy: used, energyPenalty = 0n } = simulation;
      const estimate = source.estimate.bind(source);
      try {
        const read = dedupe(`estimate ${toJson(call)}`, (options) => estimate(call, options));
        const { energy: answer } = validateSimulation('estimate', await read);
        if (isObserved && agreesWithSearch({ used, answer }, rules)) return { mayDependOnEnergy: { suffices: answer } };
        const needed = max(answer, used);
        return {
          kind: 'search',
          searched: needed,
          maxBasicEnergy: basicEnergy({ energy: needed, energyPenalty }),
        };
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
    },
  };
}

/** No search: constant calls only. */
export const NO_SEARCH: EnergySearch = { isOn: false, run: async () => undefined };
