import { type Energy, type EnergyPrice, type SmallUnits, type Address, type Simulation } from '@coin/units';
import { type FeeBreakdown } from '../expected-fee.ts';

/** A method to compute a limit. */
export type FeeMethod = 'estimate' | 'energy-factor' | 'max-factor' | 'across-cycle';

/** Something that a user or a program should know before signing; a warning never changes the plan. */
export type FeeWarning =
  /**
   * The call costs more than this function usually does, like a transfer to an account that does not hold the token
   * yet.
   */
  | { readonly code: 'NEW_HOLDER'; readonly basicEnergy: Energy; readonly usual: Energy }
  /** Earlier calls of this function used more than the limit allows: another state may lead to another path. */
  | { readonly code: 'PATH_MAY_CHANGE'; readonly highest: Energy; readonly samples: number }
  /**
   * The committee has decided on another price, or may still do so before the transaction lands (`undecided`). The
   * limit covers it if the transaction can land after the change.
   */
  | {
      readonly code: 'PRICE_CHANGE_SCHEDULED';
      readonly at: number;
      readonly from: EnergyPrice;
      readonly to: EnergyPrice;
      readonly covered: boolean;
      readonly undecided?: true;
    }
  /** The owner, with the deployer's share, cannot pay for all the energy that the limit allows. */
  | {
      readonly code: 'OWNER_CANNOT_FUND';
      readonly payable: Energy;
      readonly limit: Energy;
      readonly expected: Energy;
      readonly missing: SmallUnits;
    }
  /**
   * The network has set chain parameters, or may soon, that the source does not know. The estimate is the node's; what
   * the plan computes beyond it may leave out a rule.
   */
  | { readonly code: 'RULES_UNKNOWN'; readonly parameters: readonly string[] }
  /** Factors of contracts that run could not be read, so the limit allows for the highest possible factor. */
  | { readonly code: 'FACTOR_UNREADABLE'; readonly contracts: readonly Address[] }
  /** The limit needed is above the network's maximum; the plan has the maximum. */
  | { readonly code: 'MAX_FEE_LIMIT_REACHED'; readonly needed: SmallUnits; readonly max: SmallUnits }
  /**
   * A limit by the requested method does not hold across a maintenance, and one may come before the transaction lands.
   */
  | { readonly code: 'MAINTENANCE_WITHIN_HORIZON'; readonly at: number }
  /**
   * Code may give an inner call a fixed amount of energy, as `call{gas: 30000}` does. The called contract's factor may
   * rise at the maintenance at `at`: the inner call then runs out, and the call may take another path.
   */
  | { readonly code: 'INNER_ENERGY_FIXED'; readonly at: number }
  /** Code may ask what an account has left of bandwidth or energy, so the call may take another path later. */
  | { readonly code: 'READS_RESOURCES' }
  /**
   * The call runs code that may look at the energy it has left, and the node cannot search for what it then needs, or
   * the code certainly looks at it and the search is no finer than one coin: the limit may be too low if the call
   * depends on having more energy than it uses. `suffices` is the energy at which the search ended.
   */
  | { readonly code: 'MAY_DEPEND_ON_ENERGY'; readonly used: Energy; readonly suffices?: Energy };

/** Why a limit allows more energy than the call is expected to use. */
export interface LimitReason {
  /**
   * `ENERGY_SEARCH`: the node's search found that the call needs more energy than it uses. `EARLIER_CALLS`: an earlier
   * call of the function used more than usual. `ENERGY_FACTOR`: a contract's factor may be higher. `VALUE_CALLS`: inner
   * calls that carry coin or tokens briefly need more. `MARGIN`: `marginBps` adds it.
   */
  readonly code: 'ENERGY_SEARCH' | 'EARLIER_CALLS' | 'ENERGY_FACTOR' | 'VALUE_CALLS' | 'MARGIN';
  /** The units of energy that this reason adds to the limit. */
  readonly energy: Energy;
}

/** A fee limit, its method, and the time until which it holds. */
export interface FeePlan {
  /** The limit to set, in small units. */
  readonly feeLimit: SmallUnits;
  /** The energy that the call is expected to use, including the penalty. */
  readonly energy: Energy;
  /** The part of `energy` without the penalty; absent if the source does not report it. */
  readonly basicEnergy?: Energy;
  /** The coin that burns if the call uses the expected energy, in small units: see {@link FeeBreakdown}. */
  readonly expectedFee: FeeBreakdown;
  /** The part of `energy` that the owner's stake pays. */
  readonly energyFromStake: Energy;
  /** The part of `energy` that the contract's deployer pays from its stake. */
  readonly energyFromDeployer: Energy;
  /** The transaction's bandwidth in bytes. */
  readonly size: number;
  /**
   * The most that the transaction can burn, in small units: the fee limit, and the other fees if all bytes are paid with
   * coin. Coin that the call sends along is not part of it.
   */
  readonly maxFee: SmallUnits;
  /**
   * Whether the receiver of a token transfer holds none of the token yet, which costs more energy. Absent for other
   * calls, in batches, and if the source has no `tokenBalance`.
   */
  readonly isNewHolder?: boolean;
  /** The method by which the limit was computed. */
  readonly method: FeeMethod;
  /** The source of the limit's energy; `search` also if the call may depend on the energy it is given. */
  readonly estimateKind: Simulation['kind'] | 'history';
  /** The time at which the limit may become too low, in milliseconds since 1970. Plan again before then. */
  readonly validUntil: number;
  /** The energy of the limit beyond `energy`, by reason; empty if there is none. */
  readonly reasons: readonly LimitReason[];
  readonly warnings: readonly FeeWarning[];
}
