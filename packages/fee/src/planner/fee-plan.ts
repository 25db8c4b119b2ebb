import type { Energy, EnergyPrice, SmallUnits } from '@coin/units';
import type { FeeBreakdown } from '../expected-fee.ts';
import type { Address, Simulation } from './energy-source.ts';

/** How a limit was found. */
export type FeeMethod = 'estimate' | 'energy-factor' | 'max-factor' | 'across-cycle';

/** Something a person or a program should know before signing; a warning never changes the plan. */
export type FeeWarning =
  /** The call costs more than this function usually does, as a transfer to somebody who holds no such token yet. */
  | { code: 'NEW_HOLDER'; basicEnergy: Energy; usual: Energy }
  /** Earlier calls of this function took more than the limit allows: state that changes can change the path. */
  | { code: 'PATH_MAY_CHANGE'; highest: Energy; samples: number }
  /**
   * The committee has decided another price, or may still decide it before the transaction lands (`undecided`). The limit
   * covers it if the transaction can land after it.
   */
  | {
      code: 'PRICE_CHANGE_SCHEDULED';
      at: number;
      from: EnergyPrice;
      to: EnergyPrice;
      covered: boolean;
      undecided?: true;
    }
  /** The payer (with the deployer's share) can't pay for all the energy the limit allows. */
  | { code: 'PAYER_CANNOT_FUND'; payable: Energy; limit: Energy; expected: Energy; missing: SmallUnits }
  /** Factors of contracts that may run are not known, so the highest possible was taken. */
  | { code: 'FACTOR_UNREADABLE'; contracts: readonly Address[] }
  /** More than the network's maximum is needed; the plan has the maximum. */
  | { code: 'MAX_FEE_LIMIT_REACHED'; needed: SmallUnits; maximum: SmallUnits }
  /** The method asked for does not hold across the maintenance that may come first. */
  | { code: 'MAINTENANCE_WITHIN_HORIZON'; at: number };

/** A fee limit, what it is made of, and until when it holds. */
export interface FeePlan {
  /** The limit to set, in small units. */
  feeLimit: SmallUnits;
  /** Energy the call is expected to use, penalty included. */
  energy: Energy;
  /** The part of it without penalty; absent when the source does not say. */
  basicEnergy?: Energy;
  /** What will be burned if it goes as expected, in small units: see {@link FeeBreakdown}. */
  expectedFee: FeeBreakdown;
  /** How the limit was found. */
  method: FeeMethod;
  /** Where the energy is from. */
  source: Simulation['source'] | 'history';
  /** The time, in milliseconds since 1970, from which the limit may be too low; plan anew before. */
  validUntil: number;
  warnings: readonly FeeWarning[];
}
