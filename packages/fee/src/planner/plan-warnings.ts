import { type Energy } from '@coin/units';
import { coinArgument } from '../argument-checks.ts';
import { max, min } from '../bigint-math.ts';
import { energyWithFactor } from '../energy-factor.ts';
import { computeDeployerEnergy, type FeeBreakdown } from '../expected-fee.ts';
import { holdsAcrossMaintenance } from './choose-limit.ts';
import { NEW_WORD_ENERGY } from './estimate/estimate.ts';
import { type FeeWarning } from './fee-plan.ts';
import { type PlanInputs } from './read-limit.ts';

/** The warnings of a plan, given the energy and the fee that the call is expected to use. */
export function* planWarnings(inputs: PlanInputs, expected: Energy, fee: FeeBreakdown): Generator<FeeWarning> {
  yield* historyWarnings(inputs);
  yield* priceWarnings(inputs);
  yield* ownerWarnings(inputs, expected, fee);
  yield* limitWarnings(inputs);
}

/** Warnings from a comparison with earlier calls of the same function. */
function* historyWarnings({ call, stats, estimate, limit }: PlanInputs): Generator<FeeWarning> {
  if (stats === undefined) return;
  const { basicEnergy = 0n } = estimate;
  const { count: samples, min: lowest, median: usual, max: highest } = stats;
  const transfers = 'functionSelector' in call && /^transfer(From)?\(/.test(call.functionSelector);
  if (transfers && basicEnergy >= lowest + NEW_WORD_ENERGY) yield { code: 'NEW_HOLDER', basicEnergy, usual };
  const energy = energyWithFactor({ basicEnergy: highest, valueCalls: 0, energyFactor: limit.energyFactor });
  if (energy > limit.energyLimit) yield { code: 'PATH_MAY_CHANGE', highest, samples };
}

/**
 * Changes of the price, and whether the planned price covers them. Undecided changes are only reported if the planned
 * price includes them.
 */
function* priceWarnings({ rules, horizon }: PlanInputs): Generator<FeeWarning> {
  const { energyPrice: from, scheduled = [] } = rules;
  for (const { at, energyPrice: to = from, undecided } of scheduled) {
    const covered = to <= horizon.energyPrice;
    if (to === from || (undecided && (to < from || !covered))) continue;
    yield { code: 'PRICE_CHANGE_SCHEDULED', at, from, to, covered, ...(undecided && { undecided }) };
  }
}

/**
 * Warns if the caller's stake and coin, with the deployer's share, cannot pay for all the energy that the limit allows.
 *
 * The node lowers the energy of a call to what the caller can pay (docs/protocol/fee-limit.md, "Energy limit of a
 * call"), so a limit that cannot be paid does not apply in full.
 */
function* ownerWarnings(inputs: PlanInputs, expected: Energy, fee: FeeBreakdown): Generator<FeeWarning> {
  const { call, funds, deployer, horizon } = inputs;
  if (funds === undefined) return;
  const { energyPrice } = horizon;
  const { energyLimit: limit } = inputs.limit;
  // Left for energy; negative if the caller cannot even pay what is charged before the call.
  const coin = funds.balance - (call.callValue ?? 0n) - (fee.total - fee.energy);
  const own = min(funds.energy + max(coin, 0n) / energyPrice, limit);
  const payable = min(own + (deployer === undefined ? 0n : computeDeployerEnergy(own, deployer)), limit);
  const missing = coinArgument('missing coin', (limit - payable) * energyPrice - min(coin, 0n));
  if (missing > 0n) yield { code: 'OWNER_CANNOT_FUND', payable, limit, expected, missing };
}

/** Warnings about a limit that is less certain, or lower, than it should be. */
function* limitWarnings({ rules, horizon, estimate, factors, limit }: PlanInputs): Generator<FeeWarning> {
  const { method, sufficient, needed } = limit;
  const { unknownParameters: parameters = [] } = rules;
  if (parameters.length > 0) yield { code: 'RULES_UNKNOWN', parameters };
  if (factors.unreadable !== undefined) yield { code: 'FACTOR_UNREADABLE', contracts: factors.unreadable };
  if (!sufficient) yield { code: 'MAX_FEE_LIMIT_REACHED', needed, max: horizon.maxFeeLimit };
  if (horizon.maintenances > 0 && !holdsAcrossMaintenance(method)) {
    yield { code: 'MAINTENANCE_WITHIN_HORIZON', at: rules.nextMaintenance };
  }
  if (horizon.maintenances > 0 && horizon.maxFactor > 0n && estimate.fixesInnerEnergy)
    yield { code: 'INNER_ENERGY_FIXED', at: rules.nextMaintenance };
  if (estimate.readsResources) yield { code: 'READS_RESOURCES' };
  if (estimate.mayDependOnEnergy !== undefined) {
    yield { code: 'MAY_DEPEND_ON_ENERGY', used: estimate.total ?? 0n, ...estimate.mayDependOnEnergy };
  }
}
