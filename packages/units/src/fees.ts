import { type Energy, type EnergyPrice, type SmallUnits } from './quantities.ts';

/**
 * The prices of a network, in small units. A price is absent if the node does not report it, or if the transaction does
 * not depend on it.
 */
export interface FeePrices {
  /** For one unit of energy: `getEnergyFee`, at least 1. */
  readonly energy?: EnergyPrice;
  /** For one byte of bandwidth: `getTransactionFee`. */
  readonly bandwidth?: SmallUnits;
  /** For creating an account without enough staked bandwidth: `getCreateAccountFee`. */
  readonly accountCreation?: SmallUnits;
  /** For creating an account, always: `getCreateNewAccountFeeInSystemContract`. */
  readonly accountCreationInContract?: SmallUnits;
  /** For a memo: `getMemoFee`. */
  readonly memo?: SmallUnits;
  /** For more than one signature: `getMultiSignFee`. */
  readonly multiSign?: SmallUnits;
  /** Staked bandwidth for each byte that creates an account: `getCreateNewAccountBandwidthRate`; 1 by default. */
  readonly accountCreationBandwidthRate?: number;
}

/** The resources that an account can use before coin is burned. */
export interface OwnerResources {
  /** Staked energy left, in units. */
  readonly energy: Energy;
  /** Staked bandwidth left, in bytes. */
  readonly stakedBandwidth: number;
  /** Free bandwidth left, in bytes: the smaller of the account's and the network's. No node reports the network's. */
  readonly freeBandwidth: number;
}

/** The part of a call's energy that the contract's deployer pays, if it is not the owner. */
export interface DeployerShare {
  /** The percentage that the caller pays, 0 to 100: `consume_user_resource_percent`. */
  readonly callerPercent: number;
  /** The deployer's staked energy left, in units; a deployer never pays coin. */
  readonly energy: Energy;
  /** The maximum energy that one call may use from the deployer: `origin_energy_limit`. */
  readonly deployerEnergyLimit: Energy;
}
