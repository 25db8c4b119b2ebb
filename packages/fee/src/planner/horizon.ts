import type { EnergyFactor, EnergyPrice, SmallUnits } from '@coin/units';
import { greatest, least } from '../require-quantity.ts';
import type { EnergyRules } from './energy-source.ts';

// A clock that is a block ahead or behind must not decide whether a maintenance lies before the transaction.
const CLOCK_TOLERANCE_MS = 3_000;
const DEFAULT_INTERVAL_MS = 21_600_000;

/** What may apply to a transaction that lands between now and the end of a horizon. */
export interface Horizon {
  /** Maintenances that may pass before it lands. */
  maintenances: number;
  /** The end of the present cycle, in milliseconds since 1970, as safe as the local clock. */
  cycleEnd: number;
  /** The maintenance after those that may pass, likewise. */
  validUntil: number;
  /** The highest price, factor and increase of all parameters that may apply, and the lowest maximum of those decided. */
  energyPrice: EnergyPrice;
  maxFactor: EnergyFactor;
  increaseFactor: EnergyFactor;
  maxFeeLimit: SmallUnits;
}

/** Looks `horizonMs` ahead of `now`, and as far as `least` maintenances in any case. */
export function horizonOf(rules: EnergyRules, terms: { now: number; horizonMs: number; least: number }): Horizon {
  const { nextMaintenance, maintenanceInterval = DEFAULT_INTERVAL_MS } = rules;
  const first = nextMaintenance - maintenanceInterval;
  const end = Math.max(terms.now + terms.horizonMs + CLOCK_TOLERANCE_MS, first + terms.least * maintenanceInterval);
  const maintenances = Math.max(0, Math.floor((end - first) / maintenanceInterval));
  const cycleEnd = nextMaintenance - CLOCK_TOLERANCE_MS;
  const within = (rules.scheduled ?? []).filter(({ at }) => at <= end);
  const decided = within.filter(({ undecided }) => undecided === undefined);
  const highest = (field: 'energyPrice' | 'maxFactor' | 'increaseFactor'): bigint =>
    greatest(rules[field], ...within.map((change) => change[field] ?? 0n));
  return {
    maintenances,
    cycleEnd,
    validUntil: cycleEnd + maintenances * maintenanceInterval,
    energyPrice: highest('energyPrice'),
    maxFactor: highest('maxFactor'),
    increaseFactor: highest('increaseFactor'),
    maxFeeLimit: least(rules.maxFeeLimit, ...decided.map((change) => change.maxFeeLimit ?? rules.maxFeeLimit)),
  };
}
