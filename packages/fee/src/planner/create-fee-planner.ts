import { type ContractCall } from '@coin/units';
import { rejectUnknown } from '../argument-checks.ts';
import { composePlan } from './compose-plan.ts';
import { type EnergyHistory } from './estimate/energy-history.ts';
import { explainPlan } from './explain-plan.ts';
import { type FeePlan } from './fee-plan.ts';
import { type PlannedCall, splitFields } from './planned-call.ts';
import { type FeePlannerOptions, PLAN_OPTIONS, type PlanOptions } from './planner-options.ts';
import { readLimit } from './read-limit.ts';
import { createPlanStart, type StartPlan } from './start-plan.ts';

/** Plans fee limits and explains them. */
export interface FeePlanner {
  /** Plans the fee limit, in small units, of a call or a deployment, with its memo and its number of signatures. */
  readonly plan: (call: PlannedCall, options?: PlanOptions) => Promise<FeePlan>;
  /** Describes a plan in words: what the call costs at most, what it is expected to burn, and why. */
  readonly explain: (plan: FeePlan) => string;
}

/**
 * Creates a planner that finds the tightest fee limit, in small units, that holds until the end of the horizon.
 *
 * `auto` makes one constant call, whose result is exact at the head block. It asks for `estimateenergy`, which searches
 * in steps of one coin and often returns exactly twice the energy needed, only if code that ran may look at the energy
 * it has left, as in `require(gasleft() > 50000)` or a call that hands on a half. If that is unknown, as for most
 * proxies, the search's answer is the limit. If the code certainly looks, the answer is the limit, unless it equals the
 * answer for an ordinary call, which is known in advance. Then the limit stays tight, and a warning says what suffices.
 * Without an answer there is a warning. A call that succeeds with some amount of energy and fails with more has no
 * reliable limit, and the planner does not recognize it. Then:
 *
 * - if no maintenance is within the horizon: `estimate`, because factors cannot change;
 * - if one or more are: `across-cycle`, from the basic energy and the factors of all contracts that ran;
 * - if their factors cannot be read: `max-factor`, with a warning;
 * - if no estimate is available but history is: the highest basic energy recorded, with `energy-factor`, `across-cycle`
 *   or `max-factor`.
 *
 * A call that may make inner calls with coin or tokens gets 2,300 units more, which it may need temporarily but does
 * not use, unless the code of all contracts that ran rules such calls out. `reasons` explains the energy of a limit
 * beyond the expected use.
 *
 * A maintenance counts as within the horizon if it is at most one block's time after it. Parameters are read once per
 * maintenance cycle, a contract's factor once per cycle and only if a plan needs it, and identical reads in flight are
 * made once. Cache entries that are malformed, expired or under the wrong key are ignored, and a cache that fails only
 * costs reads. If a simulation fails, `plan` rejects; a failed simulation never becomes a plan. A limit above the
 * network's maximum is lowered to it with a warning, because the plan reports the limit that is needed.
 *
 * Source: docs/specification.md §8; docs/protocol/contract-calls.md, "estimateenergy algorithm";
 * docs/protocol/dynamic-energy.md.
 *
 * @param options - `source`, answers questions about the network; `cache`, with the `network` that it is for, unless
 * the source has a `genesisId`; `history`, `clock`; `method`, 'auto' by default; `horizonMs`, milliseconds, at
 * least 0, a minute by default (a transaction's usual lifetime);
 * `marginBps`, basis points, at least 0n, 0n by default
 * @returns the planner
 * @throws FeeError `ARGUMENT_INVALID`, also for a cache without a network; from `plan`, as a rejection. Errors of the
 * source are passed on
 * @example
 * ```ts
 * import { createFeePlanner, type EnergySource } from '@coin/fee/planner';
 *
 * const source: EnergySource = {
 *   simulate: async () => ({
 *     kind: 'simulation',
 *     energy: 37_105n,
 *     energyPenalty: 9_401n,
 *     touched: ['TToken'],
 *   }),
 *   contractState: async () => ({
 *     energyFactor: 3_400n,
 *     energyUsage: 0n,
 *     updateCycle: 7,
 *     mayCallWithValue: false,
 *     observesEnergy: false,
 *   }),
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
 * const later = await planner.plan(call, { horizonMs: 6 * 3_600_000 });
 * [later.feeLimit, later.method]; // => [4_454_900n, 'across-cycle']
 * ```
 */
export function createFeePlanner(options: FeePlannerOptions): FeePlanner {
  return plannerFrom(createPlanStart(options), options.history);
}

/** The planner whose plans begin like this. */
export function plannerFrom(start: StartPlan, history: EnergyHistory | undefined): FeePlanner {
  return {
    async plan(planned, planOptions = {}) {
      rejectUnknown(planOptions, PLAN_OPTIONS);
      const { call, envelope } = splitFields<ContractCall>(planned);
      const started = await start(planOptions);
      const { facts } = started;
      const [inputs, funds, isNewHolder] = await Promise.all([
        readLimit(call, started),
        facts.funds(call.owner),
        facts.isNewHolder(call),
      ]);
      const terms = funds && (await facts.deployer(call));
      const resources = terms && (await facts.funds(terms.deployer));
      const deployer = terms && resources && { ...terms, energy: resources.energy };
      return composePlan({ ...inputs, envelope, funds, deployer, isNewHolder, stats: history?.get(call) });
    },
    explain: explainPlan,
  };
}
