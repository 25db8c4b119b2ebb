import { type Address } from '../../protocol/primitives.ts';
import { lowLong, signedLong } from '../words/stack.ts';
import { refund } from './charging.ts';
import { type Execution } from './execution.ts';
import { FrameException, longOutOfRange } from './frame-exception.ts';
import { type Frame } from './frame.ts';

/** Every token id is greater than this. */
export const MIN_TOKEN_ID = 1_000_000n;
export const INVALID_TOKEN = 'validateForSmartContract failure:not valid token id';

/** A call instruction, with its operands still on the stack. */
export interface CallRequest {
  readonly opcode: number;
  /** Energy for the callee, including the stipend. */
  readonly energy: number;
  readonly codeAddress: Address;
  /** Stack position of the value; undefined for an instruction without one. */
  readonly valueWord: number | undefined;
  readonly tokenWord: number | undefined;
  /** Stack position of the input's offset. Its length, and the output's offset and length, follow below. */
  readonly input: number;
}

/** CALLTOKEN transfers tokens. Before multi-signatures were introduced, only with a token id other than 0. */
export function transfersTokens(execution: Execution, request: CallRequest): boolean {
  if (request.tokenWord === undefined) return false;
  return execution.rules.multiSign || lowLong(execution.stack, request.tokenWord) !== 0n;
}

/** @throws the node's error for a token id outside 1,000,001 to 2^63 - 1. */
export function checkTokenId(execution: Execution, frame: Frame, request: CallRequest): void {
  if (!execution.rules.multiSign || request.tokenWord === undefined) return;
  const tokenId = signedLong(execution.stack, request.tokenWord);
  if (tokenId !== undefined && tokenId > MIN_TOKEN_ID) return;
  if (execution.rules.constantinople) {
    refund(frame, request.energy);
    throw new FrameException('TransferException', INVALID_TOKEN);
  }
  if (tokenId === undefined) throw longOutOfRange();
  throw new FrameException('BytecodeExecutionException', INVALID_TOKEN);
}
