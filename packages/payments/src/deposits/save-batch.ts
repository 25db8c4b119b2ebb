import { PaymentsError } from '../errors.ts';
import { parseRecord, toJson } from '../store/parse-record.ts';
import { depositSchema } from './deposit-schema.ts';
import { type DepositRecord, type DepositStore, type WatchRecord } from './deposit-store.ts';
import { type Deposit, type DepositEvent } from './deposit.ts';

/** What a batch does, in order: a block with its deposits comes, a block goes, or all blocks after a number go. */
export type BatchStep =
  | { readonly kind: 'added'; readonly deposits: readonly Deposit[] }
  | { readonly kind: 'dropped'; readonly blockID: string }
  | { readonly kind: 'reset'; readonly afterBlock: number };

/** A batch, ready to be written. */
export interface BatchChanges {
  readonly watch: WatchRecord;
  readonly steps: readonly BatchStep[];
  /** Before the batch, all deposits in blocks up to this number were final. */
  readonly settledBlock: number;
  /** Deposits in blocks up to this number are confirmed. */
  readonly confirmedBlock: number;
}

/** A record with the deposit that it has. */
type ParsedRecord = DepositRecord & { readonly deposit: Deposit };

const withDeposit = (record: DepositRecord): ParsedRecord => ({
  ...record,
  deposit: parseRecord(depositSchema, { key: `deposit/${record.id}`, value: record.value }),
});

/** Writes a batch in a transaction, and returns what happened to deposits. */
export async function saveBatch<T>(
  store: DepositStore<T>,
  { watch, steps, settledBlock, confirmedBlock }: BatchChanges,
  transaction: T | undefined,
): Promise<readonly DepositEvent[]> {
  const { name } = watch;
  if (!(await store.moveWatch(watch, transaction))) throw new PaymentsError('WATCH_MOVED', { name });
  const found = await store.listDeposits({ watch: name, afterBlock: settledBlock }, transaction);
  const records = new Map(found.map((record) => [record.id, withDeposit(record)]));
  // Another watch may follow some of these, or they were dropped long ago.
  const ids = steps.flatMap((step) => (step.kind === 'added' ? step.deposits.map(({ id }) => id) : []));
  const others = [...new Set(ids)].filter((id) => !records.has(id));
  if (others.length > 0)
    for (const record of await store.getDeposits(others, transaction)) records.set(record.id, withDeposit(record));

  const events: DepositEvent[] = [];
  const changed = new Map<string, DepositRecord>();
  const change = (kind: DepositEvent['kind'], deposit: Deposit): void => {
    const version = (records.get(deposit.id)?.version ?? 0) + 1;
    const { id, blockNumber } = deposit;
    const status = kind === 'returned' ? 'seen' : kind;
    const record = { id, watch: name, status, version, blockNumber, value: toJson(deposit) } as const;
    records.set(id, { ...record, deposit });
    changed.set(id, record);
    events.push({ id: `${id}:${version}`, kind, deposit });
  };
  const dropIf = (isDropped: (deposit: Deposit) => boolean): void => {
    for (const { watch: by, status, deposit } of records.values())
      if (by === name && status !== 'dropped' && isDropped(deposit)) change('dropped', deposit);
  };
  const add = (deposit: Deposit): void => {
    const known = records.get(deposit.id);
    if (known === undefined) return change('seen', deposit);
    if (known.status === 'confirmed') return;
    if (known.status === 'seen') {
      if (known.deposit.blockID === deposit.blockID) return;
      // Another watch follows it, and has not noticed the fork yet.
      change('dropped', known.deposit);
    }
    change('returned', deposit);
  };
  for (const step of steps) {
    if (step.kind === 'added') step.deposits.forEach(add);
    else if (step.kind === 'dropped') dropIf(({ blockID }) => blockID === step.blockID);
    else dropIf(({ blockNumber }) => blockNumber > step.afterBlock);
  }
  for (const { watch: by, status, deposit } of records.values())
    if (by === name && status === 'seen' && deposit.blockNumber <= confirmedBlock) change('confirmed', deposit);
  if (changed.size > 0) await store.putDeposits([...changed.values()], transaction);
  return events;
}
