import { rejectUnknown } from '../argument-checks.ts';
import { type FeePlanner, plannerFrom } from '../planner/create-fee-planner.ts';
import { type FeePlannerOptions, PLAN_OPTIONS, type PlanOptions } from '../planner/planner-options.ts';
import { createPlanStart } from '../planner/start-plan.ts';
import { type BatchPlan, type BatchTransaction } from './batch-plan.ts';
import { planBatch } from './plan-batch.ts';

/** How to plan a batch; overrides the options of the planner. */
export interface BatchOptions extends PlanOptions {
  /**
   * How long after one transaction the next one is sent, in milliseconds, at least 0: meanwhile, what is used recovers.
   * 0 by default: all together.
   */
  readonly intervalMs?: number;
  /** About how many transactions to read at the same time, at least 1; 8 by default. */
  readonly concurrency?: number;
}

/** A fee planner that also plans batches. */
export interface BatchPlanner extends FeePlanner {
  /** Plans transactions that are executed in this order: what all of them burn, and the fee limit of each call. */
  readonly planBatch: (transactions: readonly BatchTransaction[], options?: BatchOptions) => Promise<BatchPlan>;
}

/**
 * Creates a fee planner that also plans batches: calls, deployments and transfers of coin, of one or several owners.
 * Each transaction is planned with what those before it leave, all amounts in small units.
 *
 * - Free bandwidth, staked bandwidth and staked energy are used up in order, and so is the energy of deployers. With
 *   `intervalMs` they recover as a node lets them.
 * - Only the first transfer to an account that does not exist pays for creating it.
 * - Of several transfers of a token to an account that does not hold it, only the first pays for the new storage word,
 *   if another transfer of the batch shows what the same costs to a holder.
 *
 * The sum is what the batch burns if it is executed right away and in this order, if nothing else uses the owners'
 * resources, and if no call changes what another one uses, transfers to new holders aside. Executed more slowly, it
 * burns at most that if the owners have no staked bandwidth, because resources only recover. Where staked bandwidth
 * is used up partly, what has recovered may go to a transaction at the expense of later ones that then pay more.
 *
 * Each account is read once, each call that differs is simulated once, and the parameters and contracts are those of
 * the planner's cache. Transfers of coin need a source that tells which accounts exist (`accountExists`) and the prices
 * of account creation, memos and signatures (`prices` of its rules). If a call reverts or fails, `planBatch` rejects.
 *
 * Source: docs/protocol/bandwidth.md, "Source order", "Recovery", "Account creation"; docs/protocol/staking.md,
 * "Resource arithmetic"; docs/protocol/fee-limit.md, "Who pays".
 *
 * @param options - as of `createFeePlanner`
 * @returns the planner; `planBatch` takes transactions with `memo`, `signatures` and `permissionId` if
 * they have any, and the options of `plan`, `intervalMs` (at least 0, 0 by default) and `concurrency` (at least 1, 8 by
 * default)
 * @throws FeeError as `createFeePlanner` does; `planBatch` rejects as `plan` does, with `ARGUMENT_INVALID` also if
 * the source lacks a price or cannot say whether an account exists
 * @example
 * ```ts
 * import { createBatchPlanner } from '@coin/fee/batch';
 * import { type EnergySource } from '@coin/fee/planner';
 *
 * const source: EnergySource = {
 *   simulate: async () => ({ kind: 'simulation', energy: 27_704n, touched: ['TToken'] }),
 *   contractState: async () => ({
 *     energyFactor: 0n,
 *     energyUsage: 0n,
 *     updateCycle: 7,
 *     mayCallWithValue: false,
 *     observesEnergy: false,
 *   }),
 *   energyRules: async () => ({
 *     energyPrice: 100n,
 *     bandwidthPrice: 1_000n,
 *     prices: { accountCreation: 100_000n, accountCreationInContract: 1_000_000n },
 *     maxFactor: 34_000n,
 *     increaseFactor: 2_000n,
 *     threshold: 5_000_000_000n,
 *     maxFeeLimit: 15_000_000_000n,
 *     nextMaintenance: 1_795_262_400_000,
 *   }),
 *   funds: async () => ({ balance: 9_000_000n, energy: 20_000n, stakedBandwidth: 0, freeBandwidth: 600 }),
 *   accountExists: async () => false,
 * };
 * const clock = { now: () => 1_795_250_000_000, sleep: async () => {} };
 * const planner = createBatchPlanner({ source, clock });
 *
 * const transfer = { kind: 'transfer', owner: 'TOwner', to: 'TNew', amount: 2_000_000n } as const;
 * const call = { owner: 'TOwner', contract: 'TToken', data: `a9059cbb${'00'.repeat(64)}` };
 * const { plans, expectedFee, warnings } = await planner.planBatch([transfer, transfer, call, call]);
 *
 * plans.map(({ feeLimit }) => feeLimit); // => [undefined, undefined, 2_770_400n, 2_770_400n]
 * plans.map(({ expectedFee }) => expectedFee.total); // => [1_100_000n, 0n, 1_115_400n, 3_115_400n]
 * expectedFee;
 * // => { energy: 3_540_800n, bandwidth: 690_000n, accountCreation: 1_100_000n, total: 5_330_800n, … }
 * warnings.map(({ index, missing }) => [index, missing]); // => [[3, 330_800n]]
 * ```
 */
export function createBatchPlanner(options: FeePlannerOptions): BatchPlanner {
  const { history } = options;
  const start = createPlanStart(options);
  return {
    ...plannerFrom(start, history),
    async planBatch(transactions, batchOptions = {}) {
      rejectUnknown(batchOptions, [...PLAN_OPTIONS, 'intervalMs', 'concurrency']);
      return planBatch(transactions, { ...batchOptions, ...(await start(batchOptions)), history });
    },
  };
}
