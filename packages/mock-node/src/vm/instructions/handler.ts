import { type Execution } from '../machine/execution.ts';
import { type Frame } from '../machine/frame.ts';

/** How a run of a frame stopped: at its end, or at a call or creation whose frame runs next. */
export type RunOutcome = 'ended' | 'called';

/**
 * Executes one instruction. It takes its operands from the words below `frame.top`, leaves its results there and sets
 * `top`. An instruction of dynamic cost charges itself first. A returned outcome stops the run.
 */
export type Handler = (execution: Execution, frame: Frame, operand: number) => RunOutcome | void;
