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
  if (expected === 'bigint' ? typeof value !== expected : !Number.isSafeInteger(value)) {
    throw new FeeError('WRONG_TYPE', { name, value, expected });
  }
  const quantity = value as T;
  if (quantity < minimum || quantity > (maximum ?? quantity)) {
    throw new FeeError('OUT_OF_RANGE', {
      name,
      value: quantity,
      minimum,
      unit,
      ...(maximum !== undefined && { maximum }),
    });
  }
  return quantity;
}
