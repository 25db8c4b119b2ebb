import { ACCOUNT_MS } from '../funds/wallets.ts';
import { LONGEST_DELAY_MS } from '../store/outbox-store.ts';
import { type OutboxEntry } from './outbox-entry.ts';

/**
 * How long an entry that waits is left alone. The first one that waits for coin is looked at with each block, and those
 * behind it more and more seldom, up to once a minute.
 */
export function delayOf({ waitsFor }: OutboxEntry, now: number): number {
  const longest = Math.min(LONGEST_DELAY_MS, (waitsFor?.until ?? Infinity) - now);
  if (waitsFor?.kind !== 'funds') return Math.max(1, longest);
  const delay = waitsFor.behind === undefined ? ACCOUNT_MS : now - waitsFor.since;
  return Math.max(ACCOUNT_MS, Math.min(longest, delay));
}
