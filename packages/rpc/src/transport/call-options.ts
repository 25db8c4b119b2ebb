import { type AllNames } from '@coin/errors';
import { integerArgument, wordArgument, rejectUnknown } from '../encoding/arguments.ts';
import { type BuildOptions, type CallOptions, type ReadStateOptions, type RequestOptions } from './transport.ts';

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

export const CALL_OPTIONS = ['signal', 'timeoutMs', 'retries'] as const;
CALL_OPTIONS satisfies AllNames<CallOptions, typeof CALL_OPTIONS>;

export const READ_STATE_OPTIONS = ['state', ...CALL_OPTIONS] as const;
READ_STATE_OPTIONS satisfies AllNames<ReadStateOptions, typeof READ_STATE_OPTIONS>;

export const BUILD_OPTIONS = ['maxLifeMs', ...CALL_OPTIONS] as const;
BUILD_OPTIONS satisfies AllNames<BuildOptions, typeof BUILD_OPTIONS>;

/**
 * Throws `ARGUMENT_INVALID` for a number out of range. Options of what builds, sends or filters have no unknown names:
 * `names` are all of them.
 */
export function checkCallOptions<T extends RequestOptions, const Names extends readonly string[]>(
  options: T,
  names?: AllNames<T, Names>,
): void {
  const { timeoutMs, retries, state }: RequestOptions = options;
  if (names !== undefined) rejectUnknown<object, readonly string[]>(options, names);
  if (timeoutMs !== undefined) timeOption('timeoutMs', timeoutMs);
  if (retries !== undefined) retriesOption('retries', retries);
  if (state !== undefined) wordArgument('state', state, ['head', 'solid']);
}
