import { type Hex } from '../protocol/primitives.ts';
import { nameOfUnknown, type ForkUnknown } from './records/fork-unknown.ts';
import { type Root, type State } from './root.ts';

/** The coin that fees have burned, as a record that transactions change. */
export const BURNED_COIN = 'burned';

/** Notes that the current result depends on something unknown. */
export function noteUnknown({ root }: State, unknown: ForkUnknown | undefined): void {
  if (unknown !== undefined) root.base?.source.note(unknown);
}

/** Notes what an account, a transaction or the burned coin depends on, through transactions or a late read. */
export function noteRecord({ base }: Root, record: string): void {
  if (base === undefined) return;
  for (const unknown of base.source.lateRead(record)) base.source.note(unknown);
  for (const unknown of base.dependents.get(record, [])) base.source.note(unknown);
}

/** Runs a step of a result, and returns what the step depends on. The whole result depends on it too. */
export function collectUnknowns<T>(
  { base }: Root,
  step: () => T,
): { readonly value: T; readonly unknowns: readonly ForkUnknown[] } {
  return base === undefined ? { value: step(), unknowns: [] } : base.source.collectNotes(step);
}

/** What the result of a transaction depends on. */
export const unknownsOf = ({ base }: Root, transaction: Hex): readonly ForkUnknown[] =>
  base?.dependents.get(transaction) ?? [];

/** Marks records as depending on unknowns, because a transaction that depends on them may have changed the records. */
export function markDependent(state: State, records: readonly string[], unknowns: readonly ForkUnknown[]): void {
  const { base } = state.root;
  if (base === undefined || unknowns.length === 0) return;
  let { dependents } = base;
  for (const record of records) {
    const known = dependents.get(record, []);
    const added = unknowns.filter((unknown) => !known.some((one) => nameOfUnknown(one) === nameOfUnknown(unknown)));
    if (added.length > 0) dependents = dependents.set(record, [...known, ...added]);
  }
  state.root = { ...state.root, base: { ...base, dependents } };
}

/** Notes that a result depends on the free bandwidth that all accounts share. */
export const noteSharedBandwidth = (state: State): void => noteUnknown(state, { kind: 'shared-bandwidth' });

/** Whether the ledger is past the cycle in which it began, whose votes and brokerages it knows only in part. */
export const isPastFirstCycle = ({ base, properties }: Root): boolean =>
  base !== undefined && properties.cycle > base.source.cycle;

/** Notes that a result depends on the votes that the first maintenance counted. */
export function noteVotes(state: State): void {
  if (isPastFirstCycle(state.root)) noteUnknown(state, { kind: 'votes' });
}

/** Notes that a result depends on which witness produced a block. */
export function noteSchedule(state: State, block: number): void {
  if (block > (state.root.base?.source.number ?? Number.POSITIVE_INFINITY)) noteVotes(state);
}

/** Notes that a result contains the number of the cycle. */
export function noteCycle(state: State): void {
  if (state.root.base?.source.isCycleAssumed === true) noteUnknown(state, { kind: 'cycle-number' });
}
