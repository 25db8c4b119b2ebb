import { type AllNames, createArgumentChecks, type QuantityRange } from '@coin/errors';
import { FeeError } from './errors.ts';

const checks = /* @__PURE__ */ createArgumentChecks(
  (context, options) => new FeeError('ARGUMENT_INVALID', context, options),
);

export const { argumentInvalid, bigintArgument, integerArgument } = checks;

/** Rejects the first name that is not among all names of the options' type. */
export const rejectUnknown: <T extends object, const Names extends readonly string[]>(
  value: T,
  names: AllNames<T, Names>,
) => void = checks.rejectUnknown;

/** Nodes keep amounts of coin in signed 64-bit integers, so a larger one cannot exist. */
export const MAX_INT64 = 9_223_372_036_854_775_807n;

/** Returns an amount of coin in small units that is at least `min` and fits in 64 bits, and throws for any other. */
export const coinArgument = (argument: string, value: bigint | undefined, min = 0n): bigint =>
  bigintArgument(argument, value, { min, max: MAX_INT64, unit: 'small units' });

/** Ranges that many quantities have. */
export const ENERGY: QuantityRange<bigint> = { min: 0n, unit: 'units of energy' };
export const TEN_THOUSANDTHS: QuantityRange<bigint> = { min: 0n, unit: 'ten-thousandths' };
export const BYTES: QuantityRange<number> = { min: 0, unit: 'bytes' };
export const PERCENT: QuantityRange<number> = { min: 0, max: 100, unit: 'percent' };
export const MILLISECONDS: QuantityRange<number> = { min: 0, unit: 'ms' };
