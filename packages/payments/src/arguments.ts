import { type AllNames, createArgumentChecks, createTextChecks } from '@coin/errors';
import { type AbortSignalLike } from '@coin/rpc';
import { PaymentsError } from './errors.ts';

const checks = /* @__PURE__ */ createArgumentChecks(
  (context, options) => new PaymentsError('ARGUMENT_INVALID', context, options),
);

export const { argumentInvalid, int64Argument, integerArgument, listArgument } = checks;

/** Rejects the first name that is not among all names of the options' type. */
export const rejectUnknown: <T extends object, const Names extends readonly string[]>(
  value: T,
  names: AllNames<T, Names>,
) => void = checks.rejectUnknown;

export const { stringArgument, wordArgument } = /* @__PURE__ */ createTextChecks(argumentInvalid);

/** The longest time that timers take. A longer timer ends immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A time or a pause in whole milliseconds. */
export const timeArgument = (argument: string, value: unknown): number =>
  integerArgument(argument, value, { min: 1, max: MAX_TIMER_MS });

/** Returns a signal that aborts with an `AbortSignal` or an object like it. `release` disconnects the two. */
export function platformSignal(value: AbortSignalLike): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort(value.reason);
  if (value.aborted) abort();
  else value.addEventListener('abort', abort);
  return { signal: controller.signal, release: () => value.removeEventListener('abort', abort) };
}
