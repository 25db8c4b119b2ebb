import { FeeError, type QuantityUnit } from './errors.ts';

/** Returns a quantity of the minimum's type within its range, and throws for any other: none may enter a formula. */
export function requireQuantity<T extends bigint | number>(
  name: string,
  value: T | undefined,
  unit: QuantityUnit,
  minimum: T,
  maximum?: T,
): T {
  const expected = typeof minimum === 'bigint' ? 'bigint' : 'safe integer';
  if (value === undefined || (expected === 'bigint' ? typeof value !== expected : !Number.isSafeInteger(value))) {
    throw new FeeError('WRONG_TYPE', { name, value, expected });
  }
  if (value < minimum || (maximum !== undefined && value > maximum)) {
    throw new FeeError('OUT_OF_RANGE', { name, value, minimum, unit, ...(maximum !== undefined && { maximum }) });
  }
  return value;
}
