import {
  type DeployerShare,
  type Energy,
  type EnergyFactor,
  parseEnergyFactor,
  type EnergyPrice,
  feeLimitFromEstimate,
  type FeePrices,
  isFeeError,
  type OwnerResources,
} from '@coin/fee';
// Only compiled: what must not compile is marked.
import { createFeePlanner, type FeePlanner } from '@coin/fee/planner';
import { type SmallUnits } from '@coin/units';

declare const energy: Energy;
declare const energyPrice: EnergyPrice;
declare const factor: EnergyFactor;
declare const amount: SmallUnits;

feeLimitFromEstimate({ energy, energyPrice }) satisfies SmallUnits;
feeLimitFromEstimate({ energy: 1n, energyPrice: 2n }) satisfies bigint;
parseEnergyFactor('0.34') satisfies EnergyFactor;

// @ts-expect-error a price is not an energy
feeLimitFromEstimate({ energy: energyPrice, energyPrice });
// @ts-expect-error an amount is not an energy
feeLimitFromEstimate({ energy: amount, energyPrice });
// @ts-expect-error a factor is not a price
feeLimitFromEstimate({ energy, energyPrice: factor });
// @ts-expect-error a number is not an energy
feeLimitFromEstimate({ energy: 1, energyPrice });
// @ts-expect-error the price has no default
feeLimitFromEstimate({ energy });

export function narrowed(error: unknown): bigint | undefined {
  if (isFeeError(error, 'FEE_LIMIT_TOO_HIGH')) return error.context.needed;
  // @ts-expect-error the context of other codes has no `needed`
  if (isFeeError(error, 'ARGUMENT_INVALID')) return error.context.needed;
  return undefined;
}

// The names that a client's answers must have.
({
  energy: 1n,
  bandwidth: 1n,
  accountCreation: 1n,
  accountCreationInContract: 1n,
  memo: 1n,
  multiSign: 1n,
  accountCreationBandwidthRate: 1,
}) satisfies Required<FeePrices>;
({ energy: 1n, stakedBandwidth: 1, freeBandwidth: 1 }) satisfies OwnerResources;
({ callerPercent: 1, energy: 1n, deployerEnergyLimit: 1n }) satisfies Required<DeployerShare>;
// @ts-expect-error fees are priced by other names in clients before they are mapped
({ accountCreationFee: 1n }) satisfies FeePrices;

// A client's source satisfies the planner's by shape, even without `funds`.
createFeePlanner({
  source: {
    simulate: async () => ({ kind: 'search', energy: 1n, touched: [] }),
    contractState: async () => ({ energyFactor: 0n, energyUsage: 0n, updateCycle: 1 }),
    energyRules: async () => ({
      energyPrice: 1n,
      bandwidthPrice: 1n,
      maxFactor: 0n,
      increaseFactor: 0n,
      threshold: 0n,
      maxFeeLimit: 1n,
      nextMaintenance: 1,
    }),
  },
  // A Map of strings is a store by shape.
  cache: new Map<string, string>(),
});

declare const planner: FeePlanner;
void planner.plan({ owner: 'T', contract: 'T', data: '' }, { signal: new AbortController().signal });
// @ts-expect-error a call has data, or a selector
void planner.plan({ owner: 'T', contract: 'T' });
