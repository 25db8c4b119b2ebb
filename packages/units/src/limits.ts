import { MAX_SMALL_UNITS, MIN_SMALL_UNITS } from './quantities.ts';
import { amountOutOfRange, amountType, argumentInvalid } from './errors.ts';

export function checkType(value: unknown, expected: 'string' | 'bigint'): void {
  if (typeof value !== expected) throw amountType(typeof value, expected);
}

export function checkRange(value: bigint, min: bigint, max: bigint): bigint {
  if (value < min || value > max) throw amountOutOfRange(value, min, max);
  return value;
}

export function checkCoin(value: bigint): bigint {
  return checkRange(value, MIN_SMALL_UNITS, MAX_SMALL_UNITS);
}

export function checkDecimals(argument: string, value: number): void {
  if (!(Number.isInteger(value) && value >= 0 && value <= 255))
    throw argumentInvalid(argument, value, 'an integer from 0 to 255');
}
