import { array, custom, object, optional, overwrite, type ZodMiniType } from 'zod/mini';

// The wire leaves out zeros and empty lists, so nearly every field of an answer is optional.
// Source: docs/protocol/http.md, Response printing.

const INT64_BOUND = 2n ** 63n;

export const requiredString = /* @__PURE__ */ custom<string>((value) => typeof value === 'string', 'not a string');

/**
 * An integer as parsed: a number if that is exact, otherwise a bigint. With `int64_as_string` a node prints its digits
 * in quotes. Source: docs/protocol/http.md, Response printing.
 */
export function readInteger(value: unknown): unknown {
  if (typeof value !== 'string' || !/^(?:0|-?[1-9]\d{0,18})$/.test(value)) return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : BigInt(value);
}

const integer = <T extends number | bigint>(isValid: (value: T) => boolean, problem: string) =>
  custom<T>((value) => isValid(readInteger(value) as T), problem).check(overwrite((value) => readInteger(value) as T));

/** A block number or a time in milliseconds. */
export const requiredInteger = /* @__PURE__ */ integer<number>(
  (value) => Number.isSafeInteger(value) && value >= 0,
  'not a safe integer from 0',
);

const isInt64 = (value: number | bigint): boolean =>
  Number.isSafeInteger(value) || (typeof value === 'bigint' && value >= -INT64_BOUND && value < INT64_BOUND);

/** An int64 as parsed. Absent means 0. */
export const optionalInt64 = /* @__PURE__ */ optional(
  /* @__PURE__ */ integer<number | bigint>(isInt64, 'not an int64'),
);

/** An amount, a count or a price as parsed: an int64 that is not negative. Absent means 0. */
export const optionalQuantity = /* @__PURE__ */ optional(
  /* @__PURE__ */ integer<number | bigint>((value) => isInt64(value) && value >= 0, 'not an int64 from 0'),
);

/** A block number or a time in milliseconds. Absent means 0. */
export const optionalInteger = /* @__PURE__ */ optional(requiredInteger);

export const optionalString = /* @__PURE__ */ optional(requiredString);

export const optionalBoolean = /* @__PURE__ */ optional(
  /* @__PURE__ */ custom<boolean>((value) => typeof value === 'boolean', 'not a boolean'),
);

/** A word of an enumeration. Absent means the word whose number is 0. */
export const optionalWord = <const T extends string>(words: readonly T[]) =>
  optional(custom<T>((value) => words.includes(value), `not one of ${words.join(', ')}`));

/** A list. Absent means empty. */
export const optionalArray = <T extends ZodMiniType>(item: T) => optional(array(item));

export const optionalObject = <T extends Record<string, ZodMiniType>>(shape: T) => optional(object(shape));

/** The exact value of an int64 or a quantity. Absent means 0. */
export const bigintOrZero = (value: number | bigint | undefined): bigint => BigInt(value ?? 0);
