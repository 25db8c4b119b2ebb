import { FeeError, type QuantityUnit } from './errors.ts';

/** Returns a quantity of its minimum's type within its range, and throws for any other: none may enter a formula. */
export function requireQuantity<T extends bigint | number>(
  argument: string,
  value: T | undefined,
  unit: QuantityUnit,
  min: T,
  max?: T,
): T {
  const expected = typeof min === 'bigint' ? 'bigint' : 'safe integer';
  if (expected === 'bigint' ? typeof value !== expected : !Number.isSafeInteger(value)) {
    throw new FeeError('ARGUMENT_TYPE', { argument, value, expected });
  }
  const quantity = value as T;
  if (quantity < min || quantity > (max ?? quantity)) {
    throw new FeeError('ARGUMENT_OUT_OF_RANGE', {
      argument,
      value: quantity,
      min,
      unit,
      ...(max !== undefined && { max }),
    });
  }
  return quantity;
}

/** Nodes keep amounts of coin in signed 64-bit integers, so that a larger one cannot exist. */
export const MAX_INT64 = 9_223_372_036_854_775_807n;

/** Returns an amount of coin in small units that is at least `min` and fits in 64 bits, and throws for any other. */
export function requireCoin(argument: string, value: bigint | undefined, min = 0n): bigint {
  requireQuantity(argument, value, 'small units', min);
  return requireQuantity(argument, value, 'small units', min, MAX_INT64);
}
