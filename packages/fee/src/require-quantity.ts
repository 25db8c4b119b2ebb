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
