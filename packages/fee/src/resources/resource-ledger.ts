import { type SmallUnits } from '@coin/units';
import { type FeePrices } from '../expected-fee.ts';
import { type Address } from '../planner/source/energy-source.ts';

/** A resource that stake yields. */
export type StakedResourceName = 'ENERGY' | 'BANDWIDTH';

/**
 * What an account has staked for a resource, and what it has used of it. Everything is 0 by default: an account that
 * never staked.
 */
export interface StakedResource {
  /** Own stake that is not delegated, in small units: an entry of `frozenV2`. */
  readonly stake?: SmallUnits;
  /** Own stake that is delegated to others, in small units. */
  readonly delegated?: SmallUnits;
  /** Stake of others that is delegated to this account, in small units. Own stake of version 1 counts here too. */
  readonly received?: SmallUnits;
  /** What was used at `time`, in units of energy or bytes; `net_usage` or `energy_usage` of `getaccount`. */
  readonly used?: bigint;
  /**
   * When `used` was last changed, in milliseconds since 1970. Pass the time of the head block for an answer of a node,
   * which lets use recover up to there before it prints it.
   */
  readonly time?: number;
  /**
   * Over how many milliseconds `used` recovers, a day by default: three for each unit of `net_window_size` or
   * `energy_window_size` if the answer says that it is optimized, otherwise 3,000.
   */
  readonly windowMs?: number;
}

/** The resources of an account. Absent ones were never staked for or used. */
export interface ResourceAccount {
  readonly energy?: StakedResource;
  readonly bandwidth?: StakedResource;
  /** What it used of its free bandwidth, in bytes, and when that was last changed, in milliseconds since 1970. */
  readonly freeBandwidth?: { readonly used: bigint; readonly time: number };
}

/** What all accounts of a network may use of a resource. */
export interface NetworkResource {
  /** What stake yields to all accounts in a day: `TotalEnergyLimit` or `TotalNetLimit` of `getaccountresource`. */
  readonly limit: bigint;
  /** Whole coins that all accounts have staked for it: `TotalEnergyWeight` or `TotalNetWeight`. */
  readonly weight: bigint;
}

/** What the resources of an account depend on. */
export interface ResourceNetwork {
  readonly energy: NetworkResource;
  readonly bandwidth: NetworkResource;
  /** Free bandwidth of an account in a day, in bytes: `getFreeNetLimit`. */
  readonly freeBandwidth: number;
  /** Prices in small units: those of what is burned. */
  readonly prices?: FeePrices;
  /**
   * The unit in which nodes store over how long use recovers: `thousandths` of a slot of three seconds where
   * `getAllowCancelAllUnfreezeV2` is 1, otherwise whole `slots`. `thousandths` by default.
   */
  readonly windowUnit?: 'thousandths' | 'slots';
  /** The time of block 0 in milliseconds since 1970, from which nodes count slots; 0 by default. */
  readonly genesisTime?: number;
}

/** The resources of some accounts of a network: plain data. */
export interface ResourceLedger {
  readonly network: ResourceNetwork;
  readonly accounts: Readonly<Record<Address, ResourceAccount>>;
}
