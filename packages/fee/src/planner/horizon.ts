import { type EnergyFactor, type EnergyPrice, type SmallUnits, type EnergyRules } from '@coin/units';
import { max, min } from '../bigint-math.ts';

// A clock that is a block ahead or behind must not decide whether a maintenance comes before the transaction.
const CLOCK_TOLERANCE_MS = 3_000;
const DEFAULT_INTERVAL_MS = 21_600_000;

/** The prices and factors that may apply to a transaction that lands between now and the end of a horizon. */
export interface Horizon {
  /** Maintenances that may pass before it lands. */
  readonly maintenances: number;
  /** The end of the present cycle, in milliseconds since 1970, less the clock's tolerance. */
  readonly cycleEnd: number;
  /** The maintenance after those that may pass, less the clock's tolerance. */
  readonly validUntil: number;
  /** The highest price and factors of all parameters that may apply, and the lowest decided maximum. */
  readonly energyPrice: EnergyPrice;
  readonly maxFactor: EnergyFactor;
  readonly increaseFactor: EnergyFactor;
  readonly maxFeeLimit: SmallUnits;
}

/** Looks `horizonMs` ahead of `now`, and past `minMaintenances` in any case. */
export function computeHorizon(
  rules: EnergyRules,
  options: { now: number; horizonMs: number; minMaintenances: number },
): Horizon {
  const { now, horizonMs, minMaintenances } = options;
  const { nextMaintenance, maintenanceIntervalMs = DEFAULT_INTERVAL_MS } = rules;
  const cycleStart = nextMaintenance - maintenanceIntervalMs;
  const end = Math.max(now + horizonMs + CLOCK_TOLERANCE_MS, cycleStart + minMaintenances * maintenanceIntervalMs);
  const maintenances = Math.max(0, Math.floor((end - cycleStart) / maintenanceIntervalMs));
  const cycleEnd = nextMaintenance - CLOCK_TOLERANCE_MS;
  const applicable = (rules.scheduled ?? []).filter(({ at }) => at <= end);
  const decided = applicable.filter(({ undecided }) => undecided === undefined);
  const highest = (field: 'energyPrice' | 'maxFactor' | 'increaseFactor'): bigint =>
    max(rules[field], ...applicable.map((change) => change[field] ?? 0n));
  return {
    maintenances,
    cycleEnd,
    validUntil: cycleEnd + maintenances * maintenanceIntervalMs,
    energyPrice: highest('energyPrice'),
    maxFactor: highest('maxFactor'),
    increaseFactor: highest('increaseFactor'),
    maxFeeLimit: min(rules.maxFeeLimit, ...decided.map((change) => change.maxFeeLimit ?? rules.maxFeeLimit)),
  };
}
