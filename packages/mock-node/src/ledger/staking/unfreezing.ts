import type { Milliseconds } from '../../protocol/primitives.ts';
import type { Account, Unfreezing } from '../../state/records/account.ts';

/** Unfreezes that may be on their way at a time. */
export const maxUnfreezing = 32;

export const isExpired = ({ expireTime }: Unfreezing, time: Milliseconds): boolean => expireTime <= time;

/** Small units whose waiting time is over at a moment. */
export function expiredAmount({ unfreezing }: Account, time: Milliseconds): bigint {
  return unfreezing.reduce((sum, entry) => (isExpired(entry, time) ? sum + entry.amount : sum), 0n);
}

/** Unfreezes that still wait at a moment. */
export const pendingCount = ({ unfreezing }: Account, time: Milliseconds): number =>
  unfreezing.filter((entry) => !isExpired(entry, time)).length;

/** Moves what has waited long enough into the balance. The account is not written. */
export function withExpiredWithdrawn(account: Account, time: Milliseconds): Account {
  return {
    ...account,
    balance: account.balance + expiredAmount(account, time),
    unfreezing: account.unfreezing.filter((entry) => !isExpired(entry, time)),
  };
}
