import { amountOutOfRange, amountType, argumentInvalid } from './errors.ts';
import { MAX_SMALL_UNITS, MIN_SMALL_UNITS } from './quantities.ts';

export function checkString(value: unknown): asserts value is string {
  if (typeof value !== 'string') throw amountType(typeof value, 'string');
}

export function checkBigint(value: unknown): asserts value is bigint {
  if (typeof value !== 'bigint') throw amountType(typeof value, 'bigint');
}

export function checkRange(value: bigint, min: bigint, max: bigint): bigint {
  if (value < min || value > max) throw amountOutOfRange(value, min, max);
  return value;
}

export function checkCoinRange(value: bigint): bigint {
  return checkRange(value, MIN_SMALL_UNITS, MAX_SMALL_UNITS);
}

export function checkDecimals(argument: string, value: number): void {
  if (!(Number.isInteger(value) && value >= 0 && value <= 255))
    throw argumentInvalid(argument, value, 'an integer from 0 to 255');
}
