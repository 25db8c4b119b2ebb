// Plans random calls by every method, and runs them under the limits.
import { createFeePlanner, type FeeMethod, type FeePlan } from '@coin/fee/planner';
import { isRpcError, triggerConstantContract } from '@coin/rpc';
import { createEnergySource } from '@coin/rpc/energy-source';
import { type RandomCall } from './random-code.ts';
import { addresses, openRandomNetwork, type RandomNetwork } from './random-network.ts';

/** Small units for a unit of energy. */
const PRICE = 100n;
const METHODS: readonly FeeMethod[] = ['estimate', 'energy-factor', 'across-cycle', 'max-factor'];
const STIPEND = 2_300n;

/** A planned call and what became of it. */
export interface PlannedCall {
  readonly method: FeeMethod;
  readonly estimateKind: FeePlan['estimateKind'];
  readonly warnings: readonly string[];
  readonly reasons: readonly string[];
  /** Whether the transaction came after a maintenance that raised all factors. */
  readonly afterMaintenance: boolean;
  readonly isShort: boolean;
  /** Whether the transaction used other basic energy than was planned, so it took another path. */
  readonly isOtherPath: boolean;
  /** Units of energy that the limit allows and the call used. */
  readonly allowed: bigint;
  readonly used: bigint;
  /** Whether it succeeds with a stipend less than the limit. */
  readonly succeedsWithStipendLess: boolean;
}

/** Sends a call once under each limit: methods often agree. */
function once(send: RandomNetwork['run']): RandomNetwork['run'] {
  const sent = new Map<bigint, ReturnType<RandomNetwork['run']>>();
  return (feeLimit) => {
    const result = sent.get(feeLimit) ?? send(feeLimit);
    sent.set(feeLimit, result);
    return result;
  };
}

/** Undefined where the call fails under every limit. The reads are the requests of one plan by the automatic method. */
export async function planRandomCall(
  call: RandomCall,
): Promise<{ planned: readonly PlannedCall[]; reads: readonly number[] } | undefined> {
  const { node, client, planned, run: send } = await openRandomNetwork(call);
  try {
    await triggerConstantContract(client, planned);
  } catch (error) {
    if (isRpcError(error)) return undefined;
    throw error;
  }
  const clock = { now: () => node.now(), sleep: () => Promise.resolve() };
  const planner = createFeePlanner({ source: createEnergySource(client), clock });
  const reads: number[] = [];
  for (let plan = 0; plan < 2; plan++) {
    node.requests.reset();
    await planner.plan(planned);
    reads.push(node.requests.entries.length);
  }
  const plans: FeePlan[] = [];
  for (const method of METHODS) plans.push(await planner.plan(planned, { method }));

  const runs: PlannedCall[] = [];
  for (const afterMaintenance of [false, true]) {
    if (afterMaintenance) {
      call.factors.forEach((factor, index) => node.setEnergyFactor(addresses[index] ?? '', BigInt(factor)));
      node.setChainParameter('getDynamicEnergyThreshold', -1n);
      node.advanceCycle();
    }
    const run = once(send);
    // A deployer adds energy to what the limit allows, so a lower limit may be enough.
    const isPaidByCaller = call.isDeployment || call.callerPercent === 100;
    const { receipt: unlimited } = await run(15_000_000_000n);
    if (unlimited === undefined) continue;
    const used = unlimited.energyTotal;
    const basic = used - unlimited.energyPenalty;
    for (const { feeLimit, method, estimateKind, basicEnergy = basic, warnings, reasons } of plans) {
      if (afterMaintenance && (method === 'estimate' || method === 'energy-factor')) continue;
      const { result } = await run(feeLimit);
      const less = feeLimit - (STIPEND + 1n) * PRICE;
      runs.push({
        method,
        estimateKind,
        warnings: warnings.map(({ code }) => code),
        reasons: reasons.map(({ code }) => code),
        afterMaintenance,
        isShort: result !== 'SUCCESS',
        isOtherPath: basicEnergy !== basic,
        allowed: feeLimit / PRICE,
        used,
        succeedsWithStipendLess:
          method === 'estimate' && isPaidByCaller && less >= 0n && (await run(less)).result === 'SUCCESS',
      });
    }
  }
  return { planned: runs, reads };
}

/** Whether the plan says that its limit may be too low because the call depends on the energy it is given. */
export const isWarned = ({ warnings }: PlannedCall): boolean => warnings.includes('MAY_DEPEND_ON_ENERGY');

/** Whether the plan says that the call may take another path later. */
export const isWarnedOfPath = ({ warnings }: PlannedCall): boolean =>
  warnings.includes('INNER_ENERGY_FIXED') || warnings.includes('READS_RESOURCES');

/** Whether a limit of more than ten times the use comes with a reason. */
export const isExplained = ({ allowed, used, reasons }: PlannedCall): boolean =>
  allowed <= 10n * used || reasons.length > 0;
