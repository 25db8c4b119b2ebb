import { type SmallUnits } from '@coin/units';
import { changeRecord } from '../store/change-record.ts';
import { type OutboxStore } from '../store/outbox-store.ts';
import { atLeast0 } from './check-funds.ts';

const DAY_MS = 86_400_000;

/** The coin that an owner's payments of a day have burned, and the most that its unfinished payments can burn. */
interface DayFees {
  readonly settled: string;
  readonly reserved: Readonly<Record<string, { readonly txID: string; readonly fee: string }>>;
}

/** A transaction whose fees are part of a day's budget. */
export interface FeeShare {
  readonly owner: string;
  /** The entry's id. */
  readonly id: string;
  readonly txID: string;
  readonly fee: SmallUnits;
}

const keyOfDay = (owner: string, day: string): string => `fees/${owner}/${day}`;

const readDay = (value: string | undefined): DayFees =>
  value === undefined ? { settled: '0', reserved: {} } : (JSON.parse(value) as DayFees);

/** The day of a time, in UTC, as `2026-11-23`. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

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
  return changeRecord(store, keyOfDay(owner, day), (value) => {
    const { settled, reserved } = readDay(value);
    const { [id]: _, ...others } = reserved;
    const used = Object.values(others).reduce((sum, each) => sum + BigInt(each.fee), BigInt(settled));
    const left = atLeast0(limit - used);
    if (fee > left) return { result: left };
    const next: DayFees = { settled, reserved: { ...others, [id]: { txID, fee: String(fee) } } };
    return { value: JSON.stringify(next), result: left };
  });
}

/** Replaces a reservation by the fee that the transaction burned. Does nothing if that was done before. */
export function settleFee(store: OutboxStore, { owner, id, txID, fee }: FeeShare, day: string): Promise<void> {
  return changeRecord(store, keyOfDay(owner, day), (value) => {
    const { settled, reserved } = readDay(value);
    if (reserved[id]?.txID !== txID) return { result: undefined };
    const { [id]: _, ...others } = reserved;
    const next: DayFees = { settled: String(BigInt(settled) + fee), reserved: others };
    return { value: JSON.stringify(next), result: undefined };
  });
}
