import type { Execution } from '../machine/execution.ts';
import type { Frame } from '../machine/frame.ts';
import type { RunOutcome } from '../interpreter.ts';

/**
 * Does one instruction: takes its operands from the words below `frame.top`, leaves its results there and sets `top`.
 * An instruction of dynamic energy charges itself first. What it returns ends the run.
 */
export type Handler = (execution: Execution, frame: Frame, operand: number) => RunOutcome | void;
