import {
  MissingRecordError,
  type RecordId,
  type RecordKind,
  type RecordsByKind,
  type RecordSource,
  type ReadableId,
} from '../../state/record-source.ts';
import { nameOfUnknown, type ForkUnknown } from '../../state/records/fork-unknown.ts';
import { describeRecord } from './describe-record.ts';

/** The records that a fork has read. Records are only added. */
export type RecordStore = { readonly [Kind in RecordKind]: Map<string, RecordsByKind[Kind] | undefined> };

export const createRecordStore = (): RecordStore => ({
  account: new Map(),
  contract: new Map(),
  code: new Map(),
  'energy-state': new Map(),
  storage: new Map(),
  delegation: new Map(),
  'delegation-index': new Map(),
  reward: new Map(),
  brokerage: new Map(),
  asset: new Map(),
  'account-id': new Map(),
  block: new Map(),
  exchanges: new Map(),
  transaction: new Map(),
});

/** The unique name of a record among all kinds. */
export const recordName = ({ kind, key }: RecordId): string => `${kind}/${key}`;

/** Reasons why records are not available, by name. */
export type Failures = ReadonlyMap<string, Error>;

/** The state a fork started from, serving the current operation. */
export interface ForkSource extends RecordSource {
  /** Runs an operation. Unavailable records fail with the reason as cause. */
  readonly withFailures: <T>(failures: Failures, operation: () => T) => T;
  /** Runs an operation, passes each missing record to `collect`, and treats it as absent. */
  readonly collecting: (collect: (record: RecordId) => void, operation: () => void) => void;
}

/** The records whose reading may have brought this one. */
function answeredBy(record: ReadableId): readonly ReadableId[] {
  const { kind, key } = record;
  if (kind !== 'contract' && kind !== 'code' && kind !== 'energy-state') return kind === 'account' ? [] : [record];
  return (['account', 'contract', 'code', 'energy-state'] as const).map((other) => ({ kind: other, key }));
}

/** Collects what the steps of a result depend on. */
function createNotes(): Pick<RecordSource, 'note' | 'collectNotes'> {
  let collected: Map<string, ForkUnknown> | undefined;
  const note: RecordSource['note'] = (unknown) => void collected?.set(nameOfUnknown(unknown), unknown);
  return {
    note,
    collectNotes(step) {
      const outer = collected;
      const own = new Map<string, ForkUnknown>();
      collected = own;
      try {
        return { value: step(), unknowns: [...own.values()] };
      } finally {
        collected = outer;
        for (const unknown of own.values()) note(unknown);
      }
    },
  };
}

/** Creates a record source that answers from a store. */
export function createForkSource(
  records: RecordStore,
  start: Pick<RecordSource, 'number' | 'cycle' | 'hasMarket' | 'parameters' | 'isCycleAssumed'>,
  late: ReadonlyMap<string, number>,
): ForkSource {
  const notes = createNotes();
  const lateReads = (records: readonly ReadableId[]): readonly ForkUnknown[] =>
    late.size === 0
      ? []
      : records
          .map((record) => describeRecord(record))
          .filter((subject) => late.has(subject))
          .map((subject) => ({ kind: 'late-read', subject }));
  let failures: Failures | undefined;
  let collect: ((record: RecordId) => void) | undefined;
  const missing = (record: RecordId): MissingRecordError =>
    new MissingRecordError(record, failures?.get(recordName(record)));
  return {
    ...start,
    ...notes,
    lateRead: (address) => lateReads([{ kind: 'account', key: address }]),
    read(record) {
      for (const unknown of lateReads(answeredBy(record))) notes.note(unknown);
      const known: ReadonlyMap<string, RecordsByKind[typeof record.kind] | undefined> = records[record.kind];
      const value = known.get(record.key);
      if (value !== undefined || known.has(record.key)) return value;
      if (collect === undefined) throw missing(record);
      collect(record);
      return undefined;
    },
    refusal: missing,
    withFailures(known, operation) {
      failures = known;
      try {
        return operation();
      } finally {
        failures = undefined;
      }
    },
    collecting(take, operation) {
      collect = take;
      try {
        operation();
      } finally {
        collect = undefined;
      }
    },
  };
}
