import { checkBigint, checkCoinRange, decimalsArgument, optionsArgument } from './argument-checks.ts';
import { argumentInvalid, UnitsError } from './errors.ts';
import { formatDecimal } from './format-decimal.ts';
import { type AmountLocale, localeArgument } from './locale.ts';
import { COIN_DECIMALS, type SmallUnits } from './quantities.ts';
import { checkRounding, roundedQuotient, type Rounding } from './rounding.ts';

/** How an amount is displayed: exactly by default. Only `decimals` drops digits, and by default it rounds down. */
export interface FormatOptions {
  /** How many digits follow the decimal point, 0 to 255: an exact number or a range. Defaults to as many as needed. */
  readonly decimals?: number | { readonly min?: number; readonly max?: number };
  /** What happens to digits past `decimals`; defaults to `floor`, which shows a balance of 1.999 as 1.99. */
  readonly rounding?: Rounding;
  /** Follows the number after a space, such as `TRX`. */
  readonly symbol?: string;
  /** Writes digits, groups and separators as a locale does. See {@link createLocale}. */
  readonly locale?: AmountLocale;
}

const smallUnits = { unit: 'small units', decimals: 0 } as const;

/** The minimum and maximum number of decimals shown of an amount that has `all`. */
function readDecimals(decimals: FormatOptions['decimals'], all: number): readonly [min: number, max: number] {
  if (typeof decimals === 'number') decimals = { min: decimalsArgument('decimals', decimals), max: decimals };
  const range = optionsArgument('decimals', decimals === undefined ? {} : decimals, ['min', 'max']);
  const { min = 0 } = range;
  decimalsArgument('decimals.min', min);
  const { max = Math.max(min, all) } = range;
  decimalsArgument('decimals.max', max);
  if (min > max) throw argumentInvalid('decimals.min', min, `at most ${max}, which is decimals.max`, { max });
  return [min, max];
}

function display(value: bigint, unitDecimals: number, options: FormatOptions | undefined): string {
  if (options === undefined) return formatDecimal(value, unitDecimals);
  const names = ['decimals', 'rounding', 'symbol', 'locale'] as const;
  const { decimals, rounding = 'floor', symbol, locale } = optionsArgument('options', options, names);
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
  const text = locale === undefined ? decimal : localeArgument(locale).write(decimal);
  return symbol === undefined ? text : `${text} ${symbol}`;
}

/**
 * Formats small units as coins (1 coin = 1,000,000 small units), exactly and without trailing zeros by default.
 *
 * With `decimals`, further digits are rounded down, so the text never shows more than the amount. `rounding` chooses
 * another mode. `parseCoin(formatCoin(amount))` equals `amount` for every amount, also with a `locale` passed to both.
 * Source: docs/specification.md §1, Denomination.
 * @param amount - small units, from −2^63 to 2^63 − 1
 * @throws {@link UnitsError} `AMOUNT_OUT_OF_RANGE`, `ARGUMENT_INVALID`; `AMOUNT_TOO_PRECISE` only with `reject`
 * @example
 * ```ts
 * import { createLocale, formatCoin } from '@coin/units';
 * formatCoin(1_500_000n); // => '1.5'
 * formatCoin(1_999_999n, { decimals: 2 }); // => '1.99'
 * formatCoin(1_999_999n, { decimals: { max: 2 }, rounding: 'half-up' }); // => '2'
 * formatCoin(1_234_500_000n, { decimals: 2, locale: createLocale('en'), symbol: 'TRX' }); // => '1,234.50 TRX'
 * ```
 */
export function formatCoin(amount: SmallUnits, options?: FormatOptions): string {
  checkBigint('amount', amount);
  return display(checkCoinRange(amount, smallUnits), COIN_DECIMALS, options);
}

/**
 * Formats a token amount exactly, given in smallest units, of which 10^`decimals` are one token.
 * @param value - smallest units; a difference of two amounts may be negative or exceed a uint256
 * @param decimals - the token's decimals, an integer from 0 to 255
 * @param options - as for {@link formatCoin}; their `decimals` are the digits shown
 * @throws {@link UnitsError} `ARGUMENT_INVALID`; `AMOUNT_TOO_PRECISE` only with `reject`
 * @example
 * ```ts
 * import { formatUnits } from '@coin/units';
 * formatUnits(1_500_000_000_000_000_000n, 18); // => '1.5'
 * formatUnits(-1n, 2, { decimals: { min: 4 } }); // => '-0.0100'
 * ```
 */
export function formatUnits(value: bigint, decimals: number, options?: FormatOptions): string {
  checkBigint('value', value);
  decimalsArgument('decimals', decimals);
  return display(value, decimals, options);
}
