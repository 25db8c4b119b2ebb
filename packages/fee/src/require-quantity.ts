import { FeeError } from './errors.ts';

/** A quantity that is not of its type, or outside its range, must never enter a formula. */
export function requireQuantity<T extends bigint | number>(
  name: string,
  value: T,
  unit: string,
  minimum: T,
  maximum?: T,
): T {
  const expected = typeof minimum === 'bigint' ? 'bigint' : 'safe integer';
  if (expected === 'bigint' ? typeof value !== expected : !Number.isSafeInteger(value)) {
    throw new FeeError('WRONG_TYPE', { name, value, expected });
  }
  if (value < minimum || (maximum !== undefined && value > maximum)) {
    throw new FeeError('OUT_OF_RANGE', { name, value, minimum, unit, ...(maximum !== undefined && { maximum }) });
  }
  return value;
}

/** An amount raised by ten-thousandths of it, rounded up. */
export const raisedBy = (amount: bigint, tenThousandths: bigint): bigint =>
  (amount * (10_000n + tenThousandths) + 9_999n) / 10_000n;

/** The least of some quantities of one kind. */
export const least = (...quantities: readonly [bigint, ...bigint[]]): bigint =>
  quantities.reduce((least, quantity) => (quantity < least ? quantity : least));

/** The greatest of some quantities of one kind. */
export const greatest = (...quantities: readonly [bigint, ...bigint[]]): bigint =>
  quantities.reduce((greatest, quantity) => (quantity > greatest ? quantity : greatest));
