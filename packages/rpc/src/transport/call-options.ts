import { type AllNames } from '@coin/errors';
import { integerArgument, wordArgument, rejectUnknown } from '../encoding/arguments.ts';
import { type CallOptions, type RequestOptions } from './transport.ts';

/** Timers take no more: a longer one ends immediately. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
/** The pause before a retry doubles each time, so a higher number of retries would never be reached. */
const MAX_RETRIES = 1000;
/**
 * No block accepts a transaction that expires later than a day after it. Source: docs/protocol/transfers.md, Fields the
 * node fills.
 */
const LONGEST_LIFE_MS = 86_400_000;

/** A time or a pause in whole milliseconds. */
export const timeOption = (option: string, value: unknown, min = 1): number =>
  integerArgument(option, value, { min, max: MAX_TIMER_MS });

export const retriesOption = (option: string, value: unknown): number =>
  integerArgument(option, value, { min: 0, max: MAX_RETRIES });

export const maxLifeOption = (value: unknown): number =>
  integerArgument('maxLifeMs', value, { min: 1, max: LONGEST_LIFE_MS });

const CALL_NAMES = ['signal', 'timeoutMs', 'retries'] as const;

/**
 * Throws `ARGUMENT_INVALID` for a number out of range. Options of building and sending may have no unknown names: `own`
 * are theirs besides those of every call.
 */
export function checkCallOptions<T extends RequestOptions, const Own extends readonly string[] = readonly []>(
  options: T,
  own?: AllNames<Omit<T, keyof CallOptions>, Own>,
): void {
  const { timeoutMs, retries, state }: RequestOptions = options;
  if (own !== undefined) rejectUnknown<object, readonly string[]>(options, [...own, ...CALL_NAMES]);
  if (timeoutMs !== undefined) timeOption('timeoutMs', timeoutMs);
  if (retries !== undefined) retriesOption('retries', retries);
  if (state !== undefined) wordArgument('state', state, ['head', 'solid']);
}
