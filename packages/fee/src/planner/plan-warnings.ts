import type { Energy, EnergyFactor, EnergyPrice, SmallUnits } from '@coin/units';
import { energyWithFactor } from '../energy-factor.ts';
import type { DeployerShare } from '../expected-fee.ts';
import { max, min } from '../bigint-math.ts';
import type { EnergyStats } from './energy-history.ts';
import type { ContractCall, EnergyRules } from './energy-source.ts';
import type { FeeWarning } from './fee-plan.ts';

// Setting a storage word that was zero costs 20,000 energy, and changing one 5,000; a new holder's balance was zero.
const NEW_WORD_ENERGY = 15_000n;

/** What earlier calls of the same function tell about this call. */
export function historyWarnings(options: {
  call: ContractCall;
  stats: EnergyStats | undefined;
  basicEnergy: Energy | undefined;
  /** Energy that the limit allows, and the factor that it includes. */
  energyLimit: Energy;
  energyFactor: EnergyFactor;
}): FeeWarning[] {
  const { call, stats, basicEnergy, energyLimit, energyFactor } = options;
  if (stats === undefined || basicEnergy === undefined) return [];
  const { count: samples, min: lowest, median: usual, max: highest } = stats;
  const warnings: FeeWarning[] = [];
  const transfers = 'functionSelector' in call && /^transfer(From)?\(/.test(call.functionSelector);
  if (transfers && basicEnergy >= lowest + NEW_WORD_ENERGY) {
    warnings.push({ code: 'NEW_HOLDER', basicEnergy, usual });
  }
  if (energyWithFactor({ basicEnergy: highest, energyFactor }) > energyLimit) {
    warnings.push({ code: 'PATH_MAY_CHANGE', highest, samples });
  }
  return warnings;
}

/**
 * Changes of the price, and whether the planned price covers them. Undecided changes are only reported if the planned price
 * includes them.
 */
export function priceWarnings(rules: EnergyRules, plannedPrice: EnergyPrice): FeeWarning[] {
  const { energyPrice: from, scheduled = [] } = rules;
  return scheduled.flatMap(({ at, energyPrice: to = from, undecided }): FeeWarning[] => {
    const covered = to <= plannedPrice;
    if (to === from || (undecided && (to < from || !covered))) return [];
    return [{ code: 'PRICE_CHANGE_SCHEDULED', at, from, to, covered, ...(undecided && { undecided }) }];
  });
}

/**
 * Warns if the caller's stake and coin, with the deployer's share, cannot pay for all the energy that the limit allows.
 *
 * The node lowers the energy of a call to what the caller can pay (docs/protocol/fee-limit.md, "Energy limit of a call"),
 * so a limit that cannot be paid does not apply in full.
 */
export function payerWarnings(options: {
  /** The coin that the caller has left for energy; negative if it cannot even pay what is charged before the call. */
  coin: SmallUnits;
  /** The caller's staked energy. */
  staked: Energy;
  deployer: DeployerShare | undefined;
  energyLimit: Energy;
  energyPrice: EnergyPrice;
  expected: Energy;
}): FeeWarning[] {
  const { coin, staked, deployer, energyLimit, energyPrice, expected } = options;
  const own = min(staked + max(coin, 0n) / energyPrice, energyLimit);
  const payable = min(own + energyFromDeployer(deployer, own), energyLimit);
  if (payable >= energyLimit && coin >= 0n) return [];
  const missing = (energyLimit - payable) * energyPrice - min(coin, 0n);
  return [{ code: 'PAYER_CANNOT_FUND', payable, limit: energyLimit, expected, missing }];
}

/** The energy that a deployer adds to what the caller can pay for. */
function energyFromDeployer(deployer: DeployerShare | undefined, own: Energy): Energy {
  if (deployer === undefined) return 0n;
  const available = min(deployer.energy, deployer.originEnergyLimit);
  const percent = BigInt(deployer.callerPercent);
  return percent === 0n ? available : min((own * (100n - percent)) / percent, available);
}
