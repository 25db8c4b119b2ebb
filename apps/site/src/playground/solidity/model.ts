import { isFeeError } from '@coin/fee';
import { type ContractCall, createFeePlanner } from '@coin/fee/planner';
import { isRpcError, triggerConstantContract, type Abi, type AbiEntry, type ContractLog } from '@coin/rpc';
import { type DecodedLog, decodeLogs, decodeResult, revertReason } from '@coin/rpc/abi';
import { sendCall } from '../node/execute-call.ts';
import { type LocalNetwork, openLocalNetwork } from '../node/local-network.ts';
import { createReplayer } from '../node/replayer.ts';
import { problemOf } from '../problem-of.ts';
import { type ReportProgress } from '../worker/progress.ts';

/** What the reader does with a contract: deploys it, sends a call of it, or reads without a transaction. */
export interface ContractAction {
  readonly do: 'deploy' | 'send' | 'read';
  /** The signature of what is called. */
  readonly title: string;
  /** Hexadecimal: the code with the encoded arguments of its constructor, or the data of a call. */
  readonly data: string;
  /** Small units that the caller sends along. */
  readonly callValue: bigint;
  /** In small units; 0 for what is only read. */
  readonly feeLimit: bigint;
  /** What decodes the result. */
  readonly entry?: AbiEntry;
}

/** A deployment and the calls after it, in order. */
export interface ContractPlan {
  readonly abi: Abi;
  readonly actions: readonly ContractAction[];
}

/** A value that a contract returned or logged. */
export interface NamedValue {
  readonly name: string;
  readonly value: unknown;
}

/** An event, or the data of a log that belongs to no event of the contract. */
export interface ContractEvent {
  readonly name: string;
  readonly values: readonly NamedValue[];
}

/** How an action ended. Energy in units, amounts in small units. */
export interface ContractStep extends Pick<ContractAction, 'do' | 'title' | 'feeLimit'> {
  readonly succeeded: boolean;
  /** The node's word: `SUCCESS`, `REVERT`, `OUT_OF_ENERGY`, …; `REJECTED` for what no block has. */
  readonly result: string;
  /** Why it failed. */
  readonly reason?: string;
  readonly values: readonly NamedValue[];
  readonly events: readonly ContractEvent[];
  readonly energy: bigint;
  /** What it burned in all; 0 for what is only read. */
  readonly fee: bigint;
  /** The part of the fee for energy, which the fee limit bounds. */
  readonly energyFee: bigint;
  /** The fee limit that the planner chooses, unless the call fails whatever its limit. */
  readonly planned?: bigint;
}

/** What came of a plan. */
export interface ContractRun {
  /** Absent if the deployment failed. */
  readonly contract?: string;
  /** Of other accounts, which arguments may name. */
  readonly accounts: readonly string[];
  readonly steps: readonly ContractStep[];
}

/** A step before its data is decoded. */
interface RawStep extends Omit<ContractStep, 'values' | 'events'> {
  readonly data: string;
  readonly logs: readonly ContractLog[];
  /** Of a deployment that succeeded. */
  readonly contract?: string;
}

/** Steps after which the node ends a call, so an endless loop takes a few seconds. */
const STEP_LIMIT = 1_500_000;

/** The fee limit that holds for an hour; undefined for a call that fails whatever its limit. */
async function planLimit({ source, node }: LocalNetwork, call: ContractCall): Promise<bigint | undefined> {
  try {
    return (await createFeePlanner({ source, clock: node.clock }).plan(call, { horizonMs: 3_600_000 })).feeLimit;
  } catch (error) {
    if (!isRpcError(error) && !isFeeError(error)) throw error;
    return undefined;
  }
}

type Beginning = Pick<ContractAction, 'do' | 'title' | 'feeLimit'>;

/** A call that no block has, because it failed or the node rejected it. */
const without = (action: Beginning, result: string, reason: string): RawStep => ({
  ...action,
  succeeded: false,
  result,
  reason,
  energy: 0n,
  fee: 0n,
  energyFee: 0n,
  data: '',
  logs: [],
});

async function send(network: LocalNetwork, call: ContractCall, action: Beginning): Promise<RawStep> {
  const planned = await planLimit(network, call);
  try {
    const { info, outcome } = await sendCall(network, call, action.feeLimit);
    const { succeeded, result, energy, fee, energyFee } = outcome;
    const { contractResult: data, reason, logs, contractAddress: contract } = info;
    return {
      ...action,
      succeeded,
      result,
      energy,
      fee,
      energyFee,
      data,
      logs,
      ...(reason !== undefined && { reason }),
      ...(planned !== undefined && { planned }),
      ...(succeeded && contract !== undefined && { contract }),
    };
  } catch (error) {
    if (!isRpcError(error)) throw error;
    const isRejected = isRpcError(error, 'BROADCAST_REJECTED');
    return without(action, 'REJECTED', isRejected ? error.context.nodeMessage : problemOf(error));
  }
}

async function read({ client }: LocalNetwork, call: ContractCall, action: Beginning): Promise<RawStep> {
  try {
    const { constantResult: data, energyUsed: energy, logs } = await triggerConstantContract(client, call);
    return { ...action, succeeded: true, result: 'SUCCESS', energy, fee: 0n, energyFee: 0n, data, logs };
  } catch (error) {
    if (isRpcError(error, 'CALL_REVERTED'))
      return { ...without(action, 'REVERT', problemOf(error)), data: error.context.data };
    if (!isRpcError(error)) throw error;
    return without(action, 'FAILED', problemOf(error));
  }
}

/** Plays an action on the contract that the first one deployed. */
async function playAction(
  network: LocalNetwork,
  { do: verb, title, data, callValue, feeLimit }: ContractAction,
  [deployment]: readonly RawStep[],
): Promise<RawStep> {
  const action = { do: verb, title, feeLimit };
  const value = callValue === 0n ? {} : { callValue };
  if (verb === 'deploy') return send(network, { owner: network.owner, data, ...value }, action);
  const contract = deployment?.contract;
  if (contract === undefined) return without(action, 'REJECTED', 'The contract is not deployed.');
  const call = { owner: network.owner, contract, data, ...value };
  return verb === 'send' ? send(network, call, action) : read(network, call, action);
}

const player = createReplayer({
  prepare: async () => openLocalNetwork({ stepLimit: STEP_LIMIT }),
  keyOf: (action: ContractAction) =>
    JSON.stringify(action, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  play: playAction,
});

function resultOf({ entry }: ContractAction, { succeeded, data }: RawStep): readonly NamedValue[] {
  if (!succeeded || entry?.name === undefined || entry.outputs === undefined) return [];
  const { name: functionName, outputs } = entry;
  const decoded: unknown = decodeResult({ abi: [entry] as Abi, functionName, data });
  const values = outputs.length > 1 && Array.isArray(decoded) ? decoded : [decoded];
  return outputs.map(({ name = '', type }, index) => ({ name: name === '' ? type : name, value: values[index] }));
}

function eventOf({ eventName, args, data }: DecodedLog<Abi, ContractLog>): ContractEvent {
  if (eventName === undefined)
    return { name: 'A log of no known event', values: [{ name: 'data', value: `0x${data}` }] };
  const entries = Object.entries(args ?? {});
  return { name: eventName, values: entries.map(([name, value]: [string, unknown]) => ({ name, value })) };
}

/** Custom errors are of the ABI, which the node does not know. */
function reasonOf(abi: Abi, { succeeded, result, reason, data }: RawStep): string | undefined {
  if (succeeded) return undefined;
  return result === 'REVERT' ? revertReason(data, abi) : reason;
}

function stepOf(abi: Abi, action: ContractAction, raw: RawStep): ContractStep {
  const { do: verb, title, feeLimit, succeeded, result, energy, fee, energyFee, planned, logs } = raw;
  const reason = reasonOf(abi, raw);
  return {
    do: verb,
    title,
    feeLimit,
    succeeded,
    result,
    energy,
    fee,
    energyFee,
    ...(reason !== undefined && { reason }),
    ...(planned !== undefined && { planned }),
    values: resultOf(action, raw),
    events: decodeLogs({ abi, logs }).map(eventOf),
  };
}

/** Deploys a contract on a separate node, calls it, and decodes what it answers. */
export async function runContract({ abi, actions }: ContractPlan, report: ReportProgress): Promise<ContractRun> {
  report({ share: 0.1, step: 'Starting the node' });
  const { stage, played } = await player.play(actions, (done) => {
    report({
      share: 0.1 + (0.9 * done) / actions.length,
      step: done === 0 ? 'Deploying the contract' : 'Calling the contract',
    });
  });
  const [deployment] = played;
  const contract = deployment?.contract;
  return {
    ...(contract !== undefined && { contract }),
    accounts: stage.node.accounts.slice(1, 4).map(({ address }) => address),
    steps: played.flatMap((raw, index) => {
      const action = actions[index];
      return action === undefined ? [] : [stepOf(abi, action, raw)];
    }),
  };
}
