import {
  type AllNames,
  argumentInvalid,
  integerArgument,
  objectArgument,
  rejectUnknown,
  wordArgument,
} from '../encoding/arguments.ts';
import { signalOption } from './on-abort.ts';
import { type RequestOptions } from './transport.ts';

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

export const retriesOption = (value: unknown): number => integerArgument('retries', value, { max: MAX_RETRIES });

export const maxLifeOption = (value: unknown): number =>
  integerArgument('maxLifeMs', value, { min: 1, max: LONGEST_LIFE_MS });

const REQUEST_NAMES = [
  'signal',
  'timeoutMs',
  'retries',
  'state',
  'fallbackBody',
  'onRetry',
  'check',
  'attempt',
  'onSend',
] as const;
REQUEST_NAMES satisfies AllNames<RequestOptions, typeof REQUEST_NAMES>;

/** Throws `ARGUMENT_INVALID` for unknown options. `own` are a function's options besides those of every request. */
export function checkCallOptions<T extends RequestOptions, const Own extends readonly string[] = readonly []>(
  options: T,
  own?: AllNames<Omit<T, keyof RequestOptions>, Own>,
): void {
  const { signal, timeoutMs, retries, state, fallbackBody }: RequestOptions = objectArgument('options', options);
  rejectUnknown('options', options, [...(own ?? []), ...REQUEST_NAMES]);
  if (signal !== undefined) signalOption(signal);
  if (timeoutMs !== undefined) timeOption('timeoutMs', timeoutMs);
  if (retries !== undefined) retriesOption(retries);
  if (state !== undefined) wordArgument('state', state, ['head', 'solid']);
  if (fallbackBody !== undefined && typeof fallbackBody !== 'function')
    throw argumentInvalid('fallbackBody', fallbackBody, 'a function');
}
