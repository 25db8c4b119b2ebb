import { STEP } from '../code/code-analysis.ts';
import { arithmeticHandlers } from './arithmetic.ts';
import { callHandlers } from './calls.ts';
import { creationHandlers } from './creation.ts';
import { environmentHandlers } from './environment.ts';
import { haltHandlers } from './halting.ts';
import { type Handler } from './handler.ts';
import { memoryHandlers } from './memory-ranges.ts';
import { stakingHandlers } from './staking.ts';
import { storageHandlers } from './storage.ts';
import { tokenHandlers } from './tokens.ts';
import { votingHandlers } from './voting.ts';

function tableOf(...groups: readonly Readonly<Record<number, Handler>>[]): readonly (Handler | undefined)[] {
  const table: (Handler | undefined)[] = Array.from({ length: STEP.LOG + 1 });
  for (const group of groups) {
    for (const [step, handler] of Object.entries(group)) table[Number(step)] = handler;
  }
  return table;
}

/** The instructions outside the interpreter's switch, by opcode or step. */
export const handlers: readonly (Handler | undefined)[] = /* @__PURE__ */ tableOf(
  arithmeticHandlers,
  callHandlers,
  creationHandlers,
  environmentHandlers,
  haltHandlers,
  memoryHandlers,
  stakingHandlers,
  storageHandlers,
  tokenHandlers,
  votingHandlers,
);
