import { type SmallUnits, type FeePrices, type Address } from '@coin/units';

/** A resource that accounts get by staking. */
export type StakedResourceName = 'ENERGY' | 'BANDWIDTH';

/**
 * An account's stake for a resource, and its use of that resource. Everything defaults to 0, as for an account that
 * never staked.
 */
export interface StakedResource {
  /** Own stake that is not delegated, in small units: an entry of `frozenV2`. */
  readonly stake?: SmallUnits;
  /** Own stake that is delegated to others, in small units. */
  readonly delegated?: SmallUnits;
  /** Stake of others that is delegated to this account, in small units. Own stake of version 1 counts here too. */
  readonly received?: SmallUnits;
  /** The use at `time`, in units of energy or bytes: `net_usage` or `energy_usage` of `getaccount`. */
  readonly used?: bigint;
  /**
   * Whether `used` comes from an answer of a node, which is already recovered and rounded down. Then a later use counts
   * as the highest that the node may have stored: never below the node's, and at most 2 units above it.
   */
  readonly rounded?: boolean;
  /**
   * The time of the last change of `used`, in milliseconds since 1970. For an answer of a node, pass the time of its
   * head block, because a node prints the use that is left at that time.
   */
  readonly time?: number;
  /**
   * The milliseconds in which `used` recovers; defaults to a day. Multiply `net_window_size` or `energy_window_size` by
   * 3 if the answer says that it is optimized, otherwise by 3,000.
   */
  readonly windowMs?: number;
}

/** The resources of an account. A resource that is absent was never staked for or used. */
export interface ResourceAccount {
  readonly energy?: StakedResource;
  readonly bandwidth?: StakedResource;
  /** The use of its free bandwidth in bytes, and the time of its last change in milliseconds since 1970. */
  readonly freeBandwidth?: { readonly used: bigint; readonly time: number; readonly rounded?: boolean };
}

/** The amount of a resource that all accounts of a network may use together. */
export interface NetworkResource {
  /** The daily yield of all stake together: `TotalEnergyLimit` or `TotalNetLimit` of `getaccountresource`. */
  readonly limit: bigint;
  /** Whole coins that all accounts have staked for it: `TotalEnergyWeight` or `TotalNetWeight`. */
  readonly weight: bigint;
}

/** The values of a network on which the resources of its accounts depend. */
export interface ResourceNetwork {
  readonly energy: NetworkResource;
  readonly bandwidth: NetworkResource;
  /** The free bandwidth of an account per day, in bytes: `getFreeNetLimit`. */
  readonly freeBandwidth: number;
  /** Prices in small units. A price is needed only if coin is burned for it. */
  readonly prices?: FeePrices;
  /**
   * The unit in which nodes store the time in which use recovers: `thousandths` of a slot of three seconds if
   * `getAllowCancelAllUnfreezeV2` is 1, otherwise whole `slots`. Defaults to `thousandths`.
   */
  readonly windowUnit?: 'thousandths' | 'slots';
  /**
   * The numbers in which nodes compute limits: `integers` if `getAllowHardenResourceCalculation` is 1, otherwise
   * `doubles`. Defaults to `doubles`.
   */
  readonly arithmetic?: 'doubles' | 'integers';
  /** The time of block 0 in milliseconds since 1970, from which nodes count slots; 0 by default. */
  readonly genesisTime?: number;
}

/** The resources of some accounts of a network: plain data. */
export interface ResourceLedger {
  readonly network: ResourceNetwork;
  readonly accounts: Readonly<Record<Address, ResourceAccount>>;
}
