import { checkBigint, checkCoinRange, checkDecimals, runForeign } from './argument-checks.ts';
import { type DecimalStyle } from './decimal-style.ts';
import { argumentInvalid } from './errors.ts';
import { formatDecimal } from './format-decimal.ts';
import { COIN_DECIMALS, type SmallUnits } from './quantities.ts';

const unstyled: DecimalStyle = (decimal) => decimal;

const STYLE = 'a function, such as decimalStyle creates';

function checkStyle(style: unknown): void {
  if (typeof style !== 'function') throw argumentInvalid('style', style, STYLE);
}

function applyStyle(style: DecimalStyle, decimal: string): string {
  const shown: unknown = runForeign({ argument: 'style', value: style, expected: STYLE }, () => style(decimal));
  if (typeof shown !== 'string') throw argumentInvalid('style', style, 'a function that returns a string');
  return shown;
}

/**
 * Formats an amount of small units in coins (1 coin = 1,000,000 small units), exactly and without trailing zeros.
 *
 * Source: docs/specification.md §1, Denomination. Decision: `parseCoin(formatCoin(amount))` equals `amount` for every
 * possible amount; a style is applied afterwards, and only drops digits by a rounding mode that the caller chose.
 *
 * @param amount - small units, from −2^63 to 2^63 − 1
 * @param style - how the amount is displayed, see {@link decimalStyle}; plain by default
 * @throws {@link UnitsError} `AMOUNT_OUT_OF_RANGE`, `ARGUMENT_INVALID` for anything but a bigint and for a style that
 * is not a function; whatever the style throws
 * @example
 * ```ts
 * import { decimalStyle, formatCoin } from '@coin/units';
 *
 * formatCoin(1_500_000n); // => '1.5'
 * const price = decimalStyle({ minDecimals: 2, grouping: ',', symbol: 'TRX' });
 * formatCoin(1_234_500_000n, price); // => '1,234.50 TRX'
 * ```
 */
export function formatCoin(amount: SmallUnits, style: DecimalStyle = unstyled): string {
  checkBigint('amount', amount);
  checkStyle(style);
  return applyStyle(style, formatDecimal(checkCoinRange(amount, { unit: 'small units', decimals: 0 }), COIN_DECIMALS));
}

/**
 * Formats a token amount given in the token's smallest units, 10^`decimals` of which are one token, exactly and without
 * trailing zeros.
 *
 * Source: Decision: as {@link formatCoin}, but for any bigint: a difference of two token amounts may be negative or
 * exceed a uint256.
 *
 * @param value - smallest units, any bigint
 * @param decimals - an integer from 0 to 255
 * @param style - how the amount is displayed, see {@link decimalStyle}; plain by default
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for anything but a bigint, for invalid decimals and for a style that is
 * not a function; whatever the style throws
 * @example
 * ```ts
 * import { decimalStyle, formatUnits } from '@coin/units';
 *
 * formatUnits(1_500_000_000_000_000_000n, 18); // => '1.5'
 * formatUnits(-1n, 2, decimalStyle({ minDecimals: 4 })); // => '-0.0100'
 * ```
 */
export function formatUnits(value: bigint, decimals: number, style: DecimalStyle = unstyled): string {
  checkBigint('value', value);
  checkDecimals('decimals', decimals);
  checkStyle(style);
  return applyStyle(style, formatDecimal(value, decimals));
}
