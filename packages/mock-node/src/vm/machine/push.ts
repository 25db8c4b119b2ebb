import { writeBigint } from '../words/stack.ts';
import { type Execution } from './execution.ts';
import { type Frame } from './frame.ts';

/** Pushes a safe integer, 0 or more. */
export function pushNumber(execution: Execution, frame: Frame, value: number): void {
  execution.stack.small[frame.top++] = value;
}

/** Pushes a Java long: a negative one as 64 bits of two's complement. */
export function pushLong(execution: Execution, frame: Frame, value: bigint): void {
  writeBigint(execution.stack, frame.top++, BigInt.asUintN(64, value));
}
