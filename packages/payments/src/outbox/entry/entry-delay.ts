import { ACCOUNT_MS } from '../../funds/account-funds.ts';
import { LONGEST_DELAY_MS } from '../../store/outbox-store.ts';
import { type EntryWait } from './outbox-entry.ts';

/**
 * Returns the pause before a waiting entry is checked again. The first entry that waits for coin is checked with each
 * block. For the entries behind it, the pause grows up to a minute.
 */
export function delayOf(waitsFor: EntryWait, now: number): number {
  const { until = Infinity } = waitsFor;
  const longest = Math.max(1, Math.min(LONGEST_DELAY_MS, until - now));
  if (waitsFor.kind !== 'funds') return longest;
  const delay = waitsFor.behind === undefined ? ACCOUNT_MS : now - waitsFor.since;
  return Math.max(ACCOUNT_MS, Math.min(longest, delay));
}
