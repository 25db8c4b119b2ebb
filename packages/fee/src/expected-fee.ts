import type { Energy, EnergyPrice, SmallUnits } from '@coin/units';
import { min } from './bigint-math.ts';
import { requireQuantity } from './require-quantity.ts';

/** What a network charges, in small units. What a transaction does not need may be left out. */
export interface FeePrices {
  /** One unit of energy: `getEnergyFee`, at least 1. */
  energy?: EnergyPrice;
  /** One byte of bandwidth: `getTransactionFee`. */
  bandwidth?: SmallUnits;
  /** Creating an account without the staked bandwidth for it: `getCreateAccountFee`. */
  accountCreation?: SmallUnits;
  /** Creating an account, in any case: `getCreateNewAccountFeeInSystemContract`. */
  accountCreationInContract?: SmallUnits;
  /** A memo: `getMemoFee`. */
  memo?: SmallUnits;
  /** More than one signature: `getMultiSignFee`. */
  multiSign?: SmallUnits;
  /** How many bytes of staked bandwidth one byte counts for when an account is created; 1 when absent. */
  accountCreationBandwidthRate?: number;
}

/** The facts of a transaction that decide its fee. */
export interface FeeTransaction {
  /** Bandwidth in bytes: see `transactionSize`. */
  size: number;
  /** Units of energy its execution uses, penalty included; 0 when absent, as for a transfer. */
  energy?: Energy;
  /** Whether it is a transfer to an account that does not exist yet (or creates one outright); false when absent. */
  createsAccount?: boolean;
  /** Bytes of its memo; 0 when absent. */
  memoSize?: number;
  /** How many signatures it carries; 1 when absent. */
  signatures?: number;
}

/** What the sender has to pay with before coin is burned; 0 where absent. */
export interface SenderResources {
  /** Staked energy left, in units. */
  energy?: Energy;
  /** Staked bandwidth left, in bytes. */
  stakedBandwidth?: number;
  /** Free bandwidth left, in bytes: the smaller of the account's and the network's. */
  freeBandwidth?: number;
}

/** What a contract's deployer, another account than the sender, pays of a call's energy. */
export interface DeployerShare {
  /** The percentage the caller pays, 0 to 100: `consume_user_resource_percent`. */
  callerPercent: number;
  /** The deployer's staked energy left, in units; he never pays coin. */
  energy: Energy;
  /** The most energy he gives to one call: `origin_energy_limit`. */
  originEnergyLimit: Energy;
}

/** Coin that is burned, by reason, in small units. */
export interface FeeBreakdown {
  energy: SmallUnits;
  bandwidth: SmallUnits;
  accountCreation: SmallUnits;
  memo: SmallUnits;
  multiSign: SmallUnits;
  /** The sum of the others: `fee` of the transaction's info. */
  total: SmallUnits;
}

function energyFromDeployer(energy: Energy, deployer: DeployerShare): Energy {
  const percent = requireQuantity('callerPercent', deployer.callerPercent, 'percent', 0, 100);
  const stake = requireQuantity('deployer energy', deployer.energy, 'energy', 0n);
  const limit = requireQuantity('originEnergyLimit', deployer.originEnergyLimit, 'energy', 0n);
  return min((energy * BigInt(100 - percent)) / 100n, stake, limit);
}

/**
 * The coin a transaction burns, in small units and by reason; not to be confused with the fee limit, which only bounds
 * the energy.
 *
 * Energy: the deployer's stake pays his share, the sender's stake what it can, coin the rest. Bandwidth: one source pays
 * for all bytes, staked before free before coin. A transfer that creates an account pays no bytes in coin but the creation
 * fees, the first of which staked bandwidth replaces.
 *
 * Source: docs/protocol/fee-limit.md, "Who pays"; docs/protocol/bandwidth.md, "Source order", "Account creation", "Memo
 * and multisig".
 *
 * @param options - the `transaction`'s facts; `prices` in small units, those that it needs; `sender`, what he has left;
 * `deployer`, where he is another account than the sender. All quantities at least 0, sizes in bytes, percent 0 to 100
 * @returns small units, by reason and in total
 * @throws FeeError `WRONG_TYPE` (also for a price that is needed and missing), `OUT_OF_RANGE`
 * @example
 * ```ts
 * import { expectedFee } from '@coin/fee';
 *
 * expectedFee({
 *   transaction: { size: 345, energy: 27_704n },
 *   sender: { energy: 10_000n, freeBandwidth: 600 },
 *   prices: { energy: 100n, bandwidth: 1_000n },
 * });
 * // => { energy: 1_770_400n, bandwidth: 0n, accountCreation: 0n, memo: 0n, multiSign: 0n, total: 1_770_400n }
 * ```
 */
export function expectedFee(options: {
  transaction: FeeTransaction;
  prices: FeePrices;
  sender?: SenderResources;
  deployer?: DeployerShare;
}): FeeBreakdown {
  const { transaction, prices, sender = {}, deployer } = options;
  const { stakedBandwidth: staked = 0, freeBandwidth: free = 0, energy: stakedEnergy = 0n } = sender;
  const { createsAccount = false, memoSize = 0, signatures = 1, energy: used = 0n } = transaction;
  const price = (name: Exclude<keyof FeePrices, 'accountCreationBandwidthRate'>, minimum = 0n) =>
    requireQuantity(`prices.${name}`, prices[name], 'small units', minimum);
  const size = requireQuantity('size', transaction.size, 'bytes', 0);
  requireQuantity('stakedBandwidth', staked, 'bytes', 0);
  requireQuantity('freeBandwidth', free, 'bytes', 0);
  requireQuantity('sender energy', stakedEnergy, 'energy', 0n);
  requireQuantity('energy', used, 'energy', 0n);
  requireQuantity('memoSize', memoSize, 'bytes', 0);
  requireQuantity('signatures', signatures, 'signatures', 0);

  const own = used - (deployer === undefined ? 0n : energyFromDeployer(used, deployer));
  const energy = own > stakedEnergy ? (own - stakedEnergy) * price('energy', 1n) : 0n;
  let bandwidth = 0n;
  let accountCreation = 0n;
  if (createsAccount) {
    const rate = requireQuantity('accountCreationBandwidthRate', prices.accountCreationBandwidthRate ?? 1, 'bytes', 0);
    accountCreation = price('accountCreationInContract') + (size * rate <= staked ? 0n : price('accountCreation'));
  } else if (size > staked && size > free) {
    bandwidth = BigInt(size) * price('bandwidth');
  }
  const memo = memoSize > 0 ? price('memo') : 0n;
  const multiSign = signatures > 1 ? price('multiSign') : 0n;
  const total = energy + bandwidth + accountCreation + memo + multiSign;
  return { energy, bandwidth, accountCreation, memo, multiSign, total };
}
