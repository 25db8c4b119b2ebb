import { feeLimitAcrossCycle, feeLimitFromEnergyFactor, nextEnergyFactor } from '@coin/fee';

/** The main network's rules, and the basic energy of the README's token transfer. */
const RULES = { threshold: 5_000_000_000n, increaseFactor: 2_000n, maxFactor: 34_000n };
const BASIC = { basicEnergy: 27_704n, valueCalls: 0, energyPrice: 100n };
const FACTOR = 3_400n;

/** The limits of one call before a maintenance, and what it needs after it, in small units. */
export interface LimitsAcrossMaintenance {
  /** Chosen for the factor of the present cycle. */
  readonly today: bigint;
  /** Chosen for the highest factor that the next cycle can have. */
  readonly across: bigint;
  readonly needed: bigint;
  /** The factor after the maintenance, in ten-thousandths. */
  readonly factor: bigint;
}

/**
 * @param loadPercent - the energy that all calls of the contract use in the cycle, in percent of the threshold
 */
export function limitsAcrossMaintenance(loadPercent: number): LimitsAcrossMaintenance {
  const energyUsage = (RULES.threshold * BigInt(loadPercent)) / 100n;
  const factor = nextEnergyFactor({ energyFactor: FACTOR, energyUsage, ...RULES });
  return {
    today: feeLimitFromEnergyFactor({ ...BASIC, energyFactor: FACTOR }),
    across: feeLimitAcrossCycle({ ...BASIC, ...RULES, contracts: [{ energyFactor: FACTOR }] }),
    needed: feeLimitFromEnergyFactor({ ...BASIC, energyFactor: factor }),
    factor,
  };
}
