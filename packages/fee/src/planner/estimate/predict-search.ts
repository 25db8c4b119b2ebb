import { type Energy, type EnergyRules } from '@coin/units';
import { peakAllowance } from '../../energy-factor.ts';

/** The node ends its search when it knows the fee limit to one coin, in small units. */
const RESOLUTION = 1_000_000n;

/**
 * Predicts the answer of `estimateenergy`, in units of energy, for a call that uses `used` and succeeds under exactly the
 * limits that allow `needed`.
 *
 * Source: docs/protocol/contract-calls.md, "estimateenergy algorithm".
 */
export function predictSearch(
  { used, needed }: { used: Energy; needed: Energy },
  { energyPrice, maxFeeLimit }: Pick<EnergyRules, 'energyPrice' | 'maxFeeLimit'>,
): Energy {
  const succeeds = (feeLimit: bigint) => feeLimit / energyPrice >= needed;
  let [low, high] = [used * energyPrice, maxFeeLimit];
  const double = 2n * low;
  if (double < high) [low, high] = succeeds(double) ? [low, double] : [double, high];
  while (low + RESOLUTION < high) {
    const middle = (low + high) / 2n;
    [low, high] = succeeds(middle) ? [low, middle] : [middle, high];
  }
  // The node computes in doubles here.
  return BigInt(Math.ceil(Number(high) / Number(energyPrice)));
}

/**
 * Returns whether the node's answer is the predicted one for an ordinary call: a call that does the same under every limit that
 * covers it, and needs at most one stipend more than it uses.
 */
export function isOrdinaryAnswer(
  { used, answer }: { used: Energy; answer: Energy },
  rules: Pick<EnergyRules, 'energyPrice' | 'maxFeeLimit'>,
): boolean {
  const needed = used + peakAllowance({ basicEnergy: used, valueCalls: 1 });
  return answer >= predictSearch({ used, needed: used }, rules) && answer <= predictSearch({ used, needed }, rules);
}
