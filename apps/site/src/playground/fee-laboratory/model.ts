import {
  basicEnergy,
  type FeeLimitOptions,
  feeLimitAcrossCycle,
  feeLimitFromEnergyFactor,
  feeLimitFromEstimate,
  feeLimitFromMaxFactor,
  isFeeError,
} from '@coin/fee';
import { createFeePlanner } from '@coin/fee/planner';
import { isRpcError } from '@coin/rpc';
import { type CallName } from '../node/call-titles.ts';
import { type PreparedCall, prepareCall } from '../node/contract-calls.ts';
import { setEnergyState } from '../node/energy-usage.ts';
import { executeCall, type Outcome } from '../node/execute-call.ts';
import { type LocalNetwork, openLocalNetwork } from '../node/local-network.ts';
import { type OwnContract } from '../node/own-contract.ts';
import { problemOf } from '../problem-of.ts';
import { type ReportProgress } from '../worker/progress.ts';
import { findNeed } from './find-need.ts';

export interface LaboratoryInput {
  readonly call: CallName;
  readonly own: OwnContract;
  /** The present factor of each contract that runs, in ten-thousandths. */
  readonly factor: number;
  /** The energy that each of them uses in every cycle until the inclusion, in percent of the threshold. */
  readonly busyPercent: number;
  /** How long until the transaction is included. */
  readonly delayMinutes: number;
}

export type Method = 'estimate' | 'energy-factor' | 'across-cycle' | 'max-factor';

/** The limit of one method, and how the call ended under it. */
export interface MethodResult {
  readonly method: Method;
  readonly outcome: Outcome;
  /** What the method found where that is above the network's maximum, which is the limit then. Small units. */
  readonly needed?: bigint;
}

/** When the limits are chosen, or when the transaction is included: energy in units, the factor in ten-thousandths. */
export interface Moment {
  readonly factor: bigint;
  readonly energy: bigint;
  readonly energyPenalty: bigint;
}

export interface Comparison {
  readonly kind: 'compared';
  readonly now: Moment;
  readonly inclusion: Moment;
  /** How many maintenances pass until then. */
  readonly maintenances: number;
  /** How many contracts run under a factor; none in a deployment. */
  readonly contracts: number;
  readonly energyPrice: bigint;
  readonly methods: readonly MethodResult[];
  /** What the planner chooses, and how it says why. */
  readonly plan: { readonly method: Method; readonly feeLimit: bigint; readonly explanation: string };
  /** The call under the energy that it needs, and under a unit less. */
  readonly enough: Outcome;
  readonly short: Outcome;
}

/** A call that fails whatever its limit: what the node says, and what it costs to send it all the same. */
export interface Failure {
  readonly kind: 'failed';
  readonly reason: string;
  readonly sent: Outcome;
}

/** From the present to the next maintenance. */
export const MINUTES_TO_MAINTENANCE = 180;
const CYCLE_MINUTES = 360;
const MINUTE = 60_000;
/** What a call that fails is sent with: 100 coins. */
const FAILING_LIMIT = 100_000_000n;

/** How many maintenances pass within some minutes. */
export const maintenancesWithin = (minutes: number): number =>
  minutes < MINUTES_TO_MAINTENANCE ? 0 : 1 + Math.floor((minutes - MINUTES_TO_MAINTENANCE) / CYCLE_MINUTES);

/** The limit of a method, or the maximum where it is above that. */
function capped(limit: () => bigint): { feeLimit: bigint; needed?: bigint } {
  try {
    return { feeLimit: limit() };
  } catch (error) {
    if (!isFeeError(error, 'FEE_LIMIT_TOO_HIGH')) throw error;
    return { feeLimit: error.context.max, needed: error.context.needed };
  }
}

/** What the limits are chosen from: everything is read by the client, as on any network. */
async function readFacts({ source }: LocalNetwork, { call, abi }: PreparedCall) {
  const rules = await source.energyRules();
  const simulation = await source.simulate({ ...call, abi });
  const contracts = await Promise.all(simulation.touched.map((address) => source.contractState(address)));
  const { valueCalls = 0, hiddenValueCalls = 0 } = simulation;
  const mayHide = contracts.some(({ mayCallWithValue }) => mayCallWithValue !== false);
  return {
    rules,
    simulation,
    contracts,
    basicEnergy: basicEnergy(simulation),
    valueCalls: valueCalls + (mayHide ? hiddenValueCalls : 0),
    factor: contracts.reduce((highest, { energyFactor }) => (energyFactor > highest ? energyFactor : highest), 0n),
  };
}

type Facts = Awaited<ReturnType<typeof readFacts>>;

function limitsOf({ rules, simulation, contracts, basicEnergy, valueCalls, factor }: Facts, cycles: number) {
  const { energyPrice, maxFactor, increaseFactor, maxFeeLimit } = rules;
  const prices: FeeLimitOptions = { energyPrice, maxFeeLimit };
  const { codeSize = 0, energy } = simulation;
  const basic = { basicEnergy, codeSize, valueCalls, ...prices };
  const across = { contracts, increaseFactor, maxFactor, cycles };
  const limits: Record<Method, () => bigint> = {
    estimate: () => feeLimitFromEstimate({ energy, valueCalls, ...prices }),
    'energy-factor': () => feeLimitFromEnergyFactor({ ...basic, energyFactor: factor }),
    'across-cycle': () => feeLimitAcrossCycle({ ...basic, ...across }),
    'max-factor': () => feeLimitFromMaxFactor({ ...basic, maxFactor }),
  };
  return Object.entries(limits).map(([method, limit]) => ({ method: method as Method, ...capped(limit) }));
}

/** Lets the time until the transaction is included pass, with a load in every cycle that ends before. */
async function passTime(network: LocalNetwork, touched: readonly string[], input: LaboratoryInput, threshold: bigint) {
  const { node, source } = network;
  const included = node.now() + input.delayMinutes * MINUTE;
  const usage = (threshold * BigInt(input.busyPercent)) / 100n;
  for (let passed = 0; passed < maintenancesWithin(input.delayMinutes); passed++) {
    const [contract] = touched;
    if (contract !== undefined && usage > 0n) {
      const { energyFactor: factor } = await source.contractState(contract);
      setEnergyState(network, touched, { factor, usage });
    }
    node.advanceCycle();
  }
  if (included > node.now()) {
    node.advanceTime(included - node.now());
    node.mine();
  }
}

/** Whether the simulation failed because of the call itself. */
const failsItself = (error: unknown): error is Error =>
  isRpcError(error, 'CALL_REVERTED') || isRpcError(error, 'CALL_FAILED');

/**
 * Chooses the fee limit of a call by each method, and executes it under each when it is included: on a node in this
 * thread, three hours before a maintenance.
 */
export async function compareMethods(input: LaboratoryInput, report: ReportProgress): Promise<Comparison | Failure> {
  report({ share: 0, step: 'Deploying the contracts' });
  const network = openLocalNetwork();
  const { node, source } = network;
  const prepared = await prepareCall(network, input.call, input.own);
  const { call } = prepared;
  const { nextMaintenance, threshold, energyPrice } = await source.energyRules();
  node.setNextBlockTime(nextMaintenance - MINUTES_TO_MAINTENANCE * MINUTE);
  node.mine();

  report({ share: 0.2, step: 'Estimating' });
  let facts: Facts;
  try {
    const { touched } = await source.simulate({ ...call, abi: prepared.abi });
    setEnergyState(network, touched, { factor: BigInt(input.factor), usage: 0n });
    facts = await readFacts(network, prepared);
  } catch (error) {
    if (!failsItself(error)) throw error;
    report({ share: 0.5, step: 'Sending a call that fails' });
    return { kind: 'failed', reason: problemOf(error), sent: await executeCall(network, call, FAILING_LIMIT) };
  }
  const { touched } = facts.simulation;
  const maintenances = maintenancesWithin(input.delayMinutes);
  const limits = limitsOf(facts, Math.max(maintenances, 1));
  const planner = createFeePlanner({ source, clock: node.clock });
  const plan = await planner.plan(call, { horizonMs: input.delayMinutes * MINUTE });

  report({ share: 0.4, step: `Waiting ${maintenances} maintenances` });
  await passTime(network, touched, input, threshold);
  const later = await readFacts(network, prepared);
  const methods: MethodResult[] = [];
  for (const { method, feeLimit, ...above } of limits) {
    report({ share: 0.5 + methods.length * 0.1, step: `Executing under the limit by ${method}` });
    methods.push({ method, outcome: await executeCall(network, call, feeLimit), ...above });
  }
  report({ share: 0.9, step: 'Finding the least energy that is enough' });
  const { enough, short } = await findNeed(
    async (energy) => executeCall(network, call, energy * energyPrice),
    later.simulation.energy,
  );
  return {
    kind: 'compared',
    now: momentOf(facts),
    inclusion: momentOf(later),
    maintenances,
    contracts: facts.contracts.length,
    energyPrice,
    methods,
    plan: { method: plan.method, feeLimit: plan.feeLimit, explanation: planner.explain(plan) },
    enough,
    short,
  };
}

const momentOf = ({ factor, simulation: { energy, energyPenalty = 0n } }: Facts): Moment => ({
  factor,
  energy,
  energyPenalty,
});
