import { type Address } from '../../protocol/primitives.ts';
import { type AnalysisCache } from '../code/analysis-cache.ts';
import { type CodeAnalysis, segmentCosts, START } from '../code/code-analysis.ts';
import { type WordStack, readBigint, reserveWords } from '../words/stack.ts';
import { FACTOR_PRECISION, catchUpEnergyState } from '../world/dynamic-energy.ts';
import { type PendingInternalTransaction } from '../world/internal-transaction.ts';
import { type VmRules } from '../world/vm-rules.ts';
import { type ContractCode, type WorldState } from '../world/world-state.ts';
import { type Checkpoint, type Frame, type FrameMessage } from './frame.ts';
import { type SlotTable, snapshotSlots, restoreSlots } from './slot-table.ts';
import { type TraceDetail, type Tracing } from './trace.ts';
import { type Workspace, acquireMemory } from './workspace.ts';

/** The block in which contracts run, as they see it. Source: docs/protocol/virtual-machine.md. */
export interface BlockContext {
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  /** The witness that produces the block. */
  readonly coinbase: Address;
  /** Maintenance cycle, for the dynamic energy model. */
  readonly cycle: number;
  /** Id of block 0, 32 bytes, which determines CHAINID. */
  readonly genesisBlockID: Uint8Array;
  /** Id of an earlier block, 32 bytes. Called only for the last 256. */
  readonly blockID: (number: number) => Uint8Array | undefined;
}

/** A log that a contract wrote. Source: docs/protocol/contract-calls.md. */
export interface Log {
  readonly address: Address;
  /** At most four topics of 32 bytes. */
  readonly topics: readonly Uint8Array[];
  readonly data: Uint8Array;
}

/** The state of one transaction or constant call while it runs. */
export interface Execution {
  readonly state: WorldState;
  readonly rules: VmRules;
  readonly block: BlockContext;
  readonly origin: Address;
  /** Computed on demand, because few contracts need it. */
  readonly txID: () => Uint8Array;
  readonly analyses: AnalysisCache;
  readonly onStep: Tracing['onStep'];
  readonly traceDetails: readonly TraceDetail[];
  readonly onCallEvent: Tracing['onCallEvent'];
  readonly onCodelessCall: Tracing['onCodelessCall'];
  readonly workspace: Workspace;
  readonly stack: WordStack;
  readonly storage: SlotTable;
  readonly transient: SlotTable;
  /** Row keys of the entries of the storage cache. */
  readonly rowKeys: string[];
  readonly owners: StorageOwner[];
  readonly ownersByAddress: Map<Address, StorageOwner>;
  readonly logs: Log[];
  readonly internalTransactions: PendingInternalTransaction[];
  /** Contracts that this transaction created and no failed frame has undone. */
  readonly created: Address[];
  readonly destroyed: Address[];
  readonly touched: Set<Address>;
  readonly readWord: (index: number) => bigint;
  /** Number of internal transactions so far, including rejected ones. */
  nonce: number;
  /** Total penalty of the frames that have ended. */
  penalty: number;
  /** Steps left; infinite without a limit. */
  stepsLeft: number;
  /** The frame that the running instruction calls. */
  pending: Frame | undefined;
  /** The latest revert that no caller passed on: its account and its output. */
  reverted: { readonly by: Address; readonly output: Uint8Array } | undefined;
}

/** A contract whose storage an execution uses. */
export interface StorageOwner {
  readonly index: number;
  readonly address: Address;
  /** The first half of its row keys, and its version, after they have been read. */
  prefix: string | undefined;
  version: number;
}

export function createExecution(
  given: Pick<
    Execution,
    | 'state'
    | 'rules'
    | 'block'
    | 'origin'
    | 'txID'
    | 'analyses'
    | 'onStep'
    | 'traceDetails'
    | 'onCallEvent'
    | 'onCodelessCall'
    | 'workspace'
    | 'stepsLeft'
  >,
): Execution {
  const { stack, storage, transient } = given.workspace;
  return {
    ...given,
    stack,
    storage,
    transient,
    rowKeys: [],
    owners: [],
    ownersByAddress: new Map(),
    logs: [],
    internalTransactions: [],
    created: [],
    destroyed: [],
    touched: new Set(),
    readWord: (index) => readBigint(stack, index),
    nonce: 0,
    penalty: 0,
    pending: undefined,
    reverted: undefined,
  };
}

function ownerOf(execution: Execution, address: Address): number {
  const known = execution.ownersByAddress.get(address);
  if (known !== undefined) return known.index;
  const owner: StorageOwner = { index: execution.owners.length, address, prefix: undefined, version: 0 };
  execution.owners.push(owner);
  execution.ownersByAddress.set(address, owner);
  return owner.index;
}

export function takeCheckpoint(execution: Execution): Checkpoint {
  return {
    state: execution.state.snapshot(),
    storage: snapshotSlots(execution.storage),
    transient: snapshotSlots(execution.transient),
    logs: execution.logs.length,
    created: execution.created.length,
    destroyed: execution.destroyed.length,
  };
}

export function revertTo(execution: Execution, checkpoint: Checkpoint): void {
  execution.state.restore(checkpoint.state);
  restoreSlots(execution.storage, checkpoint.storage);
  restoreSlots(execution.transient, checkpoint.transient);
  execution.logs.length = checkpoint.logs;
  execution.created.length = checkpoint.created;
  execution.destroyed.length = checkpoint.destroyed;
}

/** Factor of an address in this cycle, updated in the state: 10,000 plus its energy factor. */
function currentFactor(execution: Execution, address: Address): number {
  const { dynamicEnergy } = execution.rules;
  if (dynamicEnergy === undefined) return FACTOR_PRECISION;
  const stored = execution.state.getContractEnergyState(address);
  const current = catchUpEnergyState(stored, BigInt(execution.block.cycle), dynamicEnergy);
  if (current !== stored) execution.state.setContractEnergyState(address, current);
  return FACTOR_PRECISION + Number(current.energyFactor);
}

const EMPTY = /* @__PURE__ */ new Uint8Array(0);

/** Creates a frame that is ready to run. The checkpoint is from before its value was transferred. */
export function createFrame(
  execution: Execution,
  parent: Frame | undefined,
  checkpoint: Checkpoint,
  message: FrameMessage,
  code: ContractCode | Uint8Array,
): Frame {
  const analysis: CodeAnalysis =
    code instanceof Uint8Array ? execution.analyses.analyse(code) : execution.analyses.ofContract(code);
  const base = parent === undefined ? 0 : parent.top;
  reserveWords(execution.stack, base);
  execution.touched.add(message.address);
  const factor = currentFactor(execution, message.address);
  return {
    message,
    parent,
    checkpoint,
    analysis,
    costs: execution.onStep === undefined ? segmentCosts(analysis, factor) : infiniteCosts(analysis),
    factor,
    memory: acquireMemory(execution.workspace),
    ownerIndex: ownerOf(execution, message.address),
    base,
    top: base,
    isExact: false,
    position: START,
    energyLeft: message.energyLimit,
    penalty: 0,
    forwarded: 0,
    forfeited: 0,
    returnData: EMPTY,
    output: EMPTY,
    reverted: false,
    exception: undefined,
    outputOffset: 0,
    outputSize: 0,
  };
}

/** Costs that no energy covers. Every segment then takes the exact path, which reports its instructions. */
function infiniteCosts(analysis: CodeAnalysis): Frame['costs'] {
  const energy = new Float64Array(analysis.needs.length).fill(Number.POSITIVE_INFINITY);
  return { energy, penalty: energy };
}

/** Adds the frame's use to the energy state of its address, after a normal end or a REVERT. */
export function recordUsage(execution: Execution, frame: Frame): void {
  if (execution.rules.dynamicEnergy === undefined) return;
  const used = frame.message.energyLimit - frame.energyLeft - frame.penalty - frame.forwarded;
  const state = execution.state.getContractEnergyState(frame.message.address);
  if (state === undefined || used === 0) return;
  execution.state.setContractEnergyState(frame.message.address, {
    ...state,
    energyUsage: BigInt.asIntN(64, state.energyUsage + BigInt(used)),
  });
}

/** Marks an internal transaction and all later ones as rejected. */
export function rejectInternalTransactions(execution: Execution, from: number): void {
  for (const internal of execution.internalTransactions.slice(Math.max(0, from))) internal.rejected = true;
}

/** Adds an internal transaction of a frame, with the next nonce. */
export function addInternalTransaction(
  execution: Execution,
  frame: Frame,
  draft: Pick<PendingInternalTransaction, 'caller' | 'transferTo' | 'value' | 'note'> &
    Partial<Pick<PendingInternalTransaction, 'data' | 'tokens'>>,
): PendingInternalTransaction {
  execution.nonce++;
  const added: PendingInternalTransaction = {
    parent: frame.message.internalIndex,
    depth: frame.message.depth,
    hashedValue: draft.value,
    data: EMPTY,
    tokens: [],
    rejected: false,
    nonce: execution.nonce,
    ...draft,
  };
  execution.internalTransactions.push(added);
  return added;
}
