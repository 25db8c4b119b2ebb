import { type FeePrices } from '@coin/units';
import { coinArgument } from '../../argument-checks.ts';
import { AMPLE_STAKE, chargeTransaction } from '../../expected-fee.ts';
import { type FactorTimeline } from '../factor-timeline.ts';
import { type CountedLoad, type Load, type LoadKind } from '../load.ts';

/**
 * A load as a flow: its need of a resource in each step of time, in doubles. It finds good mixes quickly; `loadCost`
 * computes the cost of a mix to the unit.
 */
export interface Flow {
  readonly stepMs: number;
  /** Energy or bytes in each step. */
  readonly needs: Float64Array;
  /** Small units that each step burns if nothing else pays. */
  readonly burns: Float64Array;
}

/** Both resources of a load, and the small units that it burns with any mix. */
export interface LoadFlow {
  readonly energy: Flow;
  readonly bandwidth: Flow;
  readonly fixed: bigint;
}

/** The use of a limit, and the time in which it recovers, in milliseconds. */
export interface FlowState {
  readonly used: number;
  readonly window: number;
}

const DAY_MS = 86_400_000;

/** The staked bandwidth that a transaction needs, the coin burned without it, and the coin burned in any case. */
function measureBandwidth(kind: LoadKind, prices: FeePrices): { bytes: number; burned: bigint; fixed: bigint } {
  const transaction = { ...kind, energy: 0n };
  const { fee, stakedBandwidth: bytes } = chargeTransaction({ transaction, prices, owner: AMPLE_STAKE });
  return { bytes, burned: chargeTransaction({ transaction, prices }).fee.total - fee.total, fixed: fee.total };
}

/** Spreads a load over steps. Calls have the energy under the factors that the load itself causes. */
export function createFlow(
  { kinds }: Load,
  { from, durationMs, groups }: CountedLoad,
  { stepMs, prices, timeline }: { stepMs: number; prices: FeePrices; timeline: FactorTimeline },
): LoadFlow {
  const steps = Math.max(1, Math.ceil((durationMs + 1) / stepMs));
  const flow = (): Flow => ({ stepMs, needs: new Float64Array(steps), burns: new Float64Array(steps) });
  const [energy, bandwidth] = [flow(), flow()];
  const bytesOf = new Map(Object.entries(kinds).map(([name, kind]) => [name, measureBandwidth(kind, prices)]));
  let fixed = 0n;
  for (const { kind: name, time, durationMs: span, count } of groups) {
    const kind = kinds[name] ?? { size: 0 };
    const energyNeed = count === 0 ? 0 : Number(timeline.call(kind, time, count)) * count;
    const bytes = bytesOf.get(name) ?? { bytes: 0, burned: 0n, fixed: 0n };
    fixed += bytes.fixed * BigInt(count);
    const first = Math.floor((time - from) / stepMs);
    const last = Math.max(first, Math.ceil((time - from + span) / stepMs) - 1);
    const share = 1 / (last - first + 1);
    for (let step = first; step <= last; step++) {
      energy.needs[step] = (energy.needs[step] ?? 0) + energyNeed * share;
      bandwidth.needs[step] = (bandwidth.needs[step] ?? 0) + bytes.bytes * count * share;
      bandwidth.burns[step] = (bandwidth.burns[step] ?? 0) + Number(bytes.burned) * count * share;
    }
  }
  const needsEnergy = energy.needs.some((need) => need > 0);
  const energyPrice = needsEnergy ? Number(coinArgument('prices.energy', prices.energy, 1n)) : 0;
  for (const [step, need] of energy.needs.entries()) energy.burns[step] = need * energyPrice;
  return { energy, bandwidth, fixed };
}

/** The limit of each step, and the part of it that is lost at its start because stake returns. */
export interface FlowLimits {
  readonly limits: Float64Array;
  readonly losses: Float64Array;
}

/** Runs steps of a flow with their limits and an additional one. Returns the burned coin, and the state after. */
export function runFlow(
  { needs, burns, stepMs }: Flow,
  { limits, losses }: FlowLimits,
  { begin, end, more, state }: { begin: number; end: number; more: number; state: FlowState },
): { burned: number; state: FlowState } {
  let { used, window } = state;
  let burned = 0;
  for (let step = begin; step < end; step++) {
    const limit = (limits[step] ?? 0) + more;
    const loss = losses[step] ?? 0;
    const before = (limits[step - 1] ?? 0) + more;
    if (loss > 0 && before > loss) used *= 1 - loss / before;
    else if (loss > 0) used = 0;
    used = window > stepMs ? used * (1 - stepMs / window) : 0;
    const remaining = window > stepMs ? window - stepMs : DAY_MS;
    const need = needs[step] ?? 0;
    const paid = Math.min(need, Math.max(0, limit - used));
    const sum = used + paid;
    window = sum > 0 ? Math.min(DAY_MS, (used * remaining + paid * DAY_MS) / sum) : DAY_MS;
    used = sum;
    if (need > paid) burned += (burns[step] ?? 0) * (1 - paid / need);
  }
  return { burned, state: { used, window } };
}
