import { type AllNames, oneOfNames } from '@coin/errors';
import { argumentInvalid, UnitsError, type UnitsErrorContexts } from './errors.ts';
import { MAX_SMALL_UNITS, MIN_SMALL_UNITS } from './quantities.ts';

export function checkString(argument: string, value: unknown): asserts value is string {
  if (typeof value !== 'string')
    throw argumentInvalid(argument, value, `a string such as "1.5", not of type ${typeof value}`);
}

export function checkBigint(argument: string, value: unknown): asserts value is bigint {
  if (typeof value !== 'bigint')
    throw argumentInvalid(argument, value, `a bigint such as 1500000n, not of type ${typeof value}`);
}

type RangeContext = UnitsErrorContexts['AMOUNT_OUT_OF_RANGE'];
/** The unit of a caller's amount. */
export type Unit = Pick<RangeContext, 'unit' | 'decimals'>;
/** The limits of a caller's amount. */
export type Limits = Pick<RangeContext, 'min' | 'max'>;

export function checkRange(value: bigint, { min, max }: Limits, unit: Unit): bigint {
  if (value < min || value > max) throw new UnitsError('AMOUNT_OUT_OF_RANGE', { value, min, max, ...unit });
  return value;
}

const coinLimits: Limits = { min: MIN_SMALL_UNITS, max: MAX_SMALL_UNITS };

export const checkCoinRange = (value: bigint, unit: Unit): bigint => checkRange(value, coinLimits, unit);

export function decimalsArgument(argument: string, value: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= 255) return value;
  throw argumentInvalid(argument, value, 'an integer from 0 to 255', { min: 0, max: 255 });
}

export function checkLimit(argument: 'min' | 'max', value: unknown): asserts value is bigint {
  if (typeof value !== 'bigint') throw argumentInvalid(argument, value, 'a bigint, in the smallest unit');
}

/** Returns an object of options, which has no other names than these. */
export function optionsArgument<T extends object, const Names extends readonly string[]>(
  argument: string,
  value: T,
  names: AllNames<T, Names>,
): T {
  if (typeof value !== 'object' || (value as unknown) === null) throw argumentInvalid(argument, value, 'an object');
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) throw argumentInvalid(unknown, '(hidden)', oneOfNames(names));
  return value;
}
