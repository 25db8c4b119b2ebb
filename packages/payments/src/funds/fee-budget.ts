import { type SmallUnits } from '@coin/units';
import { bigint, record, string } from 'zod/mini';
import { objectSchema } from '../parse-value.ts';
import { changeRecord, type RecordType } from '../store/change-record.ts';
import { type OutboxStore } from '../store/outbox-store.ts';
import { atLeast0 } from './check-funds.ts';

const DAY_MS = 86_400_000;

/** The coin that an owner's payments of a day have burned, and the most that its unfinished payments can burn. */
interface DayFees {
  readonly settled: SmallUnits;
  /** By the ids of entries. */
  readonly reserved: Readonly<Record<string, { readonly txID: string; readonly fee: SmallUnits }>>;
}

const createDaySchema = () => {
  const fee = bigint('an amount');
  return objectSchema({ settled: fee, reserved: record(string(), objectSchema({ txID: string('a text'), fee })) });
};
const daySchema = /* @__PURE__ */ createDaySchema();
const NO_FEES: DayFees = { settled: 0n, reserved: {} };

const dayRecord = (owner: string, day: string): RecordType<DayFees> => ({
  key: `fees/${owner}/${day}`,
  schema: daySchema,
});

/** A transaction whose fees are part of a day's budget. */
export interface FeeShare {
  readonly owner: string;
  /** The entry's id. */
  readonly id: string;
  readonly txID: string;
  readonly fee: SmallUnits;
}

/** The day of a time, in UTC, as `2026-11-23`. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A block may be this much later than the expiration of its transactions: only its parent has to be earlier. */
const MARGIN_MS = 10_000;

/**
 * The days on which a block can include a transaction that was built on a day and expires at a time: more than one
 * shortly before midnight. Its fees are reserved on each of them.
 */
export function feeDaysOf(feeDay: string, expiration: number): readonly [string, ...string[]] {
  const days: [string, ...string[]] = [feeDay];
  for (let end = endOfDay(Date.parse(feeDay)); end <= expiration + MARGIN_MS; end += DAY_MS) days.push(dayOf(end));
  return days;
}

/** The end of the day of a time, in milliseconds since 1970. */
export const endOfDay = (time: number): number => (Math.floor(time / DAY_MS) + 1) * DAY_MS;

/**
 * Reserves a transaction's maximum fee in the budget of a day. It replaces the reservation of an earlier transaction of
 * the same entry. Returns the rest of the budget before that. If the rest is less than the fee, nothing is reserved.
 *
 * Source: docs/decisions/17-outbox-data-model.md, Budgets.
 */
export function reserveFee(
  store: OutboxStore,
  { owner, id, txID, fee }: FeeShare,
  { day, limit }: { readonly day: string; readonly limit: SmallUnits },
): Promise<SmallUnits> {
  return changeRecord(store, dayRecord(owner, day), ({ settled, reserved }: DayFees = NO_FEES) => {
    const { [id]: _, ...others } = reserved;
    const used = Object.values(others).reduce((sum, each) => sum + each.fee, settled);
    const left = atLeast0(limit - used);
    if (fee > left) return { result: left };
    return { value: { settled, reserved: { ...others, [id]: { txID, fee } } }, result: left };
  });
}

/** Replaces a reservation by the fee that the transaction burned. Does nothing if that was done before. */
export function settleFee(store: OutboxStore, { owner, id, txID, fee }: FeeShare, day: string): Promise<void> {
  return changeRecord(store, dayRecord(owner, day), ({ settled, reserved }: DayFees = NO_FEES) => {
    if (reserved[id]?.txID !== txID) return { result: undefined };
    const { [id]: _, ...others } = reserved;
    return { value: { settled: settled + fee, reserved: others }, result: undefined };
  });
}
