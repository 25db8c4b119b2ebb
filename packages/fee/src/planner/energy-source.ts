import type { Energy, EnergyFactor, EnergyPrice, SmallUnits } from '@coin/units';

/** An account's or contract's address; base58check, or whatever one text the source uses throughout. */
export type Address = string;

/** An `AbortSignal` by shape, so that no platform type is needed. */
export interface AbortLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** What every question to a source may carry. */
export interface ReadOptions {
  signal?: AbortLike;
}

/**
 * A contract call, or a deployment where `contract` is absent: who calls, what is called, with which coin.
 *
 * `data` is the whole input in hex: selector and arguments of a call, initialisation code and arguments of a deployment.
 */
export type ContractCall = {
  owner: Address;
  contract?: Address;
  /** Coin sent along, in small units; 0 when absent. */
  callValue?: SmallUnits;
} & ({ functionSelector: string; parameter: string } | { data: string });

/** What a node says a call would use at its present state. */
export interface Simulation {
  /** Which of the two calls gave the number. */
  source: 'triggerconstantcontract' | 'estimateenergy';
  /** Total energy, penalty and (for a deployment) code deposit included. */
  energy: Energy;
  /** The part of `energy` that is penalty; absent where it is 0, and from `estimateenergy`, which does not say. */
  penalty?: Energy;
  /**
   * Every contract in whose context code ran. Of a call: the called one included, and empty when that can't be seen. Of
   * a deployment: those that the constructor ran.
   */
  touched: readonly Address[];
  /** A deployment's runtime code in bytes; absent for calls. */
  codeSize?: number;
  /**
   * Inner calls that carry coin or tokens, from a constant call's internal transactions; 0 when absent. Each may need
   * 2,300 units more than `energy` for a while. `estimateenergy` has found out by trying and needs none.
   */
  valueCalls?: number;
}

/** A contract's energy parameters, caught up with the present maintenance cycle, as `getcontractinfo` gives them. */
export interface ContractEnergyState {
  energyFactor: EnergyFactor;
  /** Energy used in this cycle so far, before penalty. */
  energyUsage: Energy;
  /** Number of the cycle the state belongs to. */
  updateCycle: number;
  /** Who deployed it; absent when not known. */
  origin?: Address;
  /** The percentage of the energy that the caller pays, 0 to 100; 100 when absent. */
  callerPercent?: number;
  /** The most energy a call may take from the deployer; 0 when absent. */
  originEnergyLimit?: Energy;
}

/** A change of parameters that a proposal to the committee brings at a coming maintenance. */
export interface ScheduledRules {
  /** When it applies: a maintenance time in milliseconds since 1970. */
  at: number;
  /** It has not the approvals it needs, but may get them until then, after this was read. */
  undecided?: true;
  energyPrice?: EnergyPrice;
  increaseFactor?: EnergyFactor;
  maxFactor?: EnergyFactor;
  maxFeeLimit?: SmallUnits;
}

/** The network's parameters a fee limit depends on, as they are now. */
export interface EnergyRules {
  /** `getEnergyFee`. */
  energyPrice: EnergyPrice;
  /** `getDynamicEnergyMaxFactor`; 0 on a network without the dynamic energy model. */
  maxFactor: EnergyFactor;
  /** `getDynamicEnergyThreshold`. */
  threshold: Energy;
  /** `getDynamicEnergyIncreaseFactor`; 0 on a network without the dynamic energy model. */
  increaseFactor: EnergyFactor;
  /** `getMaxFeeLimit`. */
  maxFeeLimit: SmallUnits;
  /** When the next maintenance is due, in milliseconds since 1970. */
  nextMaintenance: number;
  /** `getMaintenanceTimeInterval` in milliseconds; 6 hours when absent. */
  maintenanceInterval?: number;
  /** `getTransactionFee`: the price of one byte of bandwidth in small units. */
  bandwidthPrice: SmallUnits;
  /** What proposals change later; empty or absent when nothing is known. */
  scheduled?: readonly ScheduledRules[];
}

/** What an account has to pay with. */
export interface PayerResources {
  /** Coin in small units. */
  balance: SmallUnits;
  /** Staked energy left. */
  energy: Energy;
  /** Staked bandwidth left, in bytes. */
  stakedBandwidth: number;
  /** Free bandwidth left, in bytes. */
  freeBandwidth: number;
}

/**
 * What the planner asks of a network; an adapter over a client makes one, a test makes one by hand.
 *
 * `simulate` rejects when the call reverts or fails, and when no estimate can be had; a plan is never made of a failed
 * simulation. An error with `retryable: true` or the code `NOT_SUPPORTED` means that no estimate can be had, and only
 * then history is used.
 */
export interface EnergySource {
  /** A constant call of the contract (or of the deployment) at the head block. */
  simulate(call: ContractCall, options?: ReadOptions): Promise<Simulation>;
  /** The contract's energy parameters in the present cycle. */
  contractState(address: Address, options?: ReadOptions): Promise<ContractEnergyState>;
  /** The network's parameters. */
  energyRules(options?: ReadOptions): Promise<EnergyRules>;
  /** What an account has left; without it no plan can tell whether its limit can be funded. */
  payer?(address: Address, options?: ReadOptions): Promise<PayerResources>;
}
