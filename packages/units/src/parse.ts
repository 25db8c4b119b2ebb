import {
  checkCoinRange,
  checkLimit,
  checkRange,
  checkString,
  decimalsArgument,
  optionsArgument,
} from './argument-checks.ts';
import { isUnitsError, type UnitsError, type UnitsErrorCode } from './errors.ts';
import { type AmountLocale, localeArgument } from './locale.ts';
import { parseDecimal } from './parse-decimal.ts';
import { COIN_DECIMALS, MAX_SMALL_UNITS, MAX_TOKEN_UNITS, type SmallUnits } from './quantities.ts';
import { checkRounding, type Rounding } from './rounding.ts';

const coins = { unit: 'coins', decimals: COIN_DECIMALS } as const;

/** How an amount is parsed: strictly by default. Each option relaxes or narrows one rule. */
export interface ParseOptions {
  /** What happens to non-zero digits past the last decimal; `reject` by default. */
  readonly rounding?: Rounding;
  /** The smallest amount allowed, in small units; 0n by default. A negative value allows a minus sign. */
  readonly min?: bigint;
  /** The largest amount allowed, in small units; 2^63 − 1 by default for coin and 2^256 − 1 for tokens. */
  readonly max?: bigint;
  /**
   * Accepts only what this locale writes, see {@link createLocale}. By default an amount is plain digits and a point.
   */
  readonly locale?: AmountLocale;
}

interface Rules {
  readonly rounding: Rounding | undefined;
  readonly min: bigint;
  readonly max: bigint;
  readonly locale: AmountLocale | undefined;
}

/** Checks the options and adds the defaults; `largest` is the default of `max`. */
export function readOptions(options: ParseOptions | undefined, largest: bigint): Rules {
  if (options === undefined) return { rounding: undefined, min: 0n, max: largest, locale: undefined };
  const names = ['rounding', 'min', 'max', 'locale'] as const;
  const { rounding, min = 0n, max = largest, locale } = optionsArgument('options', options, names);
  checkRounding(rounding);
  checkLimit('min', min);
  checkLimit('max', max);
  if (locale !== undefined) localeArgument(locale);
  return { rounding, min, max, locale };
}

function parseText(text: string, decimals: number, { rounding, locale }: Rules): bigint {
  if (locale === undefined) return parseDecimal(text, decimals, rounding);
  checkString('amount', text);
  const { decimal, positions } = locale.read(text);
  return parseDecimal(decimal, decimals, rounding, { text, positions, example: locale.write('1.5') });
}

/** The result of {@link safeParseCoin} and {@link safeParseUnits}, in the shape that form and schema libraries use. */
export type ParseResult<Amount> =
  | { readonly success: true; readonly value: Amount }
  | { readonly success: false; readonly error: { [C in UnitsErrorCode]: UnitsError<C> }[UnitsErrorCode] };

/**
 * Parses an amount of coin into small units (1 coin = 1,000,000 small units).
 *
 * Accepts `0` or digits without a leading zero, then optionally a decimal point and digits, and zeros past the sixth
 * decimal. A leading `-` needs a negative `min`. Numbers are rejected, because 0.1 + 0.2 is not exact.
 * Source: docs/specification.md §1, Denomination.
 * @param text - the amount in coins, such as `'1.5'`
 * @param options - rounding, a range within 2^63 − 1 small units in either direction, and the locale of the text
 * @throws {@link UnitsError} `AMOUNT_SYNTAX`, `AMOUNT_TOO_PRECISE`, `AMOUNT_OUT_OF_RANGE`, `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { MIN_SMALL_UNITS, parseCoin } from '@coin/units';
 * parseCoin('1.5'); // => 1_500_000n
 * parseCoin('0.0000019', { rounding: 'floor' }); // => 1n
 * parseCoin('-0.5', { min: MIN_SMALL_UNITS }); // => -500_000n
 * parseCoin('0.0000019'); // throws AMOUNT_TOO_PRECISE
 * parseCoin('1e3'); // throws AMOUNT_SYNTAX
 * ```
 */
export function parseCoin(text: string, options?: ParseOptions): SmallUnits {
  const rules = readOptions(options, MAX_SMALL_UNITS);
  return checkCoinRange(checkRange(parseText(text, COIN_DECIMALS, rules), rules, coins), coins);
}

/**
 * Parses an amount of coin into small units as {@link parseCoin} does, and returns a result instead of throwing.
 * @param text - any value; anything but a string gives `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { safeParseCoin } from '@coin/units';
 * safeParseCoin('1.5'); // => { success: true, value: 1_500_000n }
 * const rejected = safeParseCoin('1.5.');
 * rejected.success ? '' : rejected.error.code; // => 'AMOUNT_SYNTAX'
 * ```
 */
export function safeParseCoin(text: unknown, options?: ParseOptions): ParseResult<SmallUnits> {
  return resultOf(() => parseCoin(text as string, options));
}

function resultOf<Amount>(parse: () => Amount): ParseResult<Amount> {
  try {
    return { success: true, value: parse() };
  } catch (error) {
    if (!isUnitsError(error)) throw error;
    return { success: false, error };
  }
}

/**
 * Parses a token amount into smallest units, of which 10^`decimals` are one token. The grammar is {@link parseCoin}'s.
 * @param text - the amount in tokens, such as `'1.5'`
 * @param decimals - an integer from 0 to 255
 * @param options - as for {@link parseCoin}; the range defaults to a uint256 and is in smallest units
 * @throws {@link UnitsError} `AMOUNT_SYNTAX`, `AMOUNT_TOO_PRECISE`, `AMOUNT_OUT_OF_RANGE`, `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { parseUnits } from '@coin/units';
 * parseUnits('1.5', 18); // => 1_500_000_000_000_000_000n
 * parseUnits('256', 0, { max: 255n }); // throws AMOUNT_OUT_OF_RANGE
 * ```
 */
export function parseUnits(text: string, decimals: number, options?: ParseOptions): bigint {
  decimalsArgument('decimals', decimals);
  const rules = readOptions(options, MAX_TOKEN_UNITS);
  return checkRange(parseText(text, decimals, rules), rules, { unit: 'tokens', decimals });
}

/**
 * Parses a token amount into smallest units as {@link parseUnits} does, and returns a result instead of throwing.
 * @param text - any value; anything but a string gives `ARGUMENT_INVALID`
 * @param decimals - an integer from 0 to 255
 * @example
 * ```ts
 * import { safeParseUnits } from '@coin/units';
 * safeParseUnits('1.5', 18); // => { success: true, value: 1_500_000_000_000_000_000n }
 * const rejected = safeParseUnits('1.55', 1);
 * rejected.success ? '' : rejected.error.code; // => 'AMOUNT_TOO_PRECISE'
 * ```
 */
export function safeParseUnits(text: unknown, decimals: number, options?: ParseOptions): ParseResult<bigint> {
  return resultOf(() => parseUnits(text as string, decimals, options));
}
