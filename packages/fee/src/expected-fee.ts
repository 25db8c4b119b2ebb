import { type DeployerShare, type FeePrices, type OwnerResources, type Energy, type SmallUnits } from '@coin/units';
import { BYTES, ENERGY, PERCENT, bigintArgument, coinArgument, integerArgument } from './argument-checks.ts';
import { min } from './bigint-math.ts';

/** The properties of a transaction on which its fee depends. */
export interface FeeTransaction {
  /** The bandwidth in bytes: see `transactionSize`. */
  readonly size: number;
  /** The energy that its execution uses, including the penalty; 0 by default, as for a transfer. */
  readonly energy?: Energy;
  /** Whether it transfers to an account that does not exist yet, or creates one explicitly; false by default. */
  readonly createsAccount?: boolean;
  /** The length of its memo in bytes; 0 by default. */
  readonly memoSize?: number;
  /** The number of its signatures; 1 by default. */
  readonly signatures?: number;
}

/** The coin that is burned, by reason, in small units. */
export interface FeeBreakdown {
  readonly energy: SmallUnits;
  readonly bandwidth: SmallUnits;
  readonly accountCreation: SmallUnits;
  readonly memo: SmallUnits;
  readonly multiSign: SmallUnits;
  /** The sum of the others: `fee` in the transaction's info. */
  readonly total: SmallUnits;
}

/** A transaction's fee, and the energy and bandwidth that it takes. */
export interface TransactionCharge {
  readonly fee: FeeBreakdown;
  /** From the owner's stake, in units of energy. */
  readonly energy: Energy;
  /** From the deployer's stake, in units of energy. */
  readonly deployerEnergy: Energy;
  /** From the owner's stake, in bytes. */
  readonly stakedBandwidth: number;
  /** In bytes. */
  readonly freeBandwidth: number;
}

function energyFromDeployer(energy: Energy, deployer: DeployerShare): Energy {
  const percent = integerArgument('callerPercent', deployer.callerPercent, PERCENT);
  const stake = bigintArgument('deployer.energy', deployer.energy, ENERGY);
  const limit = bigintArgument('deployerEnergyLimit', deployer.deployerEnergyLimit, ENERGY);
  return min((energy * BigInt(100 - percent)) / 100n, stake, limit);
}

/** Returns the most energy that a deployer adds to the energy that the caller pays for. */
export function computeDeployerEnergy(own: Energy, deployer: DeployerShare): Energy {
  const available = min(deployer.energy, deployer.deployerEnergyLimit);
  const percent = BigInt(deployer.callerPercent);
  return percent === 0n ? available : min((own * (100n - percent)) / percent, available);
}

/** Stake that pays for everything it can pay for. The fee that is left burns in any case. */
export const AMPLE_STAKE: Partial<OwnerResources> = {
  energy: 4_611_686_018_427_387_904n,
  stakedBandwidth: 9_007_199_254_740_991,
};

/**
 * The coin that a transaction burns, in small units and by reason.
 *
 * This is not the fee limit, which only limits the energy.
 *
 * Energy: the deployer's stake pays the deployer's share, the owner's stake pays what it can, and coin pays the rest.
 * Bandwidth: one source pays for all bytes, staked before free before coin. A transfer that creates an account burns no
 * coin for bytes but pays the two creation fees; staked bandwidth replaces the first one.
 *
 * Source: docs/protocol/fee-limit.md, "Who pays"; docs/protocol/bandwidth.md, "Source order", "Account creation", "Memo
 * and multisig".
 *
 * @param options - `transaction`; `prices` in small units, those that it needs; `owner`, the resources left to the
 * sending account; `deployer`, if it is not the owner. All quantities are at least 0, sizes in bytes,
 * percentages 0 to 100
 * @returns small units, by reason and in total
 * @throws FeeError `ARGUMENT_INVALID`, also if a price that it needs is missing
 * @example
 * ```ts
 * import { expectedFee } from '@coin/fee';
 *
 * expectedFee({
 *   transaction: { size: 345, energy: 27_704n },
 *   owner: { energy: 10_000n, freeBandwidth: 600 },
 *   prices: { energy: 100n, bandwidth: 1_000n },
 * });
 * // => { energy: 1_770_400n, bandwidth: 0n, accountCreation: 0n, memo: 0n, multiSign: 0n, total: 1_770_400n }
 * ```
 */
export function expectedFee(options: {
  transaction: FeeTransaction;
  prices: FeePrices;
  owner?: Partial<OwnerResources> | undefined;
  deployer?: DeployerShare | undefined;
}): FeeBreakdown {
  return chargeTransaction(options).fee;
}

/** Returns the coin that a transaction burns, and the resources that it takes from its owner and from the deployer. */
export function chargeTransaction(options: Parameters<typeof expectedFee>[0]): TransactionCharge {
  const { transaction, prices, owner = {}, deployer } = options;
  const { stakedBandwidth: staked = 0, freeBandwidth: free = 0, energy: stakedEnergy = 0n } = owner;
  const { createsAccount = false, memoSize = 0, signatures = 1, energy: used = 0n } = transaction;
  const price = (name: Exclude<keyof FeePrices, 'accountCreationBandwidthRate'>, minimum = 0n) =>
    coinArgument(`prices.${name}`, prices[name], minimum);
  const size = integerArgument('size', transaction.size, BYTES);
  integerArgument('stakedBandwidth', staked, BYTES);
  integerArgument('freeBandwidth', free, BYTES);
  bigintArgument('owner.energy', stakedEnergy, ENERGY);
  bigintArgument('energy', used, ENERGY);
  integerArgument('memoSize', memoSize, BYTES);
  integerArgument('signatures', signatures, { min: 0, unit: 'signatures' });

  const deployerEnergy = deployer === undefined ? 0n : energyFromDeployer(used, deployer);
  const own = used - deployerEnergy;
  const energy = own > stakedEnergy ? (own - stakedEnergy) * price('energy', 1n) : 0n;
  let bandwidth = 0n;
  let accountCreation = 0n;
  let [stakedBandwidth, freeBandwidth] = [0, 0];
  if (createsAccount) {
    const rate = integerArgument('accountCreationBandwidthRate', prices.accountCreationBandwidthRate ?? 1, BYTES);
    accountCreation = price('accountCreationInContract');
    if (size * rate <= staked) stakedBandwidth = size * rate;
    else accountCreation += price('accountCreation');
  } else if (size <= staked) stakedBandwidth = size;
  else if (size <= free) freeBandwidth = size;
  else bandwidth = BigInt(size) * price('bandwidth');
  const memo = memoSize > 0 ? price('memo') : 0n;
  const multiSign = signatures > 1 ? price('multiSign') : 0n;
  const total = coinArgument('total fee', energy + bandwidth + accountCreation + memo + multiSign);
  const fee = { energy, bandwidth, accountCreation, memo, multiSign, total };
  return { fee, energy: min(own, stakedEnergy), deployerEnergy, stakedBandwidth, freeBandwidth };
}
