import { argumentInvalid } from './errors.ts';

/** The range of a quantity, including both ends. */
export interface QuantityRange<T extends bigint | number> {
  readonly min: T;
  readonly max?: T;
  readonly unit?: string;
}

/** Returns a quantity of its minimum's type and within its range. Throws for any other, so none enters a formula. */
export function requireQuantity<T extends bigint | number>(
  argument: string,
  value: T | undefined,
  range: QuantityRange<T>,
): T {
  const { min, max, unit } = range;
  const isBigint = typeof min === 'bigint';
  const isType = isBigint ? typeof value === 'bigint' : Number.isSafeInteger(value);
  const quantity = value as T;
  if (isType && quantity >= min && quantity <= (max ?? quantity)) return quantity;
  const ends = max === undefined ? `of ${min} or more` : `from ${min} to ${max}`;
  const type = isType || (typeof value === 'number' && !isBigint) ? '' : `, not of type ${typeof value}`;
  const expected = `${isBigint ? 'a bigint' : 'a safe integer'} ${ends}${unit === undefined ? '' : ` ${unit}`}${type}`;
  throw argumentInvalid(argument, value, expected, range);
}

/** Nodes keep amounts of coin in signed 64-bit integers, so a larger one cannot exist. */
export const MAX_INT64 = 9_223_372_036_854_775_807n;

/** Returns an amount of coin in small units that is at least `min` and fits in 64 bits, and throws for any other. */
export const requireCoin = (argument: string, value: bigint | undefined, min = 0n): bigint =>
  requireQuantity(argument, value, { min, max: MAX_INT64, unit: 'small units' });

/** Ranges that many quantities have. */
export const ENERGY: QuantityRange<bigint> = { min: 0n, unit: 'units of energy' };
export const TEN_THOUSANDTHS: QuantityRange<bigint> = { min: 0n, unit: 'ten-thousandths' };
export const BYTES: QuantityRange<number> = { min: 0, unit: 'bytes' };
export const PERCENT: QuantityRange<number> = { min: 0, max: 100, unit: 'percent' };
export const MILLISECONDS: QuantityRange<number> = { min: 0, unit: 'ms' };
