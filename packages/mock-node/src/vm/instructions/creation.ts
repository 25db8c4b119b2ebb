import { type Address } from '../../protocol/primitives.ts';
import { CALL_DEPTH_LIMIT, ENERGY } from '../code/energy-schedule.ts';
import { OP } from '../code/opcodes.ts';
import { STEPS } from '../code/step-costs.ts';
import { charge, countSteps, expansionEnergy, memoryEnd, refund } from '../machine/charging.ts';
import {
  addInternalTransaction,
  createFrame,
  rejectInternalTransactions,
  revertTo,
  takeCheckpoint,
  type Execution,
} from '../machine/execution.ts';
import { type VmException, FrameException, longOutOfRange, vmException } from '../machine/frame-exception.ts';
import { type Checkpoint, type Frame, assertNotStatic } from '../machine/frame.ts';
import { readMemory } from '../machine/memory.ts';
import { pushNumber } from '../machine/push.ts';
import { reportStart } from '../machine/report-calls.ts';
import { keccak256 } from '../words/keccak.ts';
import { intSafe, readBytes, unsignedLong, writeBigint } from '../words/stack.ts';
import { getCreateAddress, getCreate2Address } from '../world/contract-address.ts';
import { coinTransferError, transferCoin } from '../world/value-transfer.ts';
import { type Handler, type RunOutcome } from './handler.ts';

const EMPTY = /* @__PURE__ */ new Uint8Array(0);
const FORBIDDEN_FIRST_BYTE = 0xef;

/** Creates the account and the record of a contract. @returns false if there is already a contract at the address. */
function prepareContract(execution: Execution, frame: Frame, address: Address, kind: 'CREATE' | 'CREATE2'): boolean {
  const { state, rules } = execution;
  const exists = state.hasAccount(address);
  // Before Constantinople, any existing account made a creation fail.
  const taken = exists && (!rules.constantinople || state.getContract(address) !== undefined);
  if (taken) return false;
  if (exists) state.convertToContractAccount(address);
  else state.createContractAccount(address);
  state.createContract(address, {
    version: rules.compatibleEvm ? frame.message.version : 0,
    deployer: frame.message.address,
    ...(kind === 'CREATE2' && { txID: execution.txID() }),
  });
  execution.created.push(address);
  return true;
}

function create(
  execution: Execution,
  frame: Frame,
  {
    address,
    code,
    value,
    kind,
  }: { address: Address; code: Uint8Array; value: bigint | undefined; kind: 'CREATE' | 'CREATE2' },
): RunOutcome | undefined {
  const { state, rules } = execution;
  const { message } = frame;
  if (value === undefined) throw longOutOfRange();
  if (state.getBalance(message.address) < value) {
    pushNumber(execution, frame, 0);
    return undefined;
  }
  const checkpoint = takeCheckpoint(execution);
  const isFree = prepareContract(execution, frame, address, kind);
  if (value > 0n) {
    const error = coinTransferError(state, message.address, address, value);
    if (error !== undefined) {
      throw new FrameException('BytecodeExecutionException', `validateForSmartContract failure:${error}`);
    }
    transferCoin(state, message.address, address, value);
  }
  const left = frame.energyLeft;
  const passed = rules.compatibleEvm && message.version === 1 ? left - Math.floor(left / 64) : left;
  frame.energyLeft -= passed;
  frame.forwarded += passed;
  const internal = addInternalTransaction(execution, frame, {
    caller: message.address,
    transferTo: address,
    value,
    data: code,
    note: 'create',
  });
  if (!isFree) {
    internal.rejected = true;
    revertTo(execution, checkpoint);
    pushNumber(execution, frame, 0);
    return undefined;
  }
  const internalIndex = execution.internalTransactions.length - 1;
  if (code.length === 0) {
    finishCreation(execution, frame, { address, internalIndex, checkpoint, output: EMPTY, left: passed });
    return undefined;
  }
  const child = createFrame(
    execution,
    frame,
    checkpoint,
    {
      kind: 'create',
      depth: message.depth + 1,
      address,
      caller: message.address,
      input: EMPTY,
      callValue: value,
      tokenValue: 0n,
      tokenId: 0n,
      isStatic: false,
      version: rules.compatibleEvm ? message.version : 0,
      energyLimit: passed,
      internalIndex,
    },
    code,
  );
  reportStart(execution, child, { opcode: OP[kind], input: code });
  execution.pending = child;
  return 'called';
}

/** Why code can't be saved: its first byte, or too little energy for its length. */
export function codeError(execution: Execution, code: Uint8Array, left: number, hint: string): VmException | undefined {
  if (execution.rules.london && code[0] === FORBIDDEN_FIRST_BYTE) {
    return vmException('InvalidCodeException', 'invalid code: must not begin with 0xef');
  }
  const needed = code.length * ENERGY.codeByte;
  if (left >= needed) return undefined;
  return vmException(
    'OutOfEnergyException',
    `Not enough energy for '${hint}' executing: needEnergy[${needed}], leftEnergy[${left}];`,
  );
}

function finishCreation(
  execution: Execution,
  frame: Frame,
  created: { address: Address; internalIndex: number; checkpoint: Checkpoint; output: Uint8Array; left: number },
): void {
  const { output } = created;
  const error = codeError(execution, output, created.left, 'No energy to save just created contract code');
  if (error !== undefined) {
    failCreation(execution, frame, created.internalIndex, created.checkpoint);
    return;
  }
  execution.state.setCode(created.address, { bytes: output, hash: keccak256(output) });
  writeBigint(execution.stack, frame.top++, BigInt(`0x${created.address}`));
  const rest = created.left - output.length * ENERGY.codeByte;
  if (rest > 0) refund(frame, rest);
}

function failCreation(execution: Execution, frame: Frame, internalIndex: number, checkpoint: Checkpoint): void {
  rejectInternalTransactions(execution, internalIndex);
  revertTo(execution, checkpoint);
  pushNumber(execution, frame, 0);
}

/** Continues the creator after the frame of the init code has ended. */
export function resumeAfterCreation(execution: Execution, frame: Frame, child: Frame): void {
  const { address, internalIndex } = child.message;
  if (child.exception !== undefined) {
    failCreation(execution, frame, internalIndex, child.checkpoint);
  } else if (child.reverted) {
    failCreation(execution, frame, internalIndex, child.checkpoint);
    // The node checks even reverted output for the forbidden first byte, and then treats the creation as failed.
    if (execution.rules.london && child.output[0] === FORBIDDEN_FIRST_BYTE) return;
    frame.returnData = child.output;
    if (child.energyLeft > 0) refund(frame, child.energyLeft);
  } else {
    finishCreation(execution, frame, {
      address,
      internalIndex,
      checkpoint: child.checkpoint,
      output: child.output,
      left: child.energyLeft,
    });
  }
}

function createFromNonce(execution: Execution, frame: Frame): RunOutcome | undefined {
  const { stack } = execution;
  const end = memoryEnd(execution, frame.top - 2, frame.top - 3);
  charge(execution, frame, OP.CREATE, ENERGY.create + expansionEnergy(frame, OP.CREATE, end));
  countSteps(execution, OP.CREATE, STEPS.creation + STEPS.creationByte * stack.small[frame.top - 3]!);
  assertNotStatic(frame);
  frame.returnData = EMPTY;
  const value = unsignedLong(stack, frame.top - 1);
  const offset = stack.small[frame.top - 2]!;
  const length = stack.small[frame.top - 3]!;
  frame.top -= 3;
  if (frame.message.depth === CALL_DEPTH_LIMIT) {
    pushNumber(execution, frame, 0);
    return undefined;
  }
  const code = readMemory(frame.memory, offset, length);
  const address = getCreateAddress({ txID: execution.txID(), nonce: execution.nonce });
  return create(execution, frame, { address, code, value, kind: 'CREATE' });
}

function createFromSalt(execution: Execution, frame: Frame): RunOutcome | undefined {
  const { stack, rules } = execution;
  const end = memoryEnd(execution, frame.top - 2, frame.top - 3);
  const energy = ENERGY.create + expansionEnergy(frame, OP.CREATE2, end);
  const words = Math.ceil(intSafe(stack, frame.top - 3) / 32);
  charge(execution, frame, OP.CREATE2, energy + ENERGY.sha3Word * words);
  countSteps(execution, OP.CREATE2, STEPS.creation + STEPS.creationByte * stack.small[frame.top - 3]!);
  assertNotStatic(frame);
  if (rules.osaka) frame.returnData = EMPTY;
  const value = unsignedLong(stack, frame.top - 1);
  const offset = stack.small[frame.top - 2]!;
  const length = stack.small[frame.top - 3]!;
  const salt = new Uint8Array(32);
  readBytes(stack, frame.top - 4, salt, 0);
  frame.top -= 4;
  if (frame.message.depth === CALL_DEPTH_LIMIT) {
    if (rules.compatibleEvm || rules.osaka) {
      pushNumber(execution, frame, 0);
      return undefined;
    }
    if (rules.version4811) throw new FrameException('OutOfTimeException', 'CPU timeout for create2 executing');
  }
  const code = readMemory(frame.memory, offset, length);
  const sender = rules.istanbul ? frame.message.address : frame.message.caller;
  const address = getCreate2Address({ deployer: sender, salt, code });
  return create(execution, frame, { address, code, value, kind: 'CREATE2' });
}

/** Instructions that create contracts. */
export const creationHandlers: Readonly<Record<number, Handler>> = {
  [OP.CREATE]: createFromNonce,
  [OP.CREATE2]: createFromSalt,
};
