import type { Energy, EnergyFactor, EnergyPrice, SmallUnits } from '@coin/units';
import { toAddress, type Address } from './encoding/address.ts';
import type { CallOptions, NodeClient } from './transport/node-client.ts';
import type { CallInput } from './contract/contract-call.ts';
import { getAccount } from './endpoints/get-account.ts';
import { getAccountResources } from './endpoints/get-account-resources.ts';
import { getChainParameters } from './endpoints/get-chain-parameters.ts';
import { getContractInfo } from './endpoints/get-contract-info.ts';
import { getNextMaintenanceTime } from './endpoints/get-next-maintenance-time.ts';
import { listProposals } from './endpoints/list-proposals.ts';
import { listWitnesses } from './endpoints/list-witnesses.ts';
import { triggerConstantContract } from './endpoints/trigger-constant-contract.ts';
import { omitUndefined } from './encoding/omit-undefined.ts';

/** An `AbortSignal`, or what has its shape. */
interface AbortLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

interface SourceOptions {
  signal?: AbortLike;
}

type SourceCall = { owner: Address; contract?: Address; callValue?: SmallUnits } & CallInput;

/** What a fee planner asks of a network, answered by a client. Energy in units, prices and limits in small units, factors in ten-thousandths. */
export interface ClientEnergySource {
  /**
   * A constant call at the head block. `touched`: every contract in whose context code ran; `valueCalls`: how many inner calls
   * carry coin or tokens, each of which may need 2,300 units more than `energy` for a while.
   */
  simulate(
    call: SourceCall,
    options?: SourceOptions,
  ): Promise<{
    source: 'triggerconstantcontract';
    energy: Energy;
    penalty: Energy;
    touched: readonly Address[];
    codeSize?: number;
    valueCalls: number;
  }>;
  /** Zeros for an account without code: nothing there can cost more. */
  contractState(
    address: Address,
    options?: SourceOptions,
  ): Promise<{
    energyFactor: EnergyFactor;
    energyUsage: Energy;
    updateCycle: number;
    origin?: Address;
    callerPercent?: number;
    originEnergyLimit?: Energy;
  }>;
  energyRules(options?: SourceOptions): Promise<{
    energyPrice: EnergyPrice;
    maxFactor: EnergyFactor;
    threshold: Energy;
    increaseFactor: EnergyFactor;
    maxFeeLimit: SmallUnits;
    nextMaintenance: number;
    maintenanceInterval: number;
    bandwidthPrice: SmallUnits;
    scheduled: readonly ScheduledChange[];
  }>;
  payer(
    address: Address,
    options?: SourceOptions,
  ): Promise<{ balance: SmallUnits; energy: Energy; stakedBandwidth: number; freeBandwidth: number }>;
}

/** A change that an open proposal brings at a maintenance to come. */
export interface ScheduledChange {
  /** Milliseconds since 1970. */
  at: number;
  /** It has too few approvals so far; it may get them until then. */
  undecided?: true;
  energyPrice?: EnergyPrice;
  increaseFactor?: EnergyFactor;
  maxFactor?: EnergyFactor;
  maxFeeLimit?: SmallUnits;
}

/** Numbers of the parameters that move a fee limit. Source: docs/protocol/chain-parameters.md. */
const NAMES: Readonly<Record<number, 'energyPrice' | 'maxFeeLimit' | 'increaseFactor' | 'maxFactor'>> = {
  11: 'energyPrice',
  47: 'maxFeeLimit',
  74: 'increaseFactor',
  75: 'maxFactor',
};

/** Requests need a real signal; one that only has the shape is followed by a real one. */
function callOptions({ signal }: SourceOptions = {}): CallOptions {
  if (signal === undefined) return {};
  if (signal instanceof AbortSignal) return { signal };
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort);
  return { signal: controller.signal };
}

async function scheduledChanges(client: NodeClient, options: CallOptions): Promise<ScheduledChange[]> {
  const proposals = await listProposals(client, options);
  const open = proposals.filter(
    ({ state, parameters }) => state === 'PENDING' && parameters.some(({ id }) => id in NAMES),
  );
  if (open.length === 0) return [];
  const active = new Set(
    (await listWitnesses(client, options)).filter((witness) => witness.active).map(({ address }) => address),
  );
  return open.map(({ expirationTime: at, approvals, parameters }) => {
    const isDecided = approvals.filter((address) => active.has(address)).length * 10 >= active.size * 7;
    return {
      at,
      ...(isDecided ? {} : { undecided: true as const }),
      ...Object.fromEntries(parameters.flatMap(({ id, value }) => (id in NAMES ? [[NAMES[id], value]] : []))),
    };
  });
}

const left = ({ used, limit }: { used: bigint; limit: bigint }): bigint => (limit > used ? limit - used : 0n);

/**
 * A client as the fee planner wants a network: energy in units, prices in small units, factors in ten-thousandths. Inner calls of each kind show in a
 * constant call, with the contract in whose context they run; those of precompiled contracts don't, and have no factor. A contract's
 * factor counts by context: a library called by DELEGATECALL costs by the factor of its caller.
 *
 * @param client - as {@link createNodeClient} makes it
 *
 * Source: docs/protocol/dynamic-energy.md; docs/protocol/contract-calls.md; docs/protocol/governance.md.
 *
 * @example
 * ```ts
 * import { createNodeClient } from '@coin/rpc';
 * import { energySource } from '@coin/rpc/energy-source';
 *
 * const source = energySource(createNodeClient({ endpoints: 'http://127.0.0.1:8090' }));
 * const { energyPrice, nextMaintenance } = await source.energyRules();
 * energyPrice; // => 100n
 * nextMaintenance; // => 1_795_240_800_000
 * ```
 */
export function energySource(client: NodeClient): ClientEnergySource {
  return {
    async simulate(call, options) {
      const result = await triggerConstantContract(client, call, callOptions(options));
      const { energyUsed: energy, energyPenalty: penalty, constantResult, internalTransactions } = result;
      const calls = internalTransactions.filter(({ note }) => note === 'call');
      const inner = calls.map(({ to }) => to);
      const valueCalls = calls.filter(
        ({ callValue, tokens }) => callValue > 0n || tokens.some(({ amount }) => amount > 0n),
      ).length;
      const deployment = call.contract === undefined;
      const touched = [...new Set(deployment ? inner : [toAddress(call.contract ?? ''), ...inner])];
      const source = 'triggerconstantcontract';
      return {
        source,
        energy,
        penalty,
        touched,
        valueCalls,
        ...(deployment ? { codeSize: constantResult.length / 2 } : {}),
      };
    },
    async contractState(address, options) {
      const info = await getContractInfo(client, { contract: address }, callOptions(options));
      return omitUndefined({
        energyFactor: info?.energyFactor ?? 0n,
        energyUsage: info?.energyUsage ?? 0n,
        updateCycle: info?.updateCycle ?? 0,
        origin: info?.origin,
        callerPercent: info?.callerPercent,
        originEnergyLimit: info?.originEnergyLimit,
      });
    },
    async energyRules(options) {
      const read = callOptions(options);
      const [parameters, nextMaintenance, scheduled] = await Promise.all([
        getChainParameters(client, read),
        getNextMaintenanceTime(client, read),
        scheduledChanges(client, read),
      ]);
      const { energyPrice, energyThreshold: threshold, maxFeeLimit, bandwidthPrice, dynamicEnergy } = parameters;
      return {
        energyPrice,
        maxFactor: dynamicEnergy ? parameters.maxFactor : 0n,
        threshold,
        increaseFactor: dynamicEnergy ? parameters.increaseFactor : 0n,
        maxFeeLimit,
        nextMaintenance,
        maintenanceInterval: Number(parameters.maintenanceInterval),
        bandwidthPrice,
        scheduled,
      };
    },
    async payer(address, options) {
      const read = callOptions(options);
      const [account, resources] = await Promise.all([
        getAccount(client, { address }, read),
        getAccountResources(client, { address }, read),
      ]);
      return {
        balance: account?.balance ?? 0n,
        energy: resources === undefined ? 0n : left(resources.energy),
        stakedBandwidth: resources === undefined ? 0 : Number(left(resources.stakedBandwidth)),
        freeBandwidth: resources === undefined ? 0 : Number(left(resources.freeBandwidth)),
      };
    },
  };
}
