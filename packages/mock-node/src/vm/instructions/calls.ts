import { type Address } from '../../protocol/primitives.ts';
import { CALL_DEPTH_LIMIT, ENERGY } from '../code/energy-schedule.ts';
import { instructionName, OP } from '../code/opcodes.ts';
import { STEPS } from '../code/step-costs.ts';
import { type CallRequest, checkTokenId, transfersTokens } from '../machine/call-request.ts';
import { countSteps, expansionEnergy, memoryEnd, penaltyOn, refund, reportStep } from '../machine/charging.ts';
import {
  addInternalTransaction,
  createFrame,
  rejectInternalTransactions,
  revertTo,
  takeCheckpoint,
  type Execution,
} from '../machine/execution.ts';
import { FrameException, longOutOfRange, staticModification } from '../machine/frame-exception.ts';
import { type Frame, programCounter } from '../machine/frame.ts';
import { extendMemory, readMemory, writeMemory } from '../machine/memory.ts';
import { pushNumber } from '../machine/push.ts';
import { reportFramelessCall, reportStart } from '../machine/report-calls.ts';
import { callPrecompile } from '../precompiles/call-precompile.ts';
import { findPrecompile } from '../precompiles/registry.ts';
import { lowLong, readAddress, unsignedLong } from '../words/stack.ts';
import {
  coinTransferError,
  createMissingAccount,
  transferCoin,
  transferTokens,
  tokenTransferError,
} from '../world/value-transfer.ts';
import { type Handler, type RunOutcome } from './handler.ts';

const EMPTY = /* @__PURE__ */ new Uint8Array(0);

/** Charges a call and the energy that it passes on. @returns that energy, without the stipend. */
function chargeCall(execution: Execution, frame: Frame, opcode: number, base: number, input: number): number {
  const end = Math.max(memoryEnd(execution, input, input - 1), memoryEnd(execution, input - 2, input - 3));
  const energy = base + expansionEnergy(frame, opcode, end);
  const penalty = penaltyOn(frame, energy);
  const total = energy + penalty;
  if (total > frame.energyLeft) {
    throw new FrameException(
      'OutOfEnergyException',
      `Not enough energy for '${instructionName(opcode)}' operation executing:` +
        ` opEnergy[${total}], programEnergy[${frame.energyLeft}]`,
    );
  }
  let available = frame.energyLeft - total;
  if (execution.rules.compatibleEvm && frame.message.version === 1) available -= Math.floor(available / 64);
  const requested = execution.stack.small[frame.top - 1]!;
  const passed = requested < 0 || requested > available ? available : requested;
  frame.energyLeft -= total + passed;
  frame.penalty += penalty;
  frame.forwarded += passed;
  reportStep(execution, frame, programCounter(frame), opcode, total + passed, penalty);
  return passed;
}

/** A call that transfers value costs more, and still more if it creates the receiver's account. */
function valueEnergy(execution: Execution, frame: Frame, opcode: number): number {
  if (execution.stack.small[frame.top - 3] === 0) return 0;
  const createsAccount =
    opcode !== OP.CALLCODE && !execution.state.hasAccount(readAddress(execution.stack, frame.top - 2));
  return ENERGY.callValue + (createsAccount ? ENERGY.newAccount : 0);
}

/** Transfers the value of a call. @throws TransferException with the node's message. */
function transferValue(
  execution: Execution,
  frame: Frame,
  request: CallRequest,
  { to, amount, tokenId }: { to: Address; amount: bigint; tokenId: bigint | undefined },
): void {
  const { state, rules } = execution;
  const from = frame.message.address;
  createMissingAccount(state, rules, to);
  const error =
    tokenId === undefined
      ? coinTransferError(state, from, to, amount)
      : tokenTransferError(state, { from, to, tokenId, amount });
  if (error !== undefined) {
    if (!rules.constantinople) {
      throw new FrameException('BytecodeExecutionException', `validateForSmartContract failure:${error}`);
    }
    refund(frame, request.energy);
    const kind = tokenId === undefined ? 'trx' : 'trc10';
    throw new FrameException('TransferException', `transfer ${kind} failed: ${error}`);
  }
  if (tokenId === undefined) transferCoin(state, from, to, amount);
  else transferTokens(state, { from, to, tokenId, amount });
}

function callContract(
  execution: Execution,
  frame: Frame,
  request: CallRequest,
  operands: number,
): RunOutcome | undefined {
  const { state, stack, rules } = execution;
  const { message } = frame;
  const { opcode, energy, codeAddress } = request;
  const outputOffset = stack.small[request.input - 2]!;
  const outputSize = stack.small[request.input - 3]!;
  const value = request.valueWord === undefined ? 0n : unsignedLong(stack, request.valueWord);
  const tokenWord = request.tokenWord;

  frame.returnData = EMPTY;
  if (message.depth === CALL_DEPTH_LIMIT) {
    frame.top -= operands;
    return endCall(execution, frame, { result: 0, energy });
  }
  const input = readMemory(frame.memory, stack.small[request.input]!, stack.small[request.input - 1]!);
  const keepsContext = opcode === OP.CALLCODE || opcode === OP.DELEGATECALL;
  const address = keepsContext ? message.address : codeAddress;
  if (value === undefined) {
    if (!rules.constantinople) throw longOutOfRange();
    refund(frame, energy);
    throw new FrameException('TransferException', 'endowment out of long range');
  }
  checkTokenId(execution, frame, request);
  const tokenId =
    tokenWord !== undefined && transfersTokens(execution, request) ? lowLong(stack, tokenWord) : undefined;
  frame.top -= operands;

  const balance =
    tokenId === undefined ? state.getBalance(message.address) : state.getTokenBalance(message.address, tokenId);
  if (balance < value) {
    return endCall(execution, frame, { result: 0, energy });
  }
  const code = state.hasAccount(codeAddress) ? state.getCode(codeAddress) : undefined;
  const checkpoint = takeCheckpoint(execution);
  if (!keepsContext && value > 0n) transferValue(execution, frame, request, { to: address, amount: value, tokenId });
  addInternalTransaction(execution, frame, {
    caller: message.address,
    transferTo: address,
    value: tokenId === undefined ? value : 0n,
    data: input,
    tokens: tokenId === undefined ? [] : [[String(tokenId), value]],
    note: 'call',
  });
  if (code === undefined) {
    reportWithoutCode(execution, frame, request, { input, value, tokenId });
    return endCall(execution, frame, { result: 1, energy });
  }
  const delegated = opcode === OP.DELEGATECALL;
  const callValue = delegated ? message.callValue : value;
  const child = createFrame(
    execution,
    frame,
    checkpoint,
    {
      kind: 'call',
      depth: message.depth + 1,
      address,
      caller: delegated ? message.caller : message.address,
      input,
      callValue: tokenId === undefined ? callValue : 0n,
      tokenValue: tokenId === undefined ? 0n : callValue,
      tokenId: tokenId ?? 0n,
      isStatic: message.isStatic || opcode === OP.STATICCALL,
      version: rules.compatibleEvm ? (state.getContract(codeAddress)?.version ?? 0) : 0,
      energyLimit: energy,
      internalIndex: execution.internalTransactions.length - 1,
    },
    code,
  );
  child.outputOffset = outputOffset;
  child.outputSize = outputSize;
  reportStart(execution, child, { opcode, codeAddress });
  execution.pending = child;
  return 'called';
}

function reportWithoutCode(
  execution: Execution,
  frame: Frame,
  request: CallRequest,
  {
    input,
    value,
    tokenId,
  }: { readonly input: Uint8Array; readonly value: bigint; readonly tokenId: bigint | undefined },
): void {
  execution.onCodelessCall?.(request.codeAddress, input);
  reportFramelessCall(execution, frame, request, {
    frameKind: 'call',
    input,
    callValue: tokenId === undefined ? value : 0n,
    ...(tokenId !== undefined && { token: { id: tokenId, value } }),
    energyUsed: 0,
  });
}

/** Ends a call that runs no code. Its result is on the stack, and its energy is back with the caller. */
function endCall(
  execution: Execution,
  frame: Frame,
  { result, energy }: { readonly result: 0 | 1; readonly energy: number },
): undefined {
  pushNumber(execution, frame, result);
  refund(frame, energy);
}

/** Continues the caller after a called frame has ended. */
export function resumeAfterCall(execution: Execution, frame: Frame, child: Frame): void {
  if (child.exception !== undefined || child.reverted) {
    rejectInternalTransactions(execution, child.message.internalIndex);
    revertTo(execution, child.checkpoint);
    pushNumber(execution, frame, 0);
    if (child.exception !== undefined) return;
  } else {
    pushNumber(execution, frame, 1);
  }
  const copied = Math.min(child.outputSize, child.output.length);
  if (copied > 0) writeMemory(frame.memory, child.outputOffset, child.output, 0, copied);
  frame.returnData = child.output;
  if (child.energyLeft > 0) refund(frame, child.energyLeft);
}

function call(execution: Execution, frame: Frame, opcode: number): RunOutcome | undefined {
  const { stack, rules } = execution;
  const top = frame.top;
  const hasValue = opcode === OP.CALL || opcode === OP.CALLCODE || opcode === OP.CALLTOKEN;
  const hasToken = opcode === OP.CALLTOKEN;
  const input = top - 3 - (hasValue ? 1 : 0) - (hasToken ? 1 : 0);
  const base = ENERGY.call + (hasValue ? valueEnergy(execution, frame, opcode) : 0);
  const passed = chargeCall(execution, frame, opcode, base, input);
  // The input is hashed for the internal transaction, which no energy pays for.
  countSteps(execution, opcode, STEPS.call + STEPS.callByte * stack.small[input - 1]!);
  const transfersValue = hasValue && stack.small[top - 3] !== 0;
  if (frame.message.isStatic && transfersValue && opcode !== OP.CALLCODE) throw staticModification();

  const request: CallRequest = {
    opcode,
    energy: passed + (transfersValue ? ENERGY.callStipend : 0),
    codeAddress: readAddress(stack, top - 2),
    valueWord: hasValue ? top - 3 : undefined,
    tokenWord: hasToken ? top - 4 : undefined,
    input,
  };
  if (stack.small[input - 3] !== 0) extendMemory(frame.memory, stack.small[input - 2]!, stack.small[input - 3]!);
  const precompile = findPrecompile(rules, stack, top - 2);
  const operands = top - (input - 3);
  if (precompile === undefined) return callContract(execution, frame, request, operands);
  callPrecompile(execution, frame, request, precompile, operands);
  return undefined;
}

/** Instructions that call other contracts. */
export const callHandlers: Readonly<Record<number, Handler>> = {
  [OP.CALL]: (execution, frame) => call(execution, frame, OP.CALL),
  [OP.CALLCODE]: (execution, frame) => call(execution, frame, OP.CALLCODE),
  [OP.DELEGATECALL]: (execution, frame) => call(execution, frame, OP.DELEGATECALL),
  [OP.STATICCALL]: (execution, frame) => call(execution, frame, OP.STATICCALL),
  [OP.CALLTOKEN]: (execution, frame) => call(execution, frame, OP.CALLTOKEN),
};
