import { amountOutOfRange, amountType, argumentInvalid, isUnitsError } from './errors.ts';
import { formatDecimal } from './format-decimal.ts';
import { MAX_SMALL_UNITS, MIN_SMALL_UNITS } from './quantities.ts';

export function checkString(value: unknown): asserts value is string {
  if (typeof value !== 'string') throw amountType(value, 'string');
}

export function checkBigint(value: unknown): asserts value is bigint {
  if (typeof value !== 'bigint') throw amountType(value, 'bigint');
}

/** The unit in which a caller gave an amount: its name in messages, and its number of decimals. */
export interface DisplayUnit {
  readonly name: string;
  readonly decimals: number;
}

/** `shown` is the amount as the caller gave it. */
export function checkRange(
  value: bigint,
  min: bigint,
  max: bigint,
  unit: DisplayUnit,
  shown: string | bigint = value,
): bigint {
  if (value < min || value > max) {
    const range = `${formatDecimal(min, unit.decimals)} to ${formatDecimal(max, unit.decimals)} ${unit.name}`;
    throw amountOutOfRange({ value, min, max }, shown, range);
  }
  return value;
}

export function checkCoinRange(value: bigint, unit: DisplayUnit, shown?: string): bigint {
  return checkRange(value, MIN_SMALL_UNITS, MAX_SMALL_UNITS, unit, shown);
}

export function checkDecimals(argument: string, value: unknown): asserts value is number {
  if (!(typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255))
    throw argumentInvalid(argument, value, 'an integer from 0 to 255');
}

export function checkLimit(argument: 'min' | 'max', value: unknown): asserts value is bigint {
  if (typeof value !== 'bigint') throw argumentInvalid(argument, value, 'a bigint, in the smallest unit');
}

/** Runs code of the caller, such as a getter or an iterator. What that throws becomes an error of this package. */
export function runForeign<T>(argument: string, value: unknown, expected: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw isUnitsError(cause) ? cause : argumentInvalid(argument, value, expected, { cause });
  }
}

/** Reads any object, whose properties are checked one by one. */
export function readObject<T extends object, R>(argument: string, value: T, read: (value: T) => R): R {
  const expected = 'an object';
  if (typeof value !== 'object' || (value as unknown) === null) throw argumentInvalid(argument, value, expected);
  return runForeign(argument, value, expected, () => read(value));
}

/** An argument that is absent or one of a few names. */
export function checkOneOf(argument: string, value: unknown, allowed: readonly unknown[]): void {
  if (value === undefined || allowed.includes(value)) return;
  const names = allowed.map((name) => JSON.stringify(name)).join(', ');
  throw argumentInvalid(argument, value, names === '' ? 'absent' : `one of ${names}`);
}
