// Read by the compiler alone: what must not compile is marked.
import {
  type Energy,
  type EnergyFactor,
  energyFactor,
  type EnergyPrice,
  feeLimitFromEstimate,
  isFeeError,
  type SmallUnits,
} from '@coin/fee';

declare const energy: Energy;
declare const energyPrice: EnergyPrice;
declare const factor: EnergyFactor;
declare const amount: SmallUnits;

feeLimitFromEstimate({ energy, energyPrice }) satisfies SmallUnits;
feeLimitFromEstimate({ energy: 1n, energyPrice: 2n }) satisfies bigint;
energyFactor('0.34') satisfies EnergyFactor;

// @ts-expect-error a price is no energy
feeLimitFromEstimate({ energy: energyPrice, energyPrice });
// @ts-expect-error an amount is no energy
feeLimitFromEstimate({ energy: amount, energyPrice });
// @ts-expect-error a factor is no price
feeLimitFromEstimate({ energy, energyPrice: factor });
// @ts-expect-error a number is no energy
feeLimitFromEstimate({ energy: 1, energyPrice });
// @ts-expect-error there is no default price
feeLimitFromEstimate({ energy });

export function narrowed(error: unknown): bigint | undefined {
  if (isFeeError(error, 'FEE_LIMIT_TOO_HIGH')) return error.context.needed;
  // @ts-expect-error the context of other codes has no `needed`
  if (isFeeError(error, 'WRONG_TYPE')) return error.context.needed;
  return undefined;
}
