import { type Abi } from './abi.ts';
import { type AbortSignalLike } from './clock.ts';
import { type FeePrices, type OwnerResources } from './fees.ts';
import { type Energy, type EnergyFactor, type EnergyPrice, type SmallUnits } from './quantities.ts';

/**
 * The address of an account or contract: base58check. An energy source may use another form if it uses it consistently.
 */
export type Address = string;

/** The options of every read from a source. */
export interface ReadOptions {
  readonly signal?: AbortSignalLike;
}

/**
 * A contract call, or a deployment if `contract` is absent: who calls what, with how much coin.
 *
 * `data` is the whole input in hex: selector and arguments of a call, initialization code and arguments of a
 * deployment.
 */
export type ContractCall = {
  readonly owner: Address;
  readonly contract?: Address;
  /** Coin sent along, in small units; 0 by default. */
  readonly callValue?: SmallUnits;
  /** The contract's ABI: a source decodes reverts by it, and a deployment publishes it; none by default. */
  readonly abi?: Abi;
  /** The name that a deployment publishes; none by default. */
  readonly name?: string;
  /** The percentage of the energy that callers of a deployed contract pay, 0 to 100; 100 by default. */
  readonly callerPercent?: number;
  /** The maximum energy that a call of a deployed contract may use from its deployer; 10,000,000 by default. */
  readonly deployerEnergyLimit?: Energy;
} & (
  | {
      /** `name(type,…)`, such as `transfer(address,uint256)`. */
      readonly functionSelector: string;
      /** Hex of the encoded arguments; optional if there are none. */
      readonly parameter?: string;
    }
  | { readonly data: string }
);

/** The energy that a call would use at the present state, as a node reports it. */
export interface Simulation {
  /** `simulation`: a constant call (`triggerconstantcontract`); `search`: the node's search (`estimateenergy`). */
  readonly kind: 'simulation' | 'search';
  /** The total energy, including the penalty and, for a deployment, the code deposit. */
  readonly energy: Energy;
  /** The part of `energy` that is penalty; absent if it is 0, and from a search, which does not report it. */
  readonly energyPenalty?: Energy;
  /**
   * Every contract in whose context code ran. For a call: including the called contract, and empty if they are unknown.
   * For a deployment: those that the constructor ran.
   */
  readonly touched: readonly Address[];
  /** The length of a deployment's runtime code in bytes; absent for calls. */
  readonly codeSize?: number;
  /**
   * Inner calls that carry coin or tokens, from a constant call's internal transactions. With any of them the call may
   * temporarily need 2,300 units more than `energy`. If this or `hiddenValueCalls` is absent, the planner allows for as
   * many as the energy has room for.
   */
  readonly valueCalls?: number;
  /**
   * Upper bound of further such inner calls that no internal transaction shows: rejected calls, and calls of
   * precompiled contracts. The planner leaves them out if no contract that ran can make one: see `mayCallWithValue`.
   */
  readonly hiddenValueCalls?: number;
  /**
   * The contracts of `touched` that may have run other code as their own: an implementation behind a proxy, a library,
   * a constructor. Absent if unknown; then each of them may have done so.
   */
  readonly ranOtherCode?: readonly Address[];
  /** Whether a deployment's own code can notice how much energy it has left; absent if unknown, and for calls. */
  readonly observesEnergy?: boolean;
  /** As in {@link ContractEnergyState}, of a deployment's own code. */
  readonly passesFixedEnergy?: true;
  /** As in {@link ContractEnergyState}, of a deployment's own code. */
  readonly readsResources?: true;
}

/** A contract's energy parameters, updated to the present maintenance cycle, as `getcontractinfo` returns them. */
export interface ContractEnergyState {
  readonly energyFactor: EnergyFactor;
  /** The energy used so far in this cycle, without penalties. */
  readonly energyUsage: Energy;
  /** The number of the cycle that the state belongs to. */
  readonly updateCycle: number;
  /** The account that deployed it; absent if unknown. */
  readonly deployer?: Address;
  /** The percentage of the energy that the caller pays, 0 to 100; 100 by default. */
  readonly callerPercent?: number;
  /** The maximum energy that a call may use from the deployer; 0 by default. */
  readonly deployerEnergyLimit?: Energy;
  /** Whether its code can make inner calls with coin or tokens, or run unlisted code; absent if unknown. */
  readonly mayCallWithValue?: boolean;
  /**
   * Whether its code can notice how much energy it has left; absent if unknown. `through-other-code` if its own code
   * cannot, and only code that it runs as its own might: see `ranOtherCode`.
   */
  readonly observesEnergy?: boolean | 'through-other-code';
  /**
   * Set if its code may give an inner call another amount of energy than all that is left, such as `call{gas: 30000}`:
   * the called code may then run out when its factor rises.
   */
  readonly passesFixedEnergy?: true;
  /** Set if its code may ask how much bandwidth or energy an account has left, which changes with time. */
  readonly readsResources?: true;
}

/** A change of parameters by a proposal to the committee, which takes effect at a future maintenance. */
export interface ScheduledRules {
  /** The time at which it takes effect: a maintenance time in milliseconds since 1970. */
  readonly at: number;
  /** Set while approvals are missing that it may still receive before then. */
  readonly undecided?: true;
  readonly energyPrice?: EnergyPrice;
  readonly increaseFactor?: EnergyFactor;
  readonly maxFactor?: EnergyFactor;
  readonly maxFeeLimit?: SmallUnits;
}

/** The present parameters of the network that a fee limit depends on. */
export interface EnergyRules {
  /** `getEnergyFee`. */
  readonly energyPrice: EnergyPrice;
  /** `getDynamicEnergyMaxFactor`; 0 on a network without the dynamic energy model. */
  readonly maxFactor: EnergyFactor;
  /** `getDynamicEnergyThreshold`. */
  readonly threshold: Energy;
  /** `getDynamicEnergyIncreaseFactor`; 0 on a network without the dynamic energy model. */
  readonly increaseFactor: EnergyFactor;
  /** `getMaxFeeLimit`. */
  readonly maxFeeLimit: SmallUnits;
  /** The time of the next maintenance, in milliseconds since 1970. */
  readonly nextMaintenance: number;
  /** `getMaintenanceTimeInterval` in milliseconds; 6 hours by default. */
  readonly maintenanceIntervalMs?: number;
  /** `getTransactionFee`: the price of one byte of bandwidth in small units. */
  readonly bandwidthPrice: SmallUnits;
  /** The other prices of transactions, on which the cost of a batch may depend. */
  readonly prices?: Omit<FeePrices, 'energy' | 'bandwidth'>;
  /** Changes by proposals; empty or absent if none is known. */
  readonly scheduled?: readonly ScheduledRules[];
  /**
   * Names of chain parameters that are not 0, or that an open proposal would set, and that the source does not know:
   * the network may have rules that a plan leaves out. Empty or absent if there are none.
   */
  readonly unknownParameters?: readonly string[];
}

/** A resource that an account may use up to a limit. The use recovers over a day. */
export interface Quota {
  readonly used: bigint;
  readonly limit: bigint;
}

/** The coin and resources with which an account can pay. */
export interface AccountFunds extends OwnerResources {
  /** The balance in small units. */
  readonly balance: SmallUnits;
  /** Limits and use, which recovers while a batch is sent. If they are absent, nothing recovers. */
  readonly quotas?: { readonly energy: Quota; readonly stakedBandwidth: Quota; readonly freeBandwidth: Quota };
}

/**
 * The facts about a network that the planner needs. An adapter of a client implements it, and tests implement it
 * directly.
 *
 * `simulate` rejects if the call reverts or fails, or if no estimate is available; a failed simulation never becomes a
 * plan. An error with `retryable: true` or the code `NOT_SUPPORTED` means that no estimate is available, and only then
 * history is used.
 */
export interface EnergySource {
  /** A constant call of the contract (or of the deployment) at the head block. */
  readonly simulate: (call: ContractCall, options?: ReadOptions) => Promise<Simulation>;
  /**
   * The node's search for the energy that the call needs (`estimateenergy`), for calls that depend on the energy they
   * are given. It rejects with the code `NOT_SUPPORTED` if the node has no search.
   */
  readonly estimate?: (call: ContractCall, options?: ReadOptions) => Promise<Simulation>;
  /** The contract's energy parameters in the present cycle. */
  readonly contractState: (address: Address, options?: ReadOptions) => Promise<ContractEnergyState>;
  /** The network's parameters. */
  readonly energyRules: (options?: ReadOptions) => Promise<EnergyRules>;
  /** The id of the network's block 0, which distinguishes networks in a shared cache. Without it, name the network. */
  readonly genesisId?: (options?: ReadOptions) => Promise<string>;
  /** The resources left to an account. Without it, a plan cannot say whether the owner can fund its limit. */
  readonly funds?: (address: Address, options?: ReadOptions) => Promise<AccountFunds>;
  /** Whether there is an account at the address, so a transfer to it creates none: for batches. */
  readonly accountExists?: (address: Address, options?: ReadOptions) => Promise<boolean>;
  /**
   * The balance of a TRC-20 token in its smallest units, 0 for an account that holds none, at an address of `41` and 20
   * bytes in hex. Without it, a plan cannot say whether the receiver of a token is new.
   */
  readonly tokenBalance?: (token: Address, holder: Address, options?: ReadOptions) => Promise<bigint>;
}
