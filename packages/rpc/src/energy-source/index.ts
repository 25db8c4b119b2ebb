import {
  type AccountFunds,
  type Address,
  type ContractCall,
  type ContractEnergyState,
  type EnergyRules,
  type EnergySource,
  type ReadOptions,
  type ScheduledRules,
  type Simulation,
} from '@coin/units';
import { toAddress } from '../address/index.ts';
import { codeTraits, mergeTraits, UNREAD_CODE } from '../contract/code-traits.ts';
import { clientArgument, objectArgument } from '../encoding/arguments.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { estimateEnergy } from '../endpoints/estimate-energy.ts';
import { type AccountResources, getAccountResources } from '../endpoints/get-account-resources.ts';
import { findBalance } from '../endpoints/get-balance.ts';
import { getChainParameters } from '../endpoints/get-chain-parameters.ts';
import { type ContractInfo, getContractInfo } from '../endpoints/get-contract-info.ts';
import { getGenesisId } from '../endpoints/get-genesis-id.ts';
import { getNextMaintenanceTime } from '../endpoints/get-next-maintenance-time.ts';
import { readProposals } from '../endpoints/list-proposals.ts';
import { listWitnesses } from '../endpoints/list-witnesses.ts';
import { triggerConstantContract } from '../endpoints/trigger-constant-contract.ts';
import { RpcError } from '../errors.ts';
import { feePrices, ownerResources } from '../fee-facts.ts';
import { onAbort, signalOption } from '../transport/on-abort.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';

export type {
  AccountFunds,
  ContractCall,
  ContractEnergyState,
  EnergyRules,
  EnergySource,
  Quota,
  ReadOptions,
  ScheduledRules,
  Simulation,
} from '@coin/units';

type FeeLimitParameter = Exclude<keyof ScheduledRules, 'at' | 'undecided'>;

/** The parameters that a fee limit depends on, by their numbers. Source: docs/protocol/chain-parameters.md. */
const FEE_LIMIT_PARAMETERS: { readonly [id: number]: FeeLimitParameter } = {
  11: 'energyPrice',
  47: 'maxFeeLimit',
  74: 'increaseFactor',
  75: 'maxFactor',
};

/** Reads with a signal, and no other option. It ends the reads that are still under way when one of them has failed. */
async function readWith<T>(options: ReadOptions = {}, read: (options: CallOptions) => Promise<T>): Promise<T> {
  const { signal } = objectArgument('options', options);
  if (signal !== undefined) signalOption(signal);
  const controller = new AbortController();
  const stopListening = onAbort(signal, (reason) => controller.abort(reason));
  try {
    return await read({ signal: controller.signal });
  } finally {
    stopListening();
    controller.abort();
  }
}

/** The minimum energy of an inner call with coin or tokens: 9,040 units, less the stipend of 2,300. */
const VALUE_CALL_ENERGY = 6_740;
const CODE_DEPOSIT_PER_BYTE = 200;
/** Maximum number of contracts whose code is read to judge one contract. A proxy names one. */
const MAX_NAMED_CONTRACTS = 4;

async function simulate(client: NodeClient, call: ContractCall, options: CallOptions): Promise<Simulation> {
  call = objectArgument('args', call);
  const result = await triggerConstantContract(client, call, options);
  const { energyUsed: energy, energyPenalty, constantResult, internalTransactions } = result;
  const innerCalls = internalTransactions.filter(({ note }) => note === 'call');
  const called = innerCalls.map(({ to }) => to);
  const valueCalls = innerCalls.filter(
    ({ callValue, tokens }) => callValue > 0n || tokens.some(({ amount }) => amount > 0n),
  ).length;
  const codeSize = call.contract === undefined ? constantResult.length / 2 : 0;
  const executed = Number(energy - energyPenalty) - codeSize * CODE_DEPOSIT_PER_BYTE - valueCalls * VALUE_CALL_ENERGY;
  // A call to itself and a DELEGATECALL show the same address, so a trace cannot distinguish them, nor a library's
  // code.
  const ranOtherCode = internalTransactions.filter(({ note, caller, to }) => note === 'create' || caller === to);
  // The constructor's code is in the arguments. The code of other contracts is in their states.
  const traits = call.contract === undefined ? codeTraits('data' in call ? call.data : '') : undefined;
  const areNoneHidden = traits !== undefined && !traits.mayCallWithValue && !traits.callsContracts;
  const hiddenValueCalls = areNoneHidden ? 0 : Math.max(0, Math.floor(executed / VALUE_CALL_ENERGY));
  const simulation = {
    kind: 'simulation',
    energy,
    energyPenalty,
    valueCalls,
    hiddenValueCalls,
    ranOtherCode: [...new Set(ranOtherCode.map(({ caller }) => caller))],
  } as const;
  if (call.contract !== undefined) {
    return { ...simulation, touched: [...new Set([toAddress(call.contract), ...called])] };
  }
  // The new contract has no state yet, so only its own code counts here, and the contracts that it names are not read.
  const { observesEnergy: verdict = false, runsCodeOf = [] } = traits ?? {};
  const mayRunOther = verdict === 'through-other-code' || runsCodeOf.length > 0;
  const observesEnergy = verdict === true || (mayRunOther && ranOtherCode.length > 0 ? undefined : false);
  return omitUndefined({ ...simulation, touched: [...new Set(called)], codeSize, observesEnergy });
}

/**
 * The energy traits of a contract's code, together with the code that it names and delegates to: a minimal proxy has
 * the traits of its implementation. A contract of version 1 keeps a 64th of the energy that it passes on.
 */
async function statedTraits(
  client: NodeClient,
  info: ContractInfo,
  options: CallOptions,
): Promise<Pick<ContractEnergyState, 'mayCallWithValue' | 'observesEnergy'>> {
  const read = new Set<string>();
  const all = [codeTraits(info.runtimeCode)];
  let keepsPart = info.version !== undefined;
  // The code read here may name further code.
  for (const { runsCodeOf } of all) {
    for (const contract of runsCodeOf) {
      if (read.has(contract)) continue;
      if (read.size === MAX_NAMED_CONTRACTS) {
        all.push(UNREAD_CODE);
        break;
      }
      read.add(contract);
      const named = await getContractInfo(client, { contract }, options);
      all.push(codeTraits(named?.runtimeCode ?? ''));
      keepsPart ||= named?.version !== undefined;
    }
  }
  const { mayCallWithValue, callsContracts, observesEnergy } = mergeTraits(all);
  const isUnknown = keepsPart && callsContracts && observesEnergy !== true;
  return omitUndefined({ mayCallWithValue, observesEnergy: isUnknown ? undefined : observesEnergy });
}

/** An account without code cannot do anything. */
const NO_CODE = { mayCallWithValue: false, observesEnergy: false } as const;

async function contractState(
  client: NodeClient,
  contract: Address,
  options: CallOptions,
): Promise<ContractEnergyState> {
  const info = await getContractInfo(client, { contract }, options);
  return omitUndefined({
    energyFactor: info?.energyFactor ?? 0n,
    energyUsage: info?.energyUsage ?? 0n,
    updateCycle: info?.updateCycle ?? 0,
    deployer: info?.deployer,
    callerPercent: info?.callerPercent,
    deployerEnergyLimit: info?.deployerEnergyLimit,
    // A contract that a call creates and then calls has no code here either, but the simulation shows its creation.
    ...(info ? await statedTraits(client, info, options) : NO_CODE),
  });
}

/**
 * The changes in open proposals. A proposal passes with the approval of 70 % of the active witnesses, rounded down to
 * an integer: 18 of 27, and 0 of 1.
 * Source: docs/protocol/governance.md.
 */
async function scheduledChanges(client: NodeClient, options: CallOptions): Promise<ScheduledRules[]> {
  const proposals = await readProposals(client, options);
  const open = proposals.filter(
    ({ status, parameters }) => status === 'PENDING' && parameters.some(({ id }) => id in FEE_LIMIT_PARAMETERS),
  );
  if (open.length === 0) return [];
  const witnesses = await listWitnesses(client, options);
  const active = new Set(witnesses.filter((witness) => witness.active).map(({ address }) => address));
  return open.map(({ expirationTime: at, approvals, parameters }) => {
    const isDecided = approvals.filter((address) => active.has(address)).length >= Math.trunc((active.size * 7) / 10);
    const change: { -readonly [K in keyof ScheduledRules]: ScheduledRules[K] } = isDecided
      ? { at }
      : { at, undecided: true };
    for (const { id, value } of parameters) {
      const parameter = FEE_LIMIT_PARAMETERS[id];
      if (parameter === undefined) continue;
      if (value < 0n)
        throw new RpcError('RESPONSE_INVALID', {
          path: '/wallet/listproposals',
          field: parameter,
          reason: String(value),
        });
      change[parameter] = value;
    }
    return change;
  });
}

async function energyRules(client: NodeClient, options: CallOptions): Promise<EnergyRules> {
  const [parameters, nextMaintenance, scheduled] = await Promise.all([
    getChainParameters(client, options),
    getNextMaintenanceTime(client, options),
    scheduledChanges(client, options),
  ]);
  const { energy: _, bandwidth: __, ...prices } = feePrices(parameters);
  const { energyPrice, energyThreshold: threshold, maxFeeLimit, bandwidthPrice, dynamicEnergy } = parameters;
  return {
    energyPrice,
    maxFactor: dynamicEnergy ? parameters.maxFactor : 0n,
    threshold,
    increaseFactor: dynamicEnergy ? parameters.increaseFactor : 0n,
    maxFeeLimit,
    nextMaintenance,
    maintenanceIntervalMs: parameters.maintenanceIntervalMs,
    bandwidthPrice,
    prices,
    scheduled,
  };
}

async function funds(client: NodeClient, address: Address, options: CallOptions): Promise<AccountFunds> {
  const [balance = 0n, resources] = await Promise.all([
    findBalance(client, { address }, options),
    getAccountResources(client, { address }, options),
  ]);
  return omitUndefined({
    balance,
    ...ownerResources(resources),
    quotas: resources && quotasForCalls(resources),
  });
}

/** Limits and usage. The energy limit is the part that calls may use. */
function quotasForCalls({
  energy,
  stakedBandwidth,
  freeBandwidth,
}: AccountResources): NonNullable<AccountFunds['quotas']> {
  return { energy: { used: energy.used, limit: energy.callLimit }, stakedBandwidth, freeBandwidth };
}

/**
 * Creates an `EnergySource` for a fee planner from a client: energy in units, prices in small units, factors in
 * ten-thousandths. A constant call shows its inner calls with the contract that they run in. It does not show calls of
 * precompiled contracts, which have no factor. Library code that runs by DELEGATECALL costs by the factor of the
 * contract that calls it.
 *
 * Source: docs/protocol/dynamic-energy.md; docs/protocol/contract-calls.md; docs/protocol/governance.md.
 *
 * @param client - as {@link createNodeClient} makes it
 *
 * @example
 * ```ts
 * import { createNodeClient } from '@coin/rpc';
 * import { createEnergySource } from '@coin/rpc/energy-source';
 *
 * const source = createEnergySource(createNodeClient({ transport: 'http://127.0.0.1:8090' }));
 * const { energyPrice, nextMaintenance } = await source.energyRules();
 * energyPrice; // => 100n
 * nextMaintenance; // => 1_795_240_800_000
 * ```
 */
export function createEnergySource(client: NodeClient): Required<EnergySource> {
  clientArgument(client);
  return {
    simulate: async (call, options) => readWith(options, async (read) => simulate(client, call, read)),
    estimate: async (call, options) =>
      readWith(options, async (read) => {
        const { energy } = await estimateEnergy(client, call, { ...read, kind: 'search' });
        return { kind: 'search', energy, touched: [] };
      }),
    contractState: async (address, options) => readWith(options, async (read) => contractState(client, address, read)),
    energyRules: async (options) => readWith(options, async (read) => energyRules(client, read)),
    funds: async (address, options) => readWith(options, async (read) => funds(client, address, read)),
    accountExists: async (address, options) =>
      readWith(options, async (read) => (await findBalance(client, { address }, read)) !== undefined),
    genesisId: async (options) => readWith(options, async (read) => getGenesisId(client, read)),
  };
}
