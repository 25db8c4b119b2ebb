import { checkBigint, checkCoinRange, checkDecimals, type Names, readObject, runForeign } from './argument-checks.ts';
import { argumentInvalid, UnitsError } from './errors.ts';
import { formatDecimal } from './format-decimal.ts';
import { type AmountLocale } from './locale.ts';
import { COIN_DECIMALS, type SmallUnits } from './quantities.ts';
import { checkRounding, roundedQuotient, type Rounding } from './rounding.ts';

/**
 * How an amount is displayed. Source: Decision: exact by default; only `decimals` drops digits, and then the amount
 * shown is never more than the amount there is, unless the caller chooses another rounding.
 */
export interface FormatOptions {
  /**
   * How many digits follow the decimal point: a number for exactly as many, or a range; from 0 to 255. By default as
   * many as the amount has.
   */
  readonly decimals?: number | { readonly min?: number; readonly max?: number };
  /** What happens to the digits past `decimals`; `floor` by default: a balance of 1.999 is shown as 1.99. */
  readonly rounding?: Rounding;
  /** Written after the number and a space, such as `TRX`. */
  readonly symbol?: string;
  /** Writes digits, groups and separators as a locale does: see {@link createLocale}. */
  readonly locale?: AmountLocale;
}

const optionNames: Names<FormatOptions> = { decimals: true, rounding: true, symbol: true, locale: true };

/** The fewest and the most decimals that are shown of an amount that has `all`. */
function readDecimals(decimals: FormatOptions['decimals'], all: number): readonly [min: number, max: number] {
  if (decimals !== undefined && typeof decimals !== 'object') checkDecimals('decimals', decimals);
  const range =
    typeof decimals === 'number'
      ? { min: decimals, max: decimals }
      : readObject('decimals', decimals === undefined ? {} : decimals, { min: true, max: true });
  const { min = 0 } = range;
  checkDecimals('decimals.min', min);
  const { max = Math.max(min, all) } = range;
  checkDecimals('decimals.max', max);
  if (min > max) throw argumentInvalid('decimals.min', min, `at most ${max}, which is decimals.max`, { max });
  return [min, max];
}

function display(value: bigint, unitDecimals: number, options: FormatOptions | undefined): string {
  if (options === undefined) return formatDecimal(value, unitDecimals);
  const { decimals, rounding = 'floor', symbol, locale } = readObject('options', options, optionNames);
  const [min, max] = readDecimals(decimals, unitDecimals);
  checkRounding(rounding);
  if (symbol !== undefined && typeof symbol !== 'string') throw argumentInvalid('symbol', symbol, 'a string');
  const shown = Math.min(max, unitDecimals);
  const rounded = roundedQuotient(value, 10n ** BigInt(unitDecimals - shown), rounding);
  if (rounded === undefined) {
    const exact = formatDecimal(value, unitDecimals);
    const position = exact.indexOf('.') + 1 + max;
    throw new UnitsError('AMOUNT_TOO_PRECISE', { value: exact, position, decimals: max });
  }
  const [integer = '', fraction = ''] = formatDecimal(rounded, shown).split('.');
  const digits = fraction.padEnd(min, '0');
  const decimal = digits === '' ? integer : `${integer}.${digits}`;
  const text = locale === undefined ? decimal : writeByLocale(locale, decimal);
  return symbol === undefined ? text : `${text} ${symbol}`;
}

function writeByLocale(locale: AmountLocale, decimal: string): string {
  const expected = 'a locale of createLocale';
  const text: unknown = runForeign({ argument: 'locale', value: locale, expected }, () => locale.write(decimal));
  if (typeof text !== 'string') throw argumentInvalid('locale', locale, expected);
  return text;
}

/**
 * Formats an amount of small units in coins (1 coin = 1,000,000 small units), exactly and without trailing zeros unless
 * the options say otherwise.
 *
 * Displaying never fails on an amount: with `decimals`, digits past them are rounded down, so the text is never more
 * than the amount. `rounding` chooses another way; `reject` throws instead.
 *
 * Source: docs/specification.md §1, Denomination. Decision: `parseCoin(formatCoin(amount))` equals `amount` for every
 * possible amount, also with the same `locale` for both.
 *
 * @param amount - small units, from −2^63 to 2^63 − 1
 * @param options - `decimals`, `rounding`, `symbol`, `locale`; exact and plain by default
 * @throws {@link UnitsError} `AMOUNT_OUT_OF_RANGE`; `ARGUMENT_INVALID` for anything but a bigint and for invalid or
 * unknown options; `AMOUNT_TOO_PRECISE` only with the rounding `reject`
 * @example
 * ```ts
 * import { createLocale, formatCoin } from '@coin/units';
 *
 * formatCoin(1_500_000n); // => '1.5'
 * formatCoin(1_999_999n, { decimals: 2 }); // => '1.99'
 * formatCoin(1_999_999n, { decimals: { max: 2 }, rounding: 'half-up' }); // => '2'
 * formatCoin(1_234_500_000n, { decimals: 2, locale: createLocale('en'), symbol: 'TRX' }); // => '1,234.50 TRX'
 * ```
 */
export function formatCoin(amount: SmallUnits, options?: FormatOptions): string {
  checkBigint('amount', amount);
  return display(checkCoinRange(amount, { unit: 'small units', decimals: 0 }), COIN_DECIMALS, options);
}

/**
 * Formats a token amount given in the token's smallest units, 10^`decimals` of which are one token, exactly and without
 * trailing zeros unless the options say otherwise.
 *
 * Source: Decision: as {@link formatCoin}, but for any bigint: a difference of two token amounts may be negative or
 * exceed a uint256.
 *
 * @param value - smallest units, any bigint
 * @param decimals - the decimals of the token, an integer from 0 to 255
 * @param options - as for {@link formatCoin}; their `decimals` are those that are shown
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for anything but a bigint, invalid decimals, and invalid or unknown
 * options; `AMOUNT_TOO_PRECISE` only with the rounding `reject`
 * @example
 * ```ts
 * import { formatUnits } from '@coin/units';
 *
 * formatUnits(1_500_000_000_000_000_000n, 18); // => '1.5'
 * formatUnits(-1n, 2, { decimals: { min: 4 } }); // => '-0.0100'
 * ```
 */
export function formatUnits(value: bigint, decimals: number, options?: FormatOptions): string {
  checkBigint('value', value);
  checkDecimals('decimals', decimals);
  return display(value, decimals, options);
}
