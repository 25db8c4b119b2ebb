import { argumentInvalid, isUnitsError, KNOWN_OPTIONS, UnitsError, type UnitsErrorContexts } from './errors.ts';
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

export function checkDecimals(argument: string, value: unknown): asserts value is number {
  if (!(typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255))
    throw argumentInvalid(argument, value, 'an integer from 0 to 255', { min: 0, max: 255 });
}

export function checkLimit(argument: 'min' | 'max', value: unknown): asserts value is bigint {
  if (typeof value !== 'bigint') throw argumentInvalid(argument, value, 'a bigint, in the smallest unit');
}

/** Runs a caller's getter, iterator or other code, and converts whatever it throws to an error of this package. */
export function runForeign<T>(
  { argument, value, expected }: { readonly argument: string; readonly value: unknown; readonly expected: string },
  run: () => T,
): T {
  try {
    return run();
  } catch (cause) {
    throw isUnitsError(cause) ? cause : argumentInvalid(argument, value, expected, { cause });
  }
}

/** Every name of a type exactly once: a missing or unknown name does not compile. */
export type Names<T> = { readonly [Name in keyof T]-?: true };

/** Reads each property of an object once, and rejects unknown names. */
export function readObject<T extends object>(argument: string, value: T, names: Names<T>): T {
  const expected = 'an object';
  if (typeof value !== 'object' || (value as unknown) === null) throw argumentInvalid(argument, value, expected);
  return runForeign({ argument, value, expected }, () => {
    for (const name of Object.keys(value))
      if (!Object.hasOwn(names, name))
        throw argumentInvalid(name, value[name as keyof T], KNOWN_OPTIONS + Object.keys(names).join(', '));
    // Properties may be inherited or getters. A loop is faster than entries.
    const read: { [Name in keyof T]?: T[Name] } = {};
    for (const name of Object.keys(names) as (keyof T)[]) read[name] = value[name];
    return read as T;
  });
}

/** Accepts undefined or one of the allowed values. */
export function checkOneOf(argument: string, value: unknown, allowed: readonly unknown[]): void {
  if (value === undefined || allowed.includes(value)) return;
  const names = allowed.map((name) => JSON.stringify(name)).join(', ');
  throw argumentInvalid(argument, value, names === '' ? 'absent' : `one of ${names}`);
}
