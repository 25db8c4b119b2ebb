import type { EnergyFactor } from '@coin/units';
import { transactionSize } from '../bandwidth.ts';
import { factorAcrossCycle } from '../dynamic-energy.ts';
import { energyWithFactor, stipends } from '../energy-factor.ts';
import { type DeployerShare, expectedFee } from '../expected-fee.ts';
import { clampFeeLimit } from '../limits.ts';
import { max } from '../bigint-math.ts';
import { requireQuantity } from '../require-quantity.ts';
import { validatePayer } from './validate-answers.ts';
import { type Clock, systemClock } from './clock.ts';
import { createCycleCache } from './cycle-cache.ts';
import type { EnergyHistory } from './energy-history.ts';
import type {
  AbortLike,
  Address,
  ContractCall,
  ContractEnergyState,
  EnergyRules,
  EnergySource,
  PayerResources,
} from './energy-source.ts';
import { type Estimate, estimateFromHistory, estimateFromSimulation, isEstimateUnavailable } from './estimate.ts';
import { toJson } from './bigint-json.ts';
import { explainPlan } from './explain-plan.ts';
import type { FeeMethod, FeePlan, FeeWarning } from './fee-plan.ts';
import { type Horizon, computeHorizon } from './horizon.ts';
import { createMemoryStore, type PlanStore } from './plan-store.ts';
import { historyWarnings, payerWarnings, priceWarnings } from './plan-warnings.ts';
import { createSingleFlight } from './single-flight.ts';

/** How a plan is made, where it differs from the planner's own. */
export interface PlanOptions {
  /** The method; 'auto' picks the tightest that is safe for the horizon. */
  method?: FeeMethod | 'auto';
  /** How long after planning the transaction may still land, in milliseconds, at least 0. */
  horizonMs?: number;
  /** Extra energy in basis points, at least 0. */
  marginBps?: bigint;
  /** Ends the reads of this plan alone. */
  signal?: AbortLike;
}

/** What {@link createFeePlanner} takes. */
export interface FeePlannerOptions extends Omit<PlanOptions, 'signal'> {
  /** The network's answers. */
  source: EnergySource;
  /** Where factors and parameters are kept; this process's memory when absent. */
  cache?: PlanStore;
  /** Names the network in the cache's keys, where networks share a cache; '' when absent. */
  network?: string;
  /** What earlier calls used; none when absent. */
  history?: EnergyHistory;
  /** Time; the host's when absent. */
  clock?: Clock;
}

/** Plans fee limits, and explains them. */
export interface FeePlanner {
  /** Finds a fee limit in small units for a call or a deployment. */
  plan: (call: ContractCall, options?: PlanOptions) => Promise<FeePlan>;
  /** A plan in words: what it may cost at most, what it will likely burn, and why. */
  explain: (plan: FeePlan) => string;
}

/** A transaction expires a minute after it was built, unless its builder says otherwise. */
const DEFAULT_HORIZON_MS = 60_000;

/**
 * Makes a planner that finds a call's fee limit in small units: never too low for what may happen within the horizon, and
 * as tight as that allows.
 *
 * `auto` asks for one constant call, whose number is exact at the head block, and not for `estimateenergy`, which searches
 * in steps of one coin and often answers exactly twice the need. Then:
 *
 * - no maintenance within the horizon: `estimate`, since factors can't change;
 * - one or more: `across-cycle`, from the basic energy and the factors of all contracts that ran;
 * - their factors can't be seen: `max-factor`, with a warning;
 * - no estimate to be had, but history: the highest basic energy seen, with `energy-factor`, `across-cycle` or `max-factor`.
 *
 * Inner calls that carry coin or tokens get 2,300 units each on top, which they need for a while and do not use.
 *
 * A maintenance counts as within the horizon up to one block's time beyond it. Parameters are read once a maintenance
 * cycle, a contract's factor once a cycle and only where a plan needs it, identical reads in flight are made once, and a
 * `cache` with `setIfAbsent` makes one process read for all. Entries in the cache that are foreign, broken or too old are
 * ignored; a failing cache only costs reads. A failed simulation rejects; it never becomes a plan.
 *
 * Source: docs/specification.md §8; docs/protocol/contract-calls.md, "estimateenergy algorithm";
 * docs/protocol/dynamic-energy.md. Decision: the limit is clamped at the network's maximum with a warning, since the plan
 * says what is needed.
 *
 * @param options - `source`, what to ask; `cache`, `network`, `history`, `clock`; `method`, 'auto' when absent;
 * `horizonMs`, milliseconds, at least 0, a minute when absent (a transaction's usual life); `marginBps`, basis points, at
 * least 0n, 0n when absent
 * @returns the planner
 * @throws FeeError (of `plan`, as a rejection) `WRONG_TYPE` and `OUT_OF_RANGE`, also for an answer of the source without the
 * numbers it must have; what the source rejects with is passed on
 * @example
 * ```ts
 * import { createFeePlanner, type EnergySource } from '@coin/fee/planner';
 *
 * const source: EnergySource = {
 *   simulate: async () => ({
 *     source: 'triggerconstantcontract',
 *     energy: 37_105n,
 *     penalty: 9_401n,
 *     touched: ['TToken'],
 *   }),
 *   contractState: async () => ({ energyFactor: 3_400n, energyUsage: 0n, updateCycle: 7 }),
 *   energyRules: async () => ({
 *     energyPrice: 100n,
 *     bandwidthPrice: 1_000n,
 *     maxFactor: 34_000n,
 *     increaseFactor: 2_000n,
 *     threshold: 5_000_000_000n,
 *     maxFeeLimit: 15_000_000_000n,
 *     nextMaintenance: 1_795_262_400_000,
 *   }),
 * };
 * const clock = { now: () => 1_795_250_000_000, sleep: async () => {} };
 * const planner = createFeePlanner({ source, clock });
 * const call = {
 *   owner: 'TOwner',
 *   contract: 'TToken',
 *   functionSelector: 'transfer(address,uint256)',
 *   parameter: '00'.repeat(64),
 * };
 *
 * const plan = await planner.plan(call);
 * [plan.feeLimit, plan.method]; // => [3_710_500n, 'estimate']
 *
 * const patient = await planner.plan(call, { horizonMs: 6 * 3_600_000 });
 * [patient.feeLimit, patient.method]; // => [4_454_900n, 'across-cycle']
 * ```
 */
export function createFeePlanner(options: FeePlannerOptions): FeePlanner {
  const { source, cache: store = createMemoryStore(), network = '', history, clock = systemClock } = options;
  const dedupe = createSingleFlight();
  const reads = createCycleCache({ source, store, clock, network, dedupe });

  async function estimateOf(call: ContractCall, signal: AbortLike | undefined): Promise<Estimate> {
    try {
      const simulation = await dedupe(`simulate ${toJson(call)}`, (options) => source.simulate(call, options), signal);
      return estimateFromSimulation(call, simulation);
    } catch (error) {
      const known = isEstimateUnavailable(error) ? history?.get(call) : undefined;
      if (known === undefined) throw error;
      return estimateFromHistory(known);
    }
  }

  async function payerOf(address: Address, signal: AbortLike | undefined): Promise<PayerResources | undefined> {
    if (source.payer === undefined) return undefined;
    const read = source.payer.bind(source);
    return validatePayer(await dedupe(`payer ${address}`, (options) => read(address, options), signal));
  }

  /** The contracts' states; `hidden`, where not all can be had: those that can't, none where no contract is known. */
  async function statesOf(
    estimate: Estimate,
    rules: EnergyRules,
    signal: AbortLike | undefined,
  ): Promise<{ states: readonly ContractEnergyState[]; hidden?: readonly Address[] }> {
    const { touched, total = 0n, maxBasicEnergy } = estimate;
    const penalised = maxBasicEnergy + stipends(estimate);
    if (touched === undefined) return { states: [], hidden: [] };
    for (const read of [reads.contract, reads.refreshContract]) {
      const answers = await Promise.all(touched.map((address) => unlessAborted(read(address, rules, signal), signal)));
      const states = answers.filter((state) => state !== undefined);
      const hidden = touched.filter((_, index) => answers[index] === undefined);
      if (hidden.length > 0) return { states, hidden };
      // A penalty above what these factors allow shows that one of them is of another cycle: read them again.
      if ((total - maxBasicEnergy) * 10_000n <= penalised * highestFactor(states)) return { states };
    }
    return { states: [], hidden: touched };
  }

  async function deployerOf(
    call: ContractCall,
    rules: EnergyRules,
    signal: AbortLike | undefined,
  ): Promise<DeployerShare | undefined> {
    if (call.contract === undefined) return undefined;
    const state = await unlessAborted(reads.contract(call.contract, rules, signal), signal);
    const { origin, callerPercent = 100, originEnergyLimit = 0n } = state ?? {};
    if (origin === undefined || origin === call.owner || callerPercent === 100) return undefined;
    const payer = await payerOf(origin, signal);
    return payer && { callerPercent, originEnergyLimit, energy: payer.energy };
  }

  async function plan(call: ContractCall, planned: PlanOptions = {}): Promise<FeePlan> {
    const {
      method: asked = 'auto',
      horizonMs = DEFAULT_HORIZON_MS,
      marginBps = 0n,
      signal,
    } = { ...options, ...planned };
    requireQuantity('horizonMs', horizonMs, 'ms', 0);
    // First, so that no estimate of an earlier cycle meets the parameters of a later one.
    const rules = await reads.rules(signal);
    const [estimate, payer] = await Promise.all([estimateOf(call, signal), payerOf(call.owner, signal)]);
    const deployer = payer && (await deployerOf(call, rules, signal));
    const horizon = computeHorizon(rules, {
      now: clock.now(),
      horizonMs,
      minMaintenances: coversMaintenance(asked) ? 1 : 0,
    });
    const askedInVain = asked === 'estimate' && estimate.total === undefined;
    const wanted = asked === 'auto' || askedInVain ? safeMethod(estimate, horizon) : asked;
    const needsFactors = wanted === 'energy-factor' || wanted === 'across-cycle' || estimate.total === undefined;
    const { states = [], hidden } = needsFactors ? await statesOf(estimate, rules, signal) : {};
    const method = hidden === undefined ? wanted : 'max-factor';

    const { total = 0n, basicEnergy, maxBasicEnergy } = estimate;
    const energyFactor = plannedFactor(method, { states, horizon });
    const raised = energyWithFactor({ ...estimate, basicEnergy: maxBasicEnergy, energyFactor });
    const { energyPrice, maxFeeLimit } = horizon;
    const most = max(total + stipends(estimate), raised);
    const { feeLimit, sufficient, needed } = clampFeeLimit({ energyPrice, maxFeeLimit, marginBps, energy: most });

    const energy =
      estimate.total ??
      energyWithFactor({
        basicEnergy: basicEnergy ?? maxBasicEnergy,
        energyFactor: hidden === undefined ? highestFactor(states) : energyFactor,
      });
    const fee = expectedFee({
      transaction: { size: sizeOf(call, feeLimit), energy },
      prices: { energy: rules.energyPrice, bandwidth: rules.bandwidthPrice },
      ...(payer && { sender: payer }),
      ...(deployer && { deployer }),
    });
    const covers = coversMaintenance(method);
    const limit = feeLimit / energyPrice;
    const warnings: FeeWarning[] = [
      ...historyWarnings({ call, known: history?.get(call), basicEnergy, limit, energyFactor }),
      ...priceWarnings(rules, energyPrice),
    ];
    if (payer !== undefined) {
      const coin = payer.balance - (call.callValue ?? 0n) - (fee.total - fee.energy);
      warnings.push(...payerWarnings({ coin, staked: payer.energy, deployer, limit, energyPrice, expected: energy }));
    }
    if (hidden !== undefined) warnings.push({ code: 'FACTOR_UNREADABLE', contracts: hidden });
    if (!sufficient) warnings.push({ code: 'MAX_FEE_LIMIT_REACHED', needed, maximum: maxFeeLimit });
    if (!covers && horizon.maintenances > 0) {
      warnings.push({ code: 'MAINTENANCE_WITHIN_HORIZON', at: rules.nextMaintenance });
    }
    return {
      feeLimit,
      energy,
      ...(basicEnergy !== undefined && { basicEnergy }),
      expectedFee: fee,
      method,
      source: estimate.source,
      validUntil: covers ? horizon.validUntil : horizon.cycleEnd,
      warnings,
    };
  }

  return { plan, explain: explainPlan };
}

/** What a plan can do without: undefined where the read fails, unless the caller gave up. */
async function unlessAborted<T>(read: Promise<T>, signal: AbortLike | undefined): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (signal?.aborted) throw error;
    return undefined;
  }
}

const coversMaintenance = (method: FeeMethod | 'auto') => method === 'across-cycle' || method === 'max-factor';

function safeMethod(estimate: Estimate, horizon: Horizon): FeeMethod {
  if (horizon.maintenances > 0) return 'across-cycle';
  return estimate.total === undefined ? 'energy-factor' : 'estimate';
}

function plannedFactor(
  method: FeeMethod,
  { states, horizon }: { states: readonly ContractEnergyState[]; horizon: Horizon },
): EnergyFactor {
  if (method === 'max-factor') return horizon.maxFactor;
  if (method === 'energy-factor') return highestFactor(states);
  if (method === 'estimate') return 0n;
  return factorAcrossCycle({ ...horizon, contracts: states, cycles: horizon.maintenances });
}

function highestFactor(states: readonly ContractEnergyState[]): EnergyFactor {
  return max(0n, ...states.map(({ energyFactor }) => energyFactor));
}

/** Bytes of the transaction, signed once; of a deployment without a published interface and name. */
function sizeOf(call: ContractCall, feeLimit: bigint): number {
  const { callValue = 0n } = call;
  const digits = 'data' in call ? call.data.replace(/^0x/, '').length : 8 + call.parameter.replace(/^0x/, '').length;
  const dataSize = Math.ceil(digits / 2);
  const sent = { callValue, feeLimit };
  return transactionSize(
    call.contract === undefined
      ? { ...sent, type: 'deployment', bytecodeSize: dataSize, callerPercent: 100, originEnergyLimit: 10_000_000n }
      : { ...sent, type: 'call', dataSize },
  );
}
