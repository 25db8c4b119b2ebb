import { type FeePrices } from '@coin/units';
import { min } from '../bigint-math.ts';
import {
  chargeTransaction,
  computeDeployerEnergy,
  type FeeTransaction,
  type TransactionCharge,
} from '../expected-fee.ts';
import { type AccountState, type NetworkRules } from './account-state.ts';
import { callEnergyLeft } from './limits.ts';
import { quotaUsedAt, addUse } from './recovery.ts';
import { ownerAt } from './resources-at.ts';

/** The deployer of a called contract, and its share of the energy. */
export interface DeployerTerms {
  readonly state: AccountState;
  readonly callerPercent: number;
  readonly deployerEnergyLimit: bigint;
}

/** A transaction at a slot, and whether its contract failed. */
export interface ChargeOptions {
  readonly transaction: FeeTransaction;
  readonly failed: boolean;
  /** The most energy that the fee limit allows a call; absent if no contract runs. */
  readonly allowed?: bigint | undefined;
  readonly prices: FeePrices;
  readonly slot: number;
  readonly deployer?: DeployerTerms | undefined;
}

/** The coin that a transaction burns, and the accounts after it. */
export interface Charged {
  readonly charge: TransactionCharge;
  readonly owner: AccountState;
  readonly deployer?: AccountState;
}

/**
 * Takes the energy of a call from stake. After a success, the use is first refreshed and then increased. After a
 * failure, both are one step, which may round differently. Source: docs/protocol/staking.md, "Bill".
 */
export function useEnergyOfStake(
  account: AccountState,
  amount: bigint,
  { slot, failed }: Pick<ChargeOptions, 'slot' | 'failed'>,
  { average }: NetworkRules,
): AccountState {
  const { use } = account.energy;
  const before = failed ? use : addUse(use, 0n, slot, average);
  return { ...account, energy: { ...account.energy, use: addUse(before, amount, slot, average) } };
}

/** Source: docs/protocol/staking.md, "Where each is used". */
function useBandwidth(
  account: AccountState,
  { stakedBandwidth, freeBandwidth }: TransactionCharge,
  slot: number,
  { average }: NetworkRules,
): AccountState {
  if (stakedBandwidth > 0) {
    const { bandwidth } = account;
    return {
      ...account,
      bandwidth: { ...bandwidth, use: addUse(bandwidth.use, BigInt(stakedBandwidth), slot, average) },
    };
  }
  if (freeBandwidth === 0) return account;
  const used = quotaUsedAt(account.free, slot) + BigInt(freeBandwidth);
  return { ...account, free: { used, slot } };
}

/**
 * A call that succeeds without using energy is not billed, so the energy that was reserved before it ran stays used.
 *
 * Source: docs/protocol/staking.md, "Pre-charge", "Bill".
 */
function keepReservation(
  owner: AccountState,
  options: ChargeOptions & { readonly allowed: bigint },
  rules: NetworkRules,
): Omit<Charged, 'charge'> {
  const { allowed, slot, deployer } = options;
  const leftOfStake = (account: AccountState) => callEnergyLeft(account, rules.energy, slot);
  const reserved = useEnergyOfStake(owner, min(leftOfStake(owner), allowed), options, rules);
  if (deployer === undefined) return { owner: reserved };
  const share = computeDeployerEnergy(allowed, { ...deployer, energy: leftOfStake(deployer.state) });
  return { owner: reserved, deployer: useEnergyOfStake(deployer.state, share, options, rules) };
}

/** Charges a transaction to its owner, and to the deployer of the contract that it calls. */
export function chargeAccounts(owner: AccountState, options: ChargeOptions, rules: NetworkRules): Charged {
  const { transaction, prices, slot, deployer } = options;
  const charge = chargeTransaction({
    transaction,
    prices,
    owner: ownerAt(owner, rules, slot),
    deployer: deployer && { ...deployer, energy: callEnergyLeft(deployer.state, rules.energy, slot) },
  });
  const paid = useBandwidth(owner, charge, slot, rules);
  if ((transaction.energy ?? 0n) === 0n) {
    return options.failed || options.allowed === undefined
      ? { charge, owner: paid }
      : { charge, ...keepReservation(paid, { ...options, allowed: options.allowed }, rules) };
  }
  const billed = useEnergyOfStake(paid, charge.energy, options, rules);
  if (deployer === undefined) return { charge, owner: billed };
  // A share of 0 also refreshes the deployer's use.
  return { charge, owner: billed, deployer: useEnergyOfStake(deployer.state, charge.deployerEnergy, options, rules) };
}
