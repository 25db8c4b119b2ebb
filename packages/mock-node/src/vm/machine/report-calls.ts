import { FACTOR_PRECISION } from '../world/dynamic-energy.ts';
import { type CallRequest } from './call-request.ts';
import { type Execution } from './execution.ts';
import { type Frame } from './frame.ts';
import { type CallStart } from './trace.ts';

/** Information about a frame's start that its message does not contain. */
interface Origin {
  readonly opcode?: number;
  readonly codeAddress?: string;
  /** The creation code. */
  readonly input?: Uint8Array;
}

/** Reports a frame that is about to run. */
export function reportStart(execution: Execution, frame: Frame, origin: Origin = {}): void {
  const { message, factor } = frame;
  execution.onCallEvent?.({
    kind: 'start',
    frameKind: message.kind,
    address: message.address,
    codeAddress: message.address,
    caller: message.caller,
    input: message.input,
    callValue: message.callValue,
    ...(message.tokenId > 0n && { token: { id: message.tokenId, value: message.tokenValue } }),
    energyLimit: BigInt(message.energyLimit),
    energyFactor: BigInt(factor - FACTOR_PRECISION),
    ...origin,
  });
}

/** Reports a frame that has ended. `codeEnergy` was charged after that for saving code. */
export function reportEnd(execution: Execution, frame: Frame, codeEnergy = 0): void {
  const { exception, reverted, message } = frame;
  execution.onCallEvent?.({
    kind: 'end',
    status: exception !== undefined ? 'exception' : reverted ? 'revert' : 'success',
    ...(exception !== undefined && { error: exception.message }),
    output: frame.output,
    energyUsed: BigInt(message.energyLimit - frame.energyLeft),
    penalty: BigInt(frame.penalty),
    forfeited: BigInt(frame.forfeited),
    codeEnergy: BigInt(codeEnergy),
  });
}

/** Reports a call that needs no frame: of a precompile, or of an account without code. */
export function reportFramelessCall(
  execution: Execution,
  frame: Frame,
  request: CallRequest,
  call: Pick<CallStart, 'frameKind' | 'input' | 'callValue' | 'token'> & {
    readonly energyUsed: number;
    readonly output?: Uint8Array;
    readonly failed?: boolean;
  },
): void {
  if (execution.onCallEvent === undefined) return;
  const { energyUsed, output = new Uint8Array(0), failed = false, ...start } = call;
  execution.onCallEvent({
    kind: 'start',
    opcode: request.opcode,
    address: request.codeAddress,
    codeAddress: request.codeAddress,
    caller: frame.message.address,
    energyLimit: BigInt(request.energy),
    energyFactor: 0n,
    ...start,
  });
  execution.onCallEvent({
    kind: 'end',
    status: failed ? 'exception' : 'success',
    ...(failed && { error: 'the precompile failed' }),
    output,
    energyUsed: BigInt(energyUsed),
    penalty: 0n,
    forfeited: 0n,
    codeEnergy: 0n,
  });
}
