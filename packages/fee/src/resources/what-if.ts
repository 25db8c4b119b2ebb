import { type SmallUnits, type FeePrices } from '@coin/units';
import { MILLISECONDS, coinArgument, integerArgument } from '../argument-checks.ts';
import { highestFactorNextCycle, nextEnergyFactor } from '../dynamic-energy.ts';
import { SIX_HOURS_MS } from './factor-timeline.ts';
import { loadCost, type LoadCostOptions } from './load-cost.ts';
import { type FactorSchedule, type LoadedContract } from './load.ts';
import { type ResourceNetwork } from './resource-ledger.ts';

/** A proposal to the committee, as `listProposals` of `@coin/rpc` returns it. */
export interface OpenProposal {
  readonly proposalId: number;
  /** New values by parameter name, as a node prints it or without `get`. */
  readonly parameters: Readonly<Record<string, bigint | undefined>>;
  /** The time of the decision, in milliseconds since 1970. */
  readonly expirationTime: number;
  /** A proposal is open only if its status is `PENDING`, the default. */
  readonly status?: string;
}

/** A load, and the changes to look at. */
export interface WhatIfOptions extends LoadCostOptions {
  /** Proposals; closed ones are ignored. None by default. */
  readonly proposals?: readonly OpenProposal[];
  /** How many maintenances to look ahead for factors, 1 to 100; 4 by default. */
  readonly cycles?: number;
}

/** A change that may come. */
export type PossibleChange =
  | {
      readonly kind: 'proposal';
      readonly proposalId: number;
      readonly parameters: Readonly<Record<string, bigint | undefined>>;
    }
  | {
      /** The highest or the lowest factors that contracts can have after some maintenances. */
      readonly kind: 'highest-factors' | 'lowest-factors';
      readonly cycles: number;
      readonly energyFactors: Readonly<Record<string, bigint>>;
    };

/** The cost of a load after a change. */
export interface WhatIfRow {
  readonly change: PossibleChange;
  /** The earliest time of the change, in milliseconds since 1970. */
  readonly from: number;
  /** The coin that the load would burn in total, in small units. */
  readonly burned: SmallUnits;
  /** The difference from the cost without the change, in small units; below 0 if the load would burn less. */
  readonly difference: SmallUnits;
  /** The rules and factors after the change, for `loadCost` and `cheapestMix`. */
  readonly after: Pick<LoadCostOptions, 'network' | 'contracts' | 'factors'>;
}

/** The cost of a load under the present rules, and under changed ones. */
export interface WhatIf {
  /** The coin that the load burns without a change, in small units. */
  readonly burned: SmallUnits;
  /** The earliest change first. */
  readonly rows: readonly WhatIfRow[];
}

type Rules = WhatIfRow['after'];

const CYCLES = { min: 1, max: 100, unit: 'maintenances' };

const changePrice =
  (name: Exclude<keyof FeePrices, 'accountCreationBandwidthRate'>) =>
  (rules: Rules, value: bigint): Rules => ({
    ...rules,
    network: { ...rules.network, prices: { ...rules.network.prices, [name]: value } },
  });
const changeNetwork =
  (change: (network: ResourceNetwork, value: bigint) => Partial<ResourceNetwork>) =>
  (rules: Rules, value: bigint): Rules => ({
    ...rules,
    network: { ...rules.network, ...change(rules.network, value) },
  });
const changeFactors =
  (change: (value: bigint) => Partial<FactorSchedule>) =>
  (rules: Rules, value: bigint): Rules =>
    rules.factors === undefined ? rules : { ...rules, factors: { ...rules.factors, ...change(value) } };

/** The rules without the dynamic energy model: no factor counts, and none rises. */
function stopDynamicEnergy(rules: Rules, allowed: bigint): Rules {
  if (allowed !== 0n || rules.factors === undefined) return rules;
  return {
    ...rules,
    contracts: replaceFactors(rules.contracts, () => 0n),
    factors: { ...rules.factors, maxFactor: 0n },
  };
}

/** The effect of a parameter's value on the rules. Source: docs/protocol/governance.md, "Processing proposals". */
const effects: Readonly<Record<string, (rules: Rules, value: bigint) => Rules>> = {
  energyFee: changePrice('energy'),
  transactionFee: changePrice('bandwidth'),
  createAccountFee: changePrice('accountCreation'),
  createNewAccountFeeInSystemContract: changePrice('accountCreationInContract'),
  memoFee: changePrice('memo'),
  multiSignFee: changePrice('multiSign'),
  createNewAccountBandwidthRate: changeNetwork(({ prices }, rate) => ({
    prices: { ...prices, accountCreationBandwidthRate: Number(rate) },
  })),
  freeNetLimit: changeNetwork((_, bytes) => ({ freeBandwidth: Number(bytes) })),
  totalNetLimit: changeNetwork(({ bandwidth }, limit) => ({ bandwidth: { ...bandwidth, limit } })),
  totalEnergyCurrentLimit: changeNetwork(({ energy }, limit) => ({ energy: { ...energy, limit } })),
  allowDynamicEnergy: stopDynamicEnergy,
  dynamicEnergyThreshold: changeFactors((threshold) => ({ threshold })),
  dynamicEnergyIncreaseFactor: changeFactors((increaseFactor) => ({ increaseFactor })),
  dynamicEnergyMaxFactor: changeFactors((maxFactor) => ({ maxFactor })),
  maintenanceTimeInterval: changeFactors((ms) => ({ maintenanceIntervalMs: Number(ms) })),
};

/** Removes `get`: `getEnergyFee` and `energyFee` are the same parameter. */
const shortName = (name: string): string => name.replace(/^get(.)/, (_, first: string) => first.toLowerCase());

function afterProposal(rules: Rules, { parameters }: OpenProposal): Rules {
  return Object.entries(parameters).reduce((changed, [name, value]) => {
    coinArgument(name, value);
    const short = shortName(name);
    const effect = Object.hasOwn(effects, short) ? effects[short] : undefined;
    return effect === undefined || value === undefined ? changed : effect(changed, value);
  }, rules);
}

const replaceFactors = (
  contracts: Readonly<Record<string, LoadedContract>> = {},
  factorOf: (contract: LoadedContract) => bigint,
): Record<string, LoadedContract> =>
  Object.fromEntries(
    Object.entries(contracts).map(([name, contract]) => [
      name,
      { ...contract, energyFactor: factorOf(contract), energyUsage: 0n },
    ]),
  );

/** The highest and the lowest factors after some maintenances. */
function factorRows(rules: Rules, cycles: number): readonly Pick<WhatIfRow, 'change' | 'from' | 'after'>[] {
  const { contracts, factors } = rules;
  if (contracts === undefined || factors === undefined) return [];
  const { nextMaintenance, maintenanceIntervalMs = SIX_HOURS_MS, ...dynamic } = factors;
  const from = nextMaintenance + (cycles - 1) * maintenanceIntervalMs;
  const bounds = {
    'highest-factors': ({ energyFactor }: LoadedContract) =>
      highestFactorNextCycle({ energyFactor, ...dynamic, cycles }),
    'lowest-factors': ({ energyFactor, energyUsage = 0n }: LoadedContract) =>
      nextEnergyFactor({ energyFactor, energyUsage, ...dynamic, cycles }),
  };
  return (['highest-factors', 'lowest-factors'] as const).map((kind) => {
    const after = { ...rules, contracts: replaceFactors(contracts, bounds[kind]) };
    const energyFactors = Object.fromEntries(
      Object.entries(after.contracts).map(([name, { energyFactor }]) => [name, energyFactor]),
    );
    return { change: { kind, cycles, energyFactors }, from, after };
  });
}

/**
 * Returns the coin that a load would burn under each open proposal, and under later factors of its contracts.
 *
 * Each row is the whole load, with its mix, as if that one change had come before it. `from` is the earliest time of
 * the change. A proposal that does not affect the load has a difference of 0. The rows of factors are bounds: the
 * highest factors if others use the contracts enough, and the lowest if nobody else does. For a single plan, pass a
 * load of one transaction.
 *
 * Source: docs/protocol/governance.md, "Processing proposals"; docs/protocol/dynamic-energy.md, "State and catch-up".
 *
 * @param options - as of `loadCost`; `proposals`, of `listProposals`; `cycles`, 1 to 100 maintenances
 * @returns what the load burns, and a row for each change, in small units; times in milliseconds since 1970
 * @throws FeeError `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { whatIf } from '@coin/fee/resources';
 *
 * const network = {
 *   energy: { limit: 180_000_000_000n, weight: 19_000_000_000n },
 *   bandwidth: { limit: 43_200_000_000n, weight: 26_500_000_000n },
 *   freeBandwidth: 600,
 *   prices: { energy: 100n, bandwidth: 1_000n },
 * };
 * const load = {
 *   kinds: { withdrawal: { size: 345, energy: 64_285n } },
 *   transactions: [{ kind: 'withdrawal', time: 1_700_000_000_000 }],
 * };
 * const proposals = [{ proposalId: 104, parameters: { energyFee: 210n }, expirationTime: 1_700_254_800_000 }];
 * const { burned, rows } = whatIf({ load, network, proposals });
 * burned; // => 6_428_500n
 * rows[0]?.difference; // => 7_071_350n
 * rows[0]?.from; // => 1_700_254_800_000
 * ```
 */
export function whatIf(options: WhatIfOptions): WhatIf {
  const { proposals = [], cycles = 4, network, contracts, factors } = options;
  integerArgument('cycles', cycles, CYCLES);
  const rules: Rules = { network, ...(contracts && { contracts }), ...(factors && { factors }) };
  const { burned } = loadCost(options);
  const changes = [
    ...proposals.flatMap((proposal) => {
      const { proposalId, parameters, expirationTime: from, status = 'PENDING' } = proposal;
      integerArgument('expirationTime', from, MILLISECONDS);
      const after = afterProposal(rules, proposal);
      return status === 'PENDING'
        ? [{ change: { kind: 'proposal', proposalId, parameters } as const, from, after }]
        : [];
    }),
    ...Array.from({ length: cycles }, (_, index) => factorRows(rules, index + 1)).flat(),
  ];
  const rows = changes.map(({ change, from, after }): WhatIfRow => {
    const { total } = loadCost({ ...options, ...after }).burned;
    return { change, from, burned: total, difference: total - burned.total, after };
  });
  return { burned: burned.total, rows: rows.sort((one, other) => one.from - other.from) };
}
