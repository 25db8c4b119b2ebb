import { type Milliseconds } from '../../protocol/primitives.ts';
import { DAY_MS } from '../../protocol/time.ts';
import { getParameter } from '../../state/accessors/dynamic-properties.ts';
import { type Account, type Unfreezing } from '../../state/records/account.ts';
import { type State } from '../../state/root.ts';

/** Maximum number of pending unfreezes of an account. */
export const MAX_UNFREEZING = 32;

/** @param time - milliseconds since 1970; a bigint if a caller named it, because it may then be any int64. */
export const isExpired = ({ expireTime }: Unfreezing, time: Milliseconds | bigint): boolean => expireTime <= time;

/** Small units that may be withdrawn at a time. */
export function expiredAmount({ unfreezing }: Account, time: Milliseconds | bigint): bigint {
  return unfreezing.reduce((sum, entry) => (isExpired(entry, time) ? sum + entry.amount : sum), 0n);
}

/** Unfreezes that are still pending at a time. */
export const pendingCount = ({ unfreezing }: Account, time: Milliseconds): number =>
  unfreezing.filter((entry) => !isExpired(entry, time)).length;

/** Moves expired unfreezes into the balance. The account is not written. */
export function withExpiredWithdrawn(account: Account, time: Milliseconds): Account {
  return {
    ...account,
    balance: account.balance + expiredAmount(account, time),
    unfreezing: account.unfreezing.filter((entry) => !isExpired(entry, time)),
  };
}

/** Adds an unfreeze and withdraws the expired ones. It neither changes the stake nor writes the account. */
export function withUnfreeze(
  state: State,
  account: Account,
  { resource, amount, now }: Pick<Unfreezing, 'resource' | 'amount'> & { readonly now: Milliseconds },
): Account {
  const withdrawn = withExpiredWithdrawn(account, now);
  const expireTime = now + Number(getParameter(state, 'getUnfreezeDelayDays')) * DAY_MS;
  return { ...withdrawn, unfreezing: [...withdrawn.unfreezing, { resource, amount, expireTime }] };
}
