import { type SmallUnits } from '@coin/units';
import { bigintArgument } from '../../argument-checks.ts';
import { max, min } from '../../bigint-math.ts';
import { type LoadedContract } from '../load.ts';
import { type NetworkResource } from '../resource-ledger.ts';
import { type CheapestMixOptions, readProblem } from './cheapest-mix.ts';
import { type MixProblem } from './mix-problem.ts';
import { type CheapestMix } from './mix.ts';
import { computeMixCost, searchMix } from './search-mix.ts';

/** A search for the cheapest mix, and the changes to try. */
export interface MixSensitivityOptions extends CheapestMixOptions {
  /** The changes, in basis points of the present value, from -9,999; by default a half less to twice as much. */
  readonly changesBps?: readonly bigint[];
}

/** The cost of a change. */
export interface SensitivityRow {
  /** The changed value: the price of energy, the coin that all accounts have staked, or the factors of contracts. */
  readonly kind: 'energy-price' | 'total-stake' | 'factor';
  /** The change, in basis points. */
  readonly changeBps: bigint;
  /** The total cost of the mix that is cheapest without the change, in small units. */
  readonly kept: SmallUnits;
  /** The mix that is cheapest with the change. */
  readonly best: Pick<CheapestMix, 'mix' | 'cost'>;
}

/** The cheapest mix, and its cost after each change. */
export interface MixSensitivity extends CheapestMix {
  readonly rows: readonly SensitivityRow[];
}

const CHANGES: readonly bigint[] = [-5_000n, -2_000n, 2_000n, 5_000n, 10_000n];
const WHOLE = 10_000n;

const scale = (value: bigint, changeBps: bigint): bigint => (value * (WHOLE + changeBps)) / WHOLE;

function changeEnergyPrice(problem: MixProblem, changeBps: bigint): MixProblem {
  const { network } = problem;
  const { prices = {} } = network;
  if (prices.energy === undefined) return problem;
  const energy = max(1n, scale(prices.energy, changeBps));
  return { ...problem, network: { ...network, prices: { ...prices, energy } } };
}

function changeTotalStake(problem: MixProblem, changeBps: bigint): MixProblem {
  const { network } = problem;
  const scaleWeight = ({ limit, weight }: NetworkResource) => ({ limit, weight: scale(weight, changeBps) });
  return {
    ...problem,
    network: { ...network, energy: scaleWeight(network.energy), bandwidth: scaleWeight(network.bandwidth) },
  };
}

function changeFactors(problem: MixProblem, changeBps: bigint): MixProblem {
  const { contracts = {}, factors } = problem;
  const changed = (contract: LoadedContract): LoadedContract => {
    const energyFactor = scale(contract.energyFactor, changeBps);
    return { ...contract, energyFactor: factors === undefined ? energyFactor : min(energyFactor, factors.maxFactor) };
  };
  const entries = Object.entries(contracts).map(([name, contract]) => [name, changed(contract)] as const);
  return { ...problem, contracts: Object.fromEntries(entries) };
}

const changes = { 'energy-price': changeEnergyPrice, 'total-stake': changeTotalStake, factor: changeFactors } as const;

/**
 * Shows how the cheapest mix of a load depends on the price of energy, on the total stake and on factors of contracts.
 *
 * Each row has the cost of the mix that is cheapest now, and the mix that would be cheapest after the change. The
 * difference is the cost of a wrong expectation. Like `cheapestMix`, it is exact to the unit for loads of up to 2,000
 * transactions.
 *
 * Source: docs/protocol/staking.md, "Limits"; docs/protocol/dynamic-energy.md, "State and catch-up".
 *
 * @param options - as of `cheapestMix`; `changesBps`, each from -9,999 to 1,000,000 basis points
 * @returns the cheapest mix, and a row for each change; amounts in small units
 * @throws FeeError `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { mixSensitivity } from '@coin/fee/resources';
 *
 * const network = {
 *   energy: { limit: 180_000_000_000n, weight: 19_000_000_000n },
 *   bandwidth: { limit: 43_200_000_000n, weight: 26_500_000_000n },
 *   freeBandwidth: 600,
 *   prices: { energy: 100n, bandwidth: 1_000n },
 * };
 * const load = {
 *   kinds: { withdrawal: { size: 345, energy: 64_285n } },
 *   transactions: { from: 1_700_000_000_000, hours: 24 * 30, perHour: [{ withdrawal: 400 }] },
 * };
 * const { rows } = mixSensitivity({ load, network, stakeCostBps: 500n, changesBps: [5_000n] });
 * rows.map(({ kind }) => kind); // => ['energy-price', 'total-stake']
 * rows.every(({ kept, best }) => kept > best.cost.total); // => true
 * ```
 */
export function mixSensitivity(options: MixSensitivityOptions): MixSensitivity {
  const { changesBps = CHANGES, ...rest } = options;
  for (const change of changesBps)
    bigintArgument('changesBps', change, { min: 1n - WHOLE, max: 1_000_000n, unit: 'basis points' });
  const problem = readProblem(rest);
  const found = searchMix(problem);
  const kinds = (['energy-price', 'total-stake', 'factor'] as const).filter(
    (kind) => kind !== 'factor' || Object.keys(problem.contracts ?? {}).length > 0,
  );
  const rows = kinds.flatMap((kind) =>
    changesBps.map((changeBps): SensitivityRow => {
      const changed = changes[kind](problem, changeBps);
      const { mix, cost } = searchMix(changed);
      return { kind, changeBps, kept: computeMixCost(changed, found.mix).total, best: { mix, cost } };
    }),
  );
  return { ...found, rows };
}
