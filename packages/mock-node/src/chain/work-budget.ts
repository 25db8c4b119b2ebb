import { ChainError } from '../ledger/ledger-errors.ts';
import { InterruptedError } from '../state/interrupted-error.ts';
import { type Tracing } from '../vm/machine/trace.ts';

/** Work that the request under way may still cause, in the units of the virtual machine. */
export interface WorkBudget {
  left: number;
  /** Whether a request that needs more runs again later, with its whole budget. */
  readonly isTrial: boolean;
}

/** Outside of a request: what a program asks of its own node is not limited. */
export const noBudget = (): WorkBudget => ({ left: Number.POSITIVE_INFINITY, isTrial: false });

/** A trial needs more work than it has: what it did is undone, and the request waits for a longer turn. */
export class TrialOverError extends InterruptedError {
  override readonly name = 'TrialOverError';
}

interface Budgeted {
  readonly workLimit: number;
  budget: WorkBudget;
}

/**
 * Work of what is not done by the virtual machine, about a nanosecond a unit at most.
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

/** Counts work. @throws TrialOverError, ChainError where the budget of the request is used up */
export function spendWork({ budget }: Pick<Budgeted, 'budget'>, work: number): void {
  if (work <= budget.left) {
    budget.left -= work;
    return;
  }
  budget.left = 0;
  if (budget.isTrial) throw new TrialOverError('the trial is over');
  // What a node answers when it has no time for a request.
  throw new ChainError('java.lang.IllegalAccessException', 'lack of computing resources');
}

/** Texts of at most this length cost nothing to read. */
const SHORT_TEXT = 65_536;
/** 1 for each ASCII character that makes a parser do more than go on. */
const isMark = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) =>
  Number(',:[{"\\'.includes(String.fromCharCode(code))),
);

/**
 * Counts the reading of a long text as JSON. Marks inside strings count too: only a parser knows where a string ends,
 * and parsing is the work that this limits.
 */
export function spendReading(chain: Pick<Budgeted, 'budget'>, text: string): void {
  if (text.length <= SHORT_TEXT) return;
  spendWork(chain, text.length * REQUEST_WORK.character);
  let marks = 0;
  for (let at = 0; at < text.length; at++) marks += isMark[text.charCodeAt(at)] ?? 0;
  spendWork(chain, marks * REQUEST_WORK.mark);
}

/** Counts the entries of a batch, whatever they are. */
export function spendEntries(chain: Pick<Budgeted, 'budget'>, entries: number): void {
  spendWork(chain, entries * REQUEST_WORK.listedEntry);
}

/** What a run of a contract came to. */
interface Run {
  readonly work: number;
}

/**
 * How many times as long a run takes while its instructions are traced, and while their stack, memory or storage are.
 * Nothing else makes a trace slow: its caller chooses how many steps it keeps.
 */
export function tracingFactor({ onStep, traceDetails = [] }: Tracing): number {
  if (onStep === undefined) return 1;
  return traceDetails.length === 0 ? 300 : 1_300;
}

/**
 * Runs a contract with the work that the request has left, each unit of which costs it `factor` units.
 *
 * @throws TrialOverError where a trial leaves it no time
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
 * Runs a transaction, whose outcome all nodes must agree on: what the request has left does not change it.
 *
 * @throws TrialOverError where a trial leaves it no time
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

/** Runs an operation with a budget. What it does after a wait has none. */
export function withBudget<T>(chain: Budgeted, budget: WorkBudget, operation: () => T): T {
  const before = chain.budget;
  chain.budget = budget;
  try {
    return operation();
  } finally {
    chain.budget = before;
  }
}
