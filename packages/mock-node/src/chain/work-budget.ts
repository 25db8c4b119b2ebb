import { ChainError } from '../ledger/ledger-errors.ts';
import { InterruptedError } from '../state/interrupted-error.ts';
import { type Tracing } from '../vm/machine/trace.ts';

/** Work that the current request may still cause, in the units of the virtual machine. */
export interface WorkBudget {
  left: number;
  /** Whether a request that needs more work runs again later with its whole budget. */
  readonly isTrial: boolean;
}

/** The budget outside a request: a program's direct calls to its own node are not limited. */
export const noBudget = (): WorkBudget => ({ left: Number.POSITIVE_INFINITY, isTrial: false });

/** A trial needs more work than it has. Its changes are undone, and the request waits for a longer turn. */
export class TrialOverError extends InterruptedError {
  override readonly name = 'TrialOverError';
}

interface Budgeted {
  readonly workLimit: number;
  budget: WorkBudget;
}

/**
 * Work done outside the virtual machine, in units of at most about a nanosecond.
 *
 * Source: docs/protocol/virtual-machine.md, Work.
 */
export const REQUEST_WORK = {
  block: 60_000,
  listedBlock: 1_000_000,
  searchedBlock: 300,
  foundLog: 3_000,
  filteredBlock: 3_000,
  shownBlock: 60_000,
  account: 800_000,
  accountRow: 10_000,
  dumpedBlock: 65_000,
  importedTransaction: 1_500_000,
  abiCharacter: 750,
  listedEntry: 12_000,
  entry: 10_000,
  character: 15,
  mark: 1_000,
} as const;

/** Deducts work. @throws TrialOverError, or ChainError if the request's budget is used up. */
export function spendWork({ budget }: Pick<Budgeted, 'budget'>, work: number): void {
  if (work <= budget.left) {
    budget.left -= work;
    return;
  }
  budget.left = 0;
  if (budget.isTrial) throw new TrialOverError('the trial is over');
  // A node's answer when it has no time for a request.
  throw new ChainError('java.lang.IllegalAccessException', 'lack of computing resources');
}

/** Reading texts up to this length is free. */
const SHORT_TEXT = 65_536;
/** 1 for each ASCII character that costs a parser more than a step. */
const isMark = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) =>
  Number(',:[{"\\'.includes(String.fromCharCode(code))),
);

/**
 * Charges for reading a long text as JSON. Marks inside strings count too, because finding the end of a string takes
 * the parsing that this limits.
 */
export function spendReading(chain: Pick<Budgeted, 'budget'>, text: string): void {
  if (text.length <= SHORT_TEXT) return;
  spendWork(chain, text.length * REQUEST_WORK.character);
  let marks = 0;
  for (let at = 0; at < text.length; at++) marks += isMark[text.charCodeAt(at)] ?? 0;
  spendWork(chain, marks * REQUEST_WORK.mark);
}

/** Charges for the entries of a batch, regardless of their contents. */
export function spendEntries(chain: Pick<Budgeted, 'budget'>, entries: number): void {
  spendWork(chain, entries * REQUEST_WORK.listedEntry);
}

/** The result of running a contract. */
interface Run {
  readonly work: number;
}

/**
 * How many times longer a run takes while its instructions are traced, and while their stack, memory or storage is.
 * Nothing else slows a trace down, because its caller limits the steps it keeps.
 */
export function tracingFactor({ onStep, traceDetails = [] }: Tracing): number {
  if (onStep === undefined) return 1;
  return traceDetails.length === 0 ? 300 : 1_300;
}

/**
 * Runs a contract with the request's remaining work. Each unit of the run costs `factor` units of it.
 *
 * @throws TrialOverError if a trial has no time left
 */
export function runWithinBudget<Outcome extends Run>(
  { workLimit, budget }: Budgeted,
  isOutOfTime: (outcome: Outcome) => boolean,
  run: (limit: number) => Outcome,
  factor = 1,
): Outcome {
  const limit = Math.max(0, Math.min(workLimit, Math.floor(budget.left / factor)));
  const outcome = run(limit);
  budget.left -= outcome.work * factor;
  if (budget.isTrial && limit < workLimit && isOutOfTime(outcome)) throw new TrialOverError('the trial is over');
  return outcome;
}

/**
 * Runs a transaction. All nodes must agree on its outcome, so the request's remaining work does not affect it.
 *
 * @throws TrialOverError if a trial has no time left
 */
export function runTransaction<Outcome extends Run>(
  chain: Budgeted,
  isOutOfTime: (outcome: Outcome) => boolean,
  run: (limit: number) => Outcome,
): Outcome {
  if (chain.budget.isTrial) return runWithinBudget(chain, isOutOfTime, run);
  const outcome = run(chain.workLimit);
  chain.budget.left -= outcome.work;
  return outcome;
}

/** Runs an operation with a budget. Anything it does after an await is not limited. */
export function withBudget<T>(chain: Budgeted, budget: WorkBudget, operation: () => T): T {
  const before = chain.budget;
  chain.budget = budget;
  try {
    return operation();
  } finally {
    chain.budget = before;
  }
}
