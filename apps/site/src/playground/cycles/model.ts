import {
  basicEnergy,
  feeLimitAcrossCycle,
  feeLimitFromEnergyFactor,
  feeLimitFromEstimate,
  feeLimitFromMaxFactor,
  nextEnergyFactor,
} from '@coin/fee';
import { type ContractCall } from '@coin/fee/planner';
import { type CallName } from '../node/call-titles.ts';
import { prepareCall } from '../node/contract-calls.ts';
import { executeCall } from '../node/execute-call.ts';
import { type LocalNetwork, openLocalNetwork } from '../node/local-network.ts';
import { type ReportProgress } from '../worker/progress.ts';

/** The calls of one contract, whose factor the chart follows. */
export type CycleCall = Extract<CallName, 'transfer-to-new-holder' | 'transfer-to-holder'>;

export interface CyclesInput {
  readonly call: CycleCall;
  /** The factor of the first cycle, in ten-thousandths. */
  readonly initialFactor: number;
  /** The energy that all calls of the contract use in each cycle, in percent of the threshold. */
  readonly loads: readonly number[];
}

/** A maintenance cycle of the contract: energy in units, amounts in small units, the factor in ten-thousandths. */
export interface CycleRow {
  readonly cycle: number;
  readonly usage: bigint;
  readonly factor: bigint;
  readonly limits: {
    readonly estimate: bigint;
    readonly energyFactor: bigint;
    readonly acrossCycle: bigint;
    readonly maxFactor: bigint;
  };
  /** What a call burns for energy, executed under the estimate. */
  readonly burned: bigint;
  /** Whether the estimate of the cycle before would still be enough; true in the first. */
  readonly staleEstimateHolds: boolean;
}

export interface Cycles {
  readonly threshold: bigint;
  readonly maxFactor: bigint;
  readonly increaseFactor: bigint;
  readonly energyPrice: bigint;
  readonly basicEnergy: bigint;
  readonly rows: readonly CycleRow[];
}

/** A node with the contract of a call, and what the call needs at factors that were asked for. */
async function openContract(name: CycleCall) {
  const network = openLocalNetwork();
  const { call } = await prepareCall(network, name);
  const rules = await network.source.energyRules();
  const simulation = await network.source.simulate(call);
  const known = new Map<bigint, { energy: bigint; burned: bigint }>();
  return {
    rules,
    basicEnergy: basicEnergy(simulation),
    /** Estimated and executed on the node, once for each factor. */
    async at(factor: bigint) {
      const found = known.get(factor) ?? (await measure(network, call, factor, rules.energyPrice));
      known.set(factor, found);
      return found;
    },
  };
}

async function measure(network: LocalNetwork, call: ContractCall, factor: bigint, energyPrice: bigint) {
  network.node.setEnergyFactor(call.contract ?? '', factor);
  const { energy } = await network.source.simulate(call);
  const { energyFee } = await executeCall(network, call, feeLimitFromEstimate({ energy, energyPrice }));
  return { energy, burned: energyFee };
}

const opened = new Map<CycleCall, Awaited<ReturnType<typeof openContract>>>();

/** Follows a contract through maintenance cycles: what its load makes of its factor, of each limit and of the fee. */
export async function simulateCycles(
  { call, initialFactor, loads }: CyclesInput,
  report: ReportProgress,
): Promise<Cycles> {
  report({ share: 0, step: 'Preparing the contract' });
  const contract = opened.get(call) ?? (await openContract(call));
  opened.set(call, contract);
  const { energyPrice, maxFactor, increaseFactor, threshold } = contract.rules;
  // The token's code makes no inner calls.
  const basic = { basicEnergy: contract.basicEnergy, valueCalls: 0 };
  const rows: CycleRow[] = [];
  let factor = BigInt(initialFactor);
  let previousEstimate: bigint | undefined;
  for (const [index, load] of loads.entries()) {
    report({ share: index / loads.length, step: `Calling in cycle ${index + 1} of ${loads.length}` });
    const usage = (threshold * BigInt(load)) / 100n;
    const { energy, burned } = await contract.at(factor);
    const contracts = [{ energyFactor: factor }];
    const limits = {
      estimate: feeLimitFromEstimate({ energy, valueCalls: basic.valueCalls, energyPrice }),
      energyFactor: feeLimitFromEnergyFactor({ ...basic, energyFactor: factor, energyPrice }),
      acrossCycle: feeLimitAcrossCycle({ ...basic, contracts, increaseFactor, maxFactor, energyPrice }),
      maxFactor: feeLimitFromMaxFactor({ ...basic, maxFactor, energyPrice }),
    };
    const staleEstimateHolds = (previousEstimate ?? limits.estimate) >= limits.estimate;
    rows.push({ cycle: index + 1, usage, factor, limits, burned, staleEstimateHolds });
    previousEstimate = limits.estimate;
    factor = nextEnergyFactor({ energyFactor: factor, energyUsage: usage, threshold, increaseFactor, maxFactor });
  }
  return { threshold, maxFactor, increaseFactor, energyPrice, basicEnergy: basic.basicEnergy, rows };
}
