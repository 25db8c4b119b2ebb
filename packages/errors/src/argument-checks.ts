import { type ArgumentContext, oneOfNames } from './coded-error.ts';
import { describeValue } from './quote.ts';

/** The range of a quantity, including both ends. Without `max` it has no upper end. */
export interface QuantityRange<T extends bigint | number> {
  readonly min: T;
  readonly max?: T;
  /** Completes the range in a message, such as `small units`. */
  readonly unit?: string;
}

/** The names of an object's properties, of every member of a union. */
type NameOf<T> = T extends unknown ? keyof T & string : never;

/** A list of all names of an object's properties: one that lacks a name does not compile. */
export type AllNames<T, Names extends readonly string[]> = Names &
  ([Exclude<NameOf<T>, Names[number]>] extends [never]
    ? unknown
    : { readonly missing: Exclude<NameOf<T>, Names[number]> });

const rangeText = ({ min, max, unit }: QuantityRange<bigint | number>): string =>
  (max === undefined ? `of ${min} or more` : `from ${min} to ${max}`) + (unit === undefined ? '' : ` ${unit}`);

/**
 * Creates the checks of a package's arguments, which throw that package's `ARGUMENT_INVALID`.
 *
 * Each check takes the argument's name and value, and returns the value.
 *
 * @example
 * ```ts
 * import { argumentMessage, createArgumentChecks } from '@coin/errors';
 *
 * const { integerArgument } = createArgumentChecks((context) =>
 *   Object.assign(new Error(argumentMessage(context)), { code: 'ARGUMENT_INVALID' }),
 * );
 * integerArgument('port', 8090, { min: 0, max: 65_535 }); // => 8090
 * integerArgument('port', 1.5, { min: 0, max: 65_535 }); // throws ARGUMENT_INVALID
 * ```
 */
export function createArgumentChecks<E extends Error>(
  createError: (context: ArgumentContext, options?: { readonly cause?: unknown }) => E,
) {
  /** Creates the error of an invalid argument. `expected` completes "it must be …". */
  const argumentInvalid = (
    argument: string,
    value: unknown,
    expected: string,
    { cause, ...range }: { readonly cause?: unknown } & Pick<ArgumentContext, 'min' | 'max' | 'unit'> = {},
  ): E => createError({ argument, value: describeValue(value), expected, ...range }, { cause });

  /** A bigint in a range. */
  function bigintArgument(argument: string, value: unknown, range: QuantityRange<bigint>): bigint {
    if (typeof value === 'bigint' && value >= range.min && value <= (range.max ?? value)) return value;
    const type = typeof value === 'bigint' ? '' : `, not of type ${typeof value}`;
    throw argumentInvalid(argument, value, `a bigint ${rangeText(range)}${type}`, range);
  }

  return {
    argumentInvalid,
    bigintArgument,

    /** A bigint from `min`, 0n by default, to the maximum of int64. */
    int64Argument: (
      argument: string,
      value: unknown,
      range: Partial<Omit<QuantityRange<bigint>, 'max'>> = {},
    ): bigint => bigintArgument(argument, value, { min: 0n, max: 9_223_372_036_854_775_807n, ...range }),

    /** A safe integer in a range, which begins at 0 by default. */
    integerArgument: (argument: string, value: unknown, range: QuantityRange<number> = { min: 0 }): number => {
      const integer = value as number;
      if (Number.isSafeInteger(value) && integer >= range.min && integer <= (range.max ?? integer)) return integer;
      throw argumentInvalid(argument, value, `an integer ${rangeText(range)}`, range);
    },

    /** An object, which is not an array. */
    objectArgument: <T extends object>(argument: string, value: T): T => {
      if (typeof value !== 'object' || !(value as unknown) || Array.isArray(value))
        throw argumentInvalid(argument, value, 'an object');
      return value;
    },

    /** Rejects the first name that is not known. Its value is hidden, because it may be a secret. */
    rejectUnknown: (value: object, known: readonly string[]): void => {
      const unknown = Object.keys(value).find((name) => !known.includes(name));
      if (unknown !== undefined) throw argumentInvalid(unknown, '(hidden)', oneOfNames(known));
    },

    /** An array. */
    listArgument: <T>(argument: string, value: readonly T[]): readonly T[] => {
      if (!Array.isArray(value)) throw argumentInvalid(argument, value, 'an array');
      return value;
    },
  };
}

/**
 * Creates the checks of a package's texts, which throw the error that `argumentInvalid` creates.
 *
 * @param argumentInvalid - of {@link createArgumentChecks}
 * @example
 * ```ts
 * import { argumentMessage, createArgumentChecks, createTextChecks } from '@coin/errors';
 *
 * const { argumentInvalid } = createArgumentChecks((context) => new Error(argumentMessage(context)));
 * const { hexArgument } = createTextChecks(argumentInvalid);
 * hexArgument('id', '0xAB', { bytes: 1 }); // => 'ab'
 * ```
 */
export function createTextChecks(argumentInvalid: (argument: string, value: unknown, expected: string) => Error) {
  return {
    /** A non-empty string. */
    stringArgument: (argument: string, value: unknown): string => {
      if (typeof value !== 'string' || value === '') throw argumentInvalid(argument, value, 'a non-empty string');
      return value;
    },

    /** A string that may be absent or empty. */
    optionalTextArgument: (argument: string, value: unknown): string | undefined => {
      if (value !== undefined && typeof value !== 'string') throw argumentInvalid(argument, value, 'a string');
      return value;
    },

    /** One of a few words. */
    wordArgument: <T extends string>(argument: string, value: T, words: readonly T[]): T => {
      if (!words.includes(value)) throw argumentInvalid(argument, value, words.join(' or '));
      return value;
    },

    /** Hex of whole bytes, in lower case and without `0x`, whatever the notation of the value. */
    hexArgument: (argument: string, value: unknown, { bytes }: { readonly bytes?: number } = {}): string => {
      const hex = typeof value === 'string' ? value.replace(/^0x/i, '').toLowerCase() : '-';
      if (!/^(?:[\da-f]{2})*$/.test(hex) || (bytes !== undefined && hex.length !== bytes * 2))
        throw argumentInvalid(argument, value, bytes === undefined ? 'whole bytes in hex' : `${bytes} bytes in hex`);
      return hex;
    },
  };
}
