import { type Energy, type EnergyPrice, type SmallUnits } from '@coin/units';
import { type FeeBreakdown } from '../expected-fee.ts';
import { type Address, type Simulation } from './source/energy-source.ts';

/** How a limit was computed. */
export type FeeMethod = 'estimate' | 'energy-factor' | 'max-factor' | 'across-cycle';

/** Something that a user or a program should know before signing; a warning never changes the plan. */
export type FeeWarning =
  /**
   * The call costs more than this function usually does, like a transfer to an account that does not hold the token
   * yet.
   */
  | { code: 'NEW_HOLDER'; basicEnergy: Energy; usual: Energy }
  /** Earlier calls of this function used more than the limit allows: another state may lead to another path. */
  | { code: 'PATH_MAY_CHANGE'; highest: Energy; samples: number }
  /**
   * The committee has decided on another price, or may still do so before the transaction lands (`undecided`). The
   * limit covers it if the transaction can land after the change.
   */
  | {
      code: 'PRICE_CHANGE_SCHEDULED';
      at: number;
      from: EnergyPrice;
      to: EnergyPrice;
      covered: boolean;
      undecided?: true;
    }
  /** The payer, with the deployer's share, cannot pay for all the energy that the limit allows. */
  | { code: 'PAYER_CANNOT_FUND'; payable: Energy; limit: Energy; expected: Energy; missing: SmallUnits }
  /** Factors of contracts that run could not be read, so the limit allows for the highest possible factor. */
  | { code: 'FACTOR_UNREADABLE'; contracts: readonly Address[] }
  /** The limit needed is above the network's maximum; the plan has the maximum. */
  | { code: 'MAX_FEE_LIMIT_REACHED'; needed: SmallUnits; maximum: SmallUnits }
  /**
   * A limit by the requested method does not hold across a maintenance, and one may come before the transaction lands.
   */
  | { code: 'MAINTENANCE_WITHIN_HORIZON'; at: number }
  /**
   * The call runs code that may look at the energy it has left, and the node cannot search for what it then needs, or
   * only as finely as one coin: the limit may be too low if the call depends on having more energy than it uses.
   * `suffices` is what the search ended at.
   */
  | { code: 'MAY_DEPEND_ON_ENERGY'; used: Energy; suffices?: Energy };

/** A fee limit, how it was computed, and until when it holds. */
export interface FeePlan {
  /** The limit to set, in small units. */
  feeLimit: SmallUnits;
  /** The energy that the call is expected to use, including the penalty. */
  energy: Energy;
  /** The part of it that is not penalty; absent if the source does not report it. */
  basicEnergy?: Energy;
  /** What is burned if the call uses the expected energy, in small units: see {@link FeeBreakdown}. */
  expectedFee: FeeBreakdown;
  /** How the limit was computed. */
  method: FeeMethod;
  /** Where the energy of the limit comes from; `estimateenergy` also if the call depends on the energy it is given. */
  source: Simulation['source'] | 'history';
  /** When the limit may become too low, in milliseconds since 1970; plan again before then. */
  validUntil: number;
  warnings: readonly FeeWarning[];
}
