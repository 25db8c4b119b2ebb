import { OP } from '../code/opcodes.ts';
import { INVALID_TOKEN, MIN_TOKEN_ID } from '../machine/call-request.ts';
import { type Execution } from '../machine/execution.ts';
import { FrameException, longOutOfRange } from '../machine/frame-exception.ts';
import { type Frame } from '../machine/frame.ts';
import { pushLong } from '../machine/push.ts';
import { lowLong, readAddress, signedLong } from '../words/stack.ts';
import { type Handler } from './handler.ts';

function tokenBalance(execution: Execution, frame: Frame): void {
  const { stack, rules, state } = execution;
  if (rules.multiSign) {
    const tokenId = signedLong(stack, frame.top - 1);
    if (tokenId === undefined) {
      if (!rules.constantinople) throw longOutOfRange();
      throw new FrameException('TransferException', INVALID_TOKEN);
    }
    if (tokenId <= MIN_TOKEN_ID) throw new FrameException('BytecodeExecutionException', INVALID_TOKEN);
  }
  const tokenId = lowLong(stack, frame.top - 1);
  const address = readAddress(stack, frame.top - 2);
  frame.top -= 2;
  pushLong(execution, frame, state.getTokenBalance(address, tokenId));
}

/** Instructions for TRC-10 tokens, and ISCONTRACT; CALLTOKEN is with the calls. */
export const tokenHandlers: Readonly<Record<number, Handler>> = {
  [OP.TOKENBALANCE]: tokenBalance,
  [OP.CALLTOKENVALUE]: (execution, frame) => {
    pushLong(execution, frame, frame.message.tokenValue);
  },
  [OP.CALLTOKENID]: (execution, frame) => {
    pushLong(execution, frame, frame.message.tokenId);
  },
  [OP.ISCONTRACT]: (execution, frame) => {
    const { stack, state } = execution;
    const contract = state.getContract(readAddress(stack, frame.top - 1));
    stack.small[frame.top - 1] = contract === undefined ? 0 : 1;
  },
};
