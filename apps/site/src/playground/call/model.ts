import { type ContractCall } from '@coin/fee/planner';
import { type ExecutionTrace } from '@coin/mock-node';
import { functionSelectorHex } from '@coin/rpc';
import { drawFlameGraph, formatCallTree } from '@coin/testing/report';
import { type CallName } from '../node/call-titles.ts';
import { prepareCall } from '../node/contract-calls.ts';
import { openLocalNetwork, type LocalNetwork } from '../node/local-network.ts';
import { type OwnContract } from '../node/own-contract.ts';
import { type ReportProgress } from '../worker/progress.ts';
import { energyBoxes, type EnergyBoxes } from './energy-boxes.ts';
import { energyTables, type EnergyTables } from './energy-tables.ts';

/** Which call to open up. */
export interface CallChoice {
  readonly call: CallName;
  /** The energy factor of all contracts in the call, in ten-thousandths. */
  readonly factor: number;
  readonly own: OwnContract;
}

/** Where the energy of a call went. Energy is in units. */
export interface OpenedCall extends EnergyTables {
  /** What happened, in the node's words where it failed. */
  readonly outcome: string;
  readonly succeeded: boolean;
  readonly energy: bigint;
  readonly penalty: bigint;
  /** Of SLOAD and SSTORE, in all contracts together. */
  readonly storage: bigint;
  /** What the energy costs where all of it is burned, in small units. */
  readonly price: bigint;
  /** The energy by calls and kinds of work. */
  readonly boxes: EnergyBoxes;
  /** The picture to save, an SVG document. */
  readonly flameGraph: string;
  /** The calls as indented text. */
  readonly callTree: string;
}

type Trace = ExecutionTrace & { readonly error?: string };

/** A long call has millions of steps. Calls and energy are complete without them; only kinds of work need them. */
const WITHOUT_STEPS = { maxSteps: 0 };
const MAX_STEPS = { maxSteps: 100_000 };

/** Steps after which the node ends a call: an endless loop takes a few seconds, although each step is recorded. */
const STEP_LIMIT = 1_500_000;

const dataOf = (call: ContractCall): string =>
  'data' in call ? call.data : functionSelectorHex(call.functionSelector) + call.parameter;

function traceCall({ node }: LocalNetwork, call: ContractCall, contract: string, steps = MAX_STEPS): Trace {
  return node.traceCall({ owner: call.owner, contract, data: dataOf(call), ...steps });
}

async function traceDeployment({ node }: LocalNetwork, call: ContractCall): Promise<Trace> {
  const { txID } = await node.deploy({ owner: call.owner, bytecode: dataOf(call), name: 'Contract' });
  return node.traceTransaction(txID, MAX_STEPS);
}

/** Sets the factor of every contract that a call runs. */
function setFactors(
  network: LocalNetwork,
  call: ContractCall,
  contract: string,
  { call: name, factor }: CallChoice,
): void {
  if (factor === 0) return;
  // A contract of the reader's own may run for long, and knows no other contract here.
  const contracts =
    name === 'own' ? [contract] : traceCall(network, call, contract, WITHOUT_STEPS).contracts.map(addressOf);
  for (const address of contracts) network.node.setEnergyFactor(address, BigInt(factor));
}

const addressOf = ({ address }: { readonly address: string }): string => address;

const OUTCOMES = { success: 'Succeeded', revert: 'Reverted', exception: 'Failed' } as const;

/**
 * Runs a call on a separate node and shows how its energy was used.
 *
 * @throws InvalidContract, MockNodeError for code of the reader's that cannot be read or deployed
 */
export async function openCall(choice: CallChoice, report: ReportProgress): Promise<OpenedCall> {
  report({ share: 0.1, step: 'Deploying the contracts' });
  const network = openLocalNetwork({ stepLimit: STEP_LIMIT });
  const { call: prepared } = await prepareCall(network, choice.call, choice.own);
  const { contract } = prepared;
  if (contract !== undefined) setFactors(network, prepared, contract, choice);
  report({ share: 0.4, step: 'Running the call' });
  const trace =
    contract === undefined ? await traceDeployment(network, prepared) : traceCall(network, prepared, contract);
  const { call } = trace;
  if (call === undefined) throw new Error(`No contract ran: ${trace.error ?? 'the account has no code'}.`);
  report({ share: 0.9, step: 'Drawing where the energy went' });
  const tables = energyTables(trace, call);
  return {
    ...tables,
    outcome: [OUTCOMES[call.status], ...(call.error === undefined ? [] : [call.error])].join(': '),
    succeeded: call.status === 'success',
    energy: call.energy,
    penalty: call.penalty,
    storage: tables.contracts.reduce((sum, { storage }) => sum + storage, 0n),
    price: call.energy * trace.energyPrice,
    boxes: energyBoxes(trace, call),
    flameGraph: drawFlameGraph(trace),
    callTree: formatCallTree(trace),
  };
}
