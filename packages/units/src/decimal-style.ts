import { checkDecimals } from './argument-checks.ts';
import { formatDecimal } from './format-decimal.ts';
import { argumentInvalid } from './errors.ts';
import type { Rounding } from './rounding.ts';
import { parseDecimal } from './parse-decimal.ts';

/**
 * Turns an exact decimal text such as `'-1234.5'` into what people read. {@link decimalStyle} makes one; any such function will do.
 *
 * Source: Decision: made once and used for many amounts, and no burden to who needs none.
 */
export type DecimalStyle = (decimal: string) => string;

/**
 * What a style needs of a locale; `new Intl.NumberFormat('de-DE', { maximumFractionDigits: 6 })` has it.
 *
 * Source: Decision: by shape, so that the caller chooses currency, digits and grouping, and pays for making it once.
 */
export interface LocaleFormat {
  format(decimal: `${number}`): string;
  resolvedOptions(): { readonly maximumFractionDigits?: number };
}

/** How many digits are written, and what stands around them. Source: Decision: exact and plain unless the caller asks for more. */
export type DecimalStyleOptions = {
  /** What happens to digits past the largest number of decimals that are not zeros; `reject` by default. */
  readonly rounding?: Rounding;
  /** Written behind the number and a space, such as `TRX`. */
  readonly symbol?: string;
} & (
  | {
      /** The least number of digits behind the point, from 0 to `maxDecimals`; 0 by default. */
      readonly minDecimals?: number;
      /** The largest number of digits behind the point, from `minDecimals` to 255; by default as many as there are. */
      readonly maxDecimals?: number;
      /** Written between groups of three digits before the point; nothing by default. */
      readonly grouping?: ',' | '_' | "'" | ' ' | '\u00a0' | '\u2009' | '\u202f';
      readonly locale?: never;
    }
  | {
      /** Writes digits, point and groups as people of its locale do; its `maximumFractionDigits` is the largest number of decimals. */
      readonly locale: LocaleFormat;
      readonly minDecimals?: never;
      readonly maxDecimals?: never;
      readonly grouping?: never;
    }
);

/**
 * Makes a style for {@link formatCoin} and {@link formatUnits}: decimals, rounding, grouping or a locale, and a symbol.
 *
 * Source: Decision: digits are dropped only by a rounding the caller names, with a locale too, where `Intl` alone would round.
 *
 * @param options - all optional; without any the text stays as it is
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for the decimals; the style itself `AMOUNT_TOO_PRECISE` where digits would be lost
 * @example
 * ```ts
 * import { decimalStyle, formatCoin } from '@coin/units';
 *
 * formatCoin(1_999_999n, decimalStyle({ maxDecimals: 2, rounding: 'floor' })); // => '1.99'
 * formatCoin(1_999_999n, decimalStyle({ maxDecimals: 2 })); // throws AMOUNT_TOO_PRECISE
 * const german = decimalStyle({ locale: new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2 }), symbol: 'TRX' });
 * formatCoin(1_234_500_000n, german); // => '1.234,50 TRX'
 * ```
 */
export function decimalStyle(options: DecimalStyleOptions = {}): DecimalStyle {
  const { rounding, locale, minDecimals = 0, grouping, symbol } = options;
  const { maxDecimals = locale?.resolvedOptions().maximumFractionDigits ?? 255 } = options;
  checkDecimals('maxDecimals', maxDecimals);
  checkDecimals('minDecimals', minDecimals);
  if (minDecimals > maxDecimals)
    throw argumentInvalid('minDecimals', minDecimals, `at most maxDecimals, ${maxDecimals}`);
  return (decimal) => {
    let text = formatDecimal(parseDecimal(decimal, maxDecimals, rounding), maxDecimals);
    if (locale !== undefined) text = locale.format(text as `${number}`);
    else {
      const [integer = '', fraction = ''] = text.split('.');
      const digits = fraction.padEnd(minDecimals, '0');
      text = grouping === undefined ? integer : integer.replace(/\B(?=(\d{3})+$)/g, grouping);
      if (digits !== '') text += `.${digits}`;
    }
    return symbol === undefined ? text : `${text} ${symbol}`;
  };
}
