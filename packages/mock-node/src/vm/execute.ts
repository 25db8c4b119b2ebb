import { argumentInvalid } from '../errors.ts';
import { ADDRESS_PREFIX, isAddress } from '../protocol/address.ts';
import { type Address } from '../protocol/primitives.ts';
import { runToCompletion } from './call-loop.ts';
import { analysisCache } from './code/analysis-cache.ts';
import { ENERGY } from './code/energy-schedule.ts';
import { codeError } from './instructions/creation.ts';
import { commitStorage } from './machine/contract-storage.ts';
import {
  type BlockContext,
  type Execution,
  type Log,
  createExecution,
  createFrame,
  rejectInternalTransactions,
  revertTo,
  takeCheckpoint,
} from './machine/execution.ts';
import { type ContractResult, type VmException } from './machine/frame-exception.ts';
import { type Checkpoint, forfeitEnergy, type Frame } from './machine/frame.ts';
import { reportEnd, reportStart } from './machine/report-calls.ts';
import { type Tracing } from './machine/trace.ts';
import { acquireWorkspace, releaseMemory, releaseWorkspace } from './machine/workspace.ts';
import { keccak256 } from './words/keccak.ts';
import { type InternalTransaction, finishInternalTransactions } from './world/internal-transaction.ts';
import { coinTransferError, transferCoin, transferTokens, tokenTransferError } from './world/value-transfer.ts';
import { type VmRules } from './world/vm-rules.ts';
import { type WorldState } from './world/world-state.ts';

/** The call or creation of a transaction or a constant call. Amounts are int64, 0 or more. */
export interface Message {
  /** A call runs the code at `to`. A creation runs `data`, and its output becomes the code at `to`. */
  readonly kind: 'call' | 'create';
  readonly caller: Address;
  /** The called contract, or the address of the new one. The ledger has created the new one's account and record. */
  readonly to: Address;
  readonly data: Uint8Array;
  /** Small units. */
  readonly callValue?: bigint;
  readonly tokenId?: bigint;
  readonly tokenValue?: bigint;
  /**
   * Id of the transaction, 32 bytes, or a function that computes it. New addresses and internal transactions derive
   * from it.
   */
  readonly txID: Uint8Array | (() => Uint8Array);
}

/** Options of {@link execute}. */
export interface ExecuteOptions extends Tracing {
  readonly state: WorldState;
  readonly rules: VmRules;
  readonly block: BlockContext;
  readonly message: Message;
  /** Maximum energy that the execution may use, 0 to 2^53 - 1. */
  readonly energyLimit: bigint;
  /**
   * `commit` keeps the writes of a successful execution. `discard` leaves the state unchanged and reports as constant
   * calls do: the logs and internal transactions of a reverted call remain.
   */
  readonly effects: 'commit' | 'discard';
  /**
   * Maximum number of steps of all frames together, 1 or more. Only energy limits them by default. An execution that
   * exceeds it ends as on a node that runs out of time. A step is an instruction; hashes, signatures and the like count
   * as more. A node limits processor time, which differs from run to run.
   */
  readonly stepLimit?: number;
}

/** An execution that could not start, with the node's message. Nothing was charged. */
export interface ExecutionRejection {
  readonly status: 'rejected';
  /** Qualified name of the Java class. */
  readonly className: string;
  readonly message: string;
}

/** An execution that ran. */
export interface ExecutionOutcome {
  readonly status: 'success' | 'revert' | 'exception';
  /** The result in the receipt. */
  readonly contractResult: ContractResult;
  /** Present with status `exception`. */
  readonly exception?: VmException;
  /** Including penalties. */
  readonly energyUsed: bigint;
  /** The penalty within the energy used, including failed frames. */
  readonly energyPenalty: bigint;
  /** With status `revert`, the contract that reverted first with this output, which its callers passed on. */
  readonly revertedBy?: Address;
  /** Returned or reverted data. For a creation its code, even if it could not be saved. */
  readonly output: Uint8Array;
  readonly logs: readonly Log[];
  readonly internalTransactions: readonly InternalTransaction[];
  /** Contracts that destroyed themselves. The ledger must delete the account, code and record of each. */
  readonly destroyed: readonly Address[];
  /** Addresses whose code ran, in order of first use, including failed frames. */
  readonly touched: readonly Address[];
}

/** The result of {@link execute}. */
export type ExecutionResult = ExecutionRejection | ExecutionOutcome;

const VALIDATE_ERROR = 'org.tron.core.exception.ContractValidateException';

/** Digits of the 32 bytes in which the machine keeps an address. */
const WORD_DIGITS = 64;

/** The machine's address for a caller of any bytes, as in a constant call: the last 20 bytes. */
const addressOfWord = (caller: string): Address =>
  isAddress(caller) ? caller : ADDRESS_PREFIX + caller.slice(-40).padStart(40, '0');

/** Transfers the message's coin and tokens. @returns the node's message if that fails. */
function transferMessageValue(state: WorldState, rules: VmRules, message: Message): string | undefined {
  const { caller, to, callValue = 0n, tokenValue = 0n, tokenId = 0n } = message;
  if (callValue > 0n) {
    if (!isAddress(caller)) return 'Invalid ownerAddress!';
    const error = coinTransferError(state, caller, to, callValue);
    if (error !== undefined) return error;
    transferCoin(state, caller, to, callValue);
  }
  if (rules.transferTrc10 && tokenValue > 0n) {
    if (!isAddress(caller)) return 'Invalid ownerAddress';
    const transfer = { from: caller, to, tokenId, amount: tokenValue };
    const error = tokenTransferError(state, transfer);
    if (error !== undefined) return error;
    transferTokens(state, transfer);
  }
  return undefined;
}

function rejection(className: string, message: string): ExecutionRejection {
  return { status: 'rejected', className, message };
}

function rootFrame(execution: Execution, checkpoint: Checkpoint, message: Message, energyLimit: number): Frame {
  const { state, rules } = execution;
  const code = (message.kind === 'create' ? message.data : state.getCode(message.to)) ?? new Uint8Array(0);
  const version = message.kind === 'create' ? 1 : (state.getContract(message.to)?.version ?? 0);
  return createFrame(
    execution,
    undefined,
    checkpoint,
    {
      kind: message.kind,
      depth: 0,
      address: message.to,
      caller: addressOfWord(message.caller),
      input: message.kind === 'create' ? new Uint8Array(0) : message.data,
      callValue: message.callValue ?? 0n,
      tokenValue: rules.transferTrc10 ? (message.tokenValue ?? 0n) : 0n,
      tokenId: rules.transferTrc10 ? (message.tokenId ?? 0n) : 0n,
      isStatic: false,
      version: rules.compatibleEvm ? version : 0,
      energyLimit,
      internalIndex: -1,
    },
    code,
  );
}

/** Saves the code that init code returned, or fails the frame. */
function saveCode(execution: Execution, frame: Frame): void {
  const { output } = frame;
  const needed = output.length * ENERGY.codeByte;
  const error = codeError(execution, output, frame.energyLeft, 'save just created contract code');
  if (frame.energyLeft >= needed) frame.energyLeft -= needed;
  if (error !== undefined) {
    frame.exception = error;
    return;
  }
  if (execution.rules.constantinople) {
    execution.state.setCode(frame.message.address, { bytes: output, hash: keccak256(output) });
  }
}

/**
 * Internal transactions that are finished when they are first read. Their hashes take as long as the calls, and few
 * callers read them.
 *
 * A getter in an object literal would give each outcome a hidden class, which keeps the whole execution alive until a
 * full garbage collection.
 */
class LazyInternalTransactions {
  readonly #execution: Execution;
  #finished: readonly InternalTransaction[] | undefined;

  constructor(execution: Execution) {
    this.#execution = execution;
  }

  get internalTransactions(): readonly InternalTransaction[] {
    const { internalTransactions, txID } = this.#execution;
    return (this.#finished ??= finishInternalTransactions(internalTransactions, txID));
  }
}

function finish(execution: Execution, frame: Frame, { effects }: ExecuteOptions): ExecutionOutcome {
  const { exception, reverted } = frame;
  const failed = exception !== undefined || reverted;
  const isCommitted = effects === 'commit';
  const isOutOfTime = exception?.name === 'OutOfTimeException';
  const written = () => ({ logs: [...execution.logs], destroyed: [...new Set(execution.destroyed)] });
  // Until Osaka, the node lists what an execution had written when its time ran out.
  const kept = isOutOfTime && !execution.rules.osaka ? written() : undefined;
  if (failed && (isCommitted || isOutOfTime)) {
    revertTo(execution, frame.checkpoint);
    rejectInternalTransactions(execution, 0);
    if (exception !== undefined && exception.name !== 'TransferException') forfeitEnergy(frame);
  } else if (isCommitted) {
    commitStorage(execution);
  } else {
    if (exception !== undefined) rejectInternalTransactions(execution, 0);
    execution.state.restore(frame.checkpoint.state);
  }
  const status = exception !== undefined ? 'exception' : reverted ? 'revert' : 'success';
  const contractResult = reverted ? 'REVERT' : (exception?.contractResult ?? 'SUCCESS');
  return Object.assign(new LazyInternalTransactions(execution), {
    status,
    contractResult,
    ...(exception !== undefined && { exception }),
    energyUsed: BigInt(frame.message.energyLimit - frame.energyLeft),
    energyPenalty: BigInt(execution.penalty),
    output: frame.output,
    ...(status === 'revert' && execution.reverted !== undefined && { revertedBy: execution.reverted.by }),
    ...(kept ?? written()),
    touched: [...execution.touched],
  } as const);
}

function runMessage(execution: Execution, options: ExecuteOptions): ExecutionResult {
  const { message, energyLimit } = options;
  const { state, rules, workspace } = execution;
  if (message.kind === 'call' && state.getCode(message.to) === undefined) {
    return rejection(
      'java.lang.NullPointerException',
      'Cannot invoke "org.tron.core.vm.program.Program.getResult()" because "this.program" is null',
    );
  }
  if (message.caller.length > WORD_DIGITS) {
    return rejection('java.lang.RuntimeException', `Data word can't exceed 32 bytes: ${message.caller}`);
  }
  const checkpoint = takeCheckpoint(execution);
  const valueError = transferMessageValue(state, rules, message);
  if (valueError !== undefined) {
    revertTo(execution, checkpoint);
    return rejection(VALIDATE_ERROR, valueError);
  }
  if (message.kind === 'create') execution.created.push(message.to);
  const frame = rootFrame(execution, checkpoint, message, Number(energyLimit));
  reportStart(execution, frame, message.kind === 'create' ? { input: message.data } : {});
  runToCompletion(execution, frame);
  const left = frame.energyLeft;
  if (message.kind === 'create' && !frame.reverted && frame.exception === undefined) saveCode(execution, frame);
  const codeEnergy = left - frame.energyLeft;
  const result = finish(execution, frame, options);
  reportEnd(execution, frame, codeEnergy);
  releaseMemory(workspace, frame.memory);
  return result;
}

/**
 * Runs a contract: transfers the message's value, runs the code, and for a creation saves the returned code.
 *
 * It is deterministic: equal states, rules, blocks, messages and limits give equal results at any time.
 *
 * Source: docs/protocol/virtual-machine.md.
 *
 * @returns the outcome as data. A call that fails has status `exception` or `revert` and leaves the state unchanged.
 * @throws MockNodeError `ARGUMENT_INVALID` for an energy limit outside 0 to 2^53 - 1, or a step limit below 1. Errors of
 * the state and of functions of the options pass through.
 * @example
 * ```ts
 * import { createMemoryState, execute, vmRules } from '@coin/mock-node/vm';
 *
 * const caller = `41${'aa'.repeat(20)}`;
 * const to = `41${'cc'.repeat(20)}`;
 * const state = createMemoryState();
 * state.putAccount(caller, 0n);
 * // PUSH1 2, PUSH1 3, ADD, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN
 * state.putContract(to, { code: Uint8Array.of(0x60, 2, 0x60, 3, 1, 0x60, 0, 0x52, 0x60, 32, 0x60, 0, 0xf3) });
 * const result = execute({
 *   state,
 *   rules: vmRules({ getAllowHigherLimitForMaxCpuTimeOfOneTx: 1n }),
 *   block: {
 *     number: 1,
 *     timestamp: 3000,
 *     coinbase: caller,
 *     cycle: 0,
 *     genesisBlockID: new Uint8Array(32),
 *     blockID: () => undefined,
 *   },
 *   message: { kind: 'call', caller, to, data: new Uint8Array(0), txID: new Uint8Array(32) },
 *   energyLimit: 1000n,
 *   effects: 'discard',
 * });
 * result.status; // => 'success'
 * result.status !== 'rejected' && result.energyUsed; // => 22n
 * ```
 */
export function execute(options: ExecuteOptions): ExecutionResult {
  const { energyLimit, stepLimit } = options;
  if (typeof energyLimit !== 'bigint' || energyLimit < 0n || energyLimit > BigInt(Number.MAX_SAFE_INTEGER))
    throw argumentInvalid('energyLimit', energyLimit, `a bigint from 0 to ${Number.MAX_SAFE_INTEGER}`);
  if (stepLimit !== undefined && !(Number.isSafeInteger(stepLimit) && stepLimit >= 1))
    throw argumentInvalid('stepLimit', stepLimit, 'an integer of 1 or more');
  return executeMessage(options);
}

/**
 * Like {@link execute}, for the ledger, whose limits are in range and whose state may throw its own errors. @internal
 */
export function executeMessage(options: ExecuteOptions): ExecutionResult {
  const { state, rules, block, message, stepLimit } = options;
  const { txID } = message;
  const workspace = acquireWorkspace();
  const execution = createExecution({
    state,
    rules,
    block,
    origin: addressOfWord(message.caller),
    txID: () => (typeof txID === 'function' ? txID() : txID),
    analyses: analysisCache(rules),
    onStep: options.onStep,
    traceDetails: options.traceDetails ?? [],
    onCallEvent: options.onCallEvent,
    onCodelessCall: options.onCodelessCall,
    workspace,
    stepsLeft: stepLimit ?? Number.POSITIVE_INFINITY,
  });
  const result = runMessage(execution, options);
  releaseWorkspace(workspace);
  return result;
}
