import { type Address } from '../../protocol/primitives.ts';
import { CALL_DEPTH_LIMIT } from '../code/energy-schedule.ts';
import { OP } from '../code/opcodes.ts';
import { type CallRequest, checkTokenId, transfersTokens } from '../machine/call-request.ts';
import { countSteps, refund } from '../machine/charging.ts';
import { revertTo, takeCheckpoint, type Execution } from '../machine/execution.ts';
import { FrameException, longOutOfRange } from '../machine/frame-exception.ts';
import { type Frame } from '../machine/frame.ts';
import {
  extendMemory,
  memoryChunkOf,
  memoryChunks,
  readMemory,
  writeMemory,
  writeMemoryUnbounded,
  type Memory,
} from '../machine/memory.ts';
import { pushNumber } from '../machine/push.ts';
import { reportFramelessCall } from '../machine/report-calls.ts';
import { lowInt, lowLong, unsignedLong } from '../words/stack.ts';
import { coinTransferError, transferCoin, transferTokens, tokenTransferError } from '../world/value-transfer.ts';
import { type Precompile } from './precompile.ts';

const EMPTY = /* @__PURE__ */ new Uint8Array(0);
const MAX_INT32 = 0x7fff_ffff;

/**
 * Writes the complete output, uncharged. The node takes the low 32 bits of the offset as a signed number, because an
 * output size of 0 does not limit it. A negative offset is outside the node's list of memory chunks, and the frame
 * fails.
 */
function writeOutput(memory: Memory, offset: number, output: Uint8Array): void {
  if (output.length === 0) return;
  if (offset + output.length > MAX_INT32) throw new FrameException('ArithmeticException', 'integer overflow');
  if (offset >= 0) {
    writeMemoryUnbounded(memory, offset, output);
    return;
  }
  extendMemory(memory, offset, output.length);
  const chunk = memoryChunkOf(offset);
  const chunks = memoryChunks(memory);
  if (chunk < 0 || chunks === 0) {
    throw new FrameException('IndexOutOfBoundsException', `Index: ${chunk}, Size: ${chunks}`);
  }
  throw new FrameException(
    'ArrayIndexOutOfBoundsException',
    `arraycopy: destination index ${offset} out of bounds for byte[1024]`,
  );
}

function transferValue(
  execution: Execution,
  frame: Frame,
  { to, amount, tokenId }: { to: Address; amount: bigint; tokenId: bigint | undefined },
): void {
  const { state } = execution;
  const from = frame.message.address;
  // Unlike a call of a contract, this creates no account. A precompile without one can't receive value.
  if (tokenId === undefined) {
    if (coinTransferError(state, from, to, amount) !== undefined) {
      throw new FrameException('BytecodeExecutionException', 'transfer failure');
    }
    transferCoin(state, from, to, amount);
    return;
  }
  const error = tokenTransferError(state, { from, to, tokenId, amount });
  if (error !== undefined) {
    throw new FrameException('BytecodeExecutionException', `validateForSmartContract failure:${error}`);
  }
  transferTokens(state, { from, to, tokenId, amount });
}

/** Runs a precompile in the calling frame. */
export function callPrecompile(
  execution: Execution,
  frame: Frame,
  request: CallRequest,
  precompile: Precompile,
  operands: number,
): void {
  const { state, stack, rules } = execution;
  const { message } = frame;
  const { opcode, energy } = request;
  frame.returnData = EMPTY;
  if (message.depth === CALL_DEPTH_LIMIT) {
    frame.top -= operands;
    pushNumber(execution, frame, 0);
    refund(frame, energy);
    return;
  }
  const value = request.valueWord === undefined ? 0n : unsignedLong(stack, request.valueWord);
  if (value === undefined) throw longOutOfRange();
  checkTokenId(execution, frame, request);
  const tokenWord = request.tokenWord;
  const tokenId =
    tokenWord !== undefined && transfersTokens(execution, request) ? lowLong(stack, tokenWord) : undefined;
  const balance =
    tokenId === undefined ? state.getBalance(message.address) : state.getTokenBalance(message.address, tokenId);
  if (balance < value) {
    frame.top -= operands;
    pushNumber(execution, frame, 0);
    refund(frame, energy);
    return;
  }
  const input = readMemory(frame.memory, stack.small[request.input]!, stack.small[request.input - 1]!);
  const outputOffset = lowInt(stack, request.input - 2);
  const outputSize = stack.small[request.input - 3]!;
  frame.top -= operands;

  const checkpoint = takeCheckpoint(execution);
  const keepsContext = opcode === OP.CALLCODE || opcode === OP.DELEGATECALL;
  if (!keepsContext && value > 0n) transferValue(execution, frame, { to: request.codeAddress, amount: value, tokenId });
  const required = precompile.energy(input, rules);
  const report = (energyUsed: number, output: Uint8Array, failed: boolean): void =>
    reportFramelessCall(execution, frame, request, {
      frameKind: 'precompile',
      input,
      callValue: tokenId === undefined ? value : 0n,
      ...(tokenId !== undefined && { token: { id: tokenId, value } }),
      energyUsed,
      output,
      failed,
    });
  if (required > energy) {
    report(energy, EMPTY, true);
    revertTo(execution, checkpoint);
    pushNumber(execution, frame, 0);
    return;
  }
  const caller = opcode === OP.DELEGATECALL ? message.caller : message.address;
  const { success, output } = precompile.run(input, {
    state,
    rules,
    caller,
    countSteps: (steps) => countSteps(execution, opcode, steps),
  });
  report(success ? required : energy, output, !success);
  if (success) {
    refund(frame, energy - required);
    pushNumber(execution, frame, 1);
    frame.returnData = output;
  } else {
    revertTo(execution, checkpoint);
    pushNumber(execution, frame, 0);
  }
  if (rules.selfdestructRestriction)
    writeMemory(frame.memory, outputOffset, output, 0, Math.min(outputSize, output.length));
  else writeOutput(frame.memory, outputOffset, output);
}
