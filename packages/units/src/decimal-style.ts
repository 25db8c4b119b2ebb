import { checkDecimals, checkOneOf, type Names, readObject } from './argument-checks.ts';
import { argumentInvalid } from './errors.ts';
import { formatDecimal } from './format-decimal.ts';
import { exactDecimals, formatByLocale, type LocaleFormat } from './locale-format.ts';
import { parseDecimal } from './parse-decimal.ts';
import { checkRounding, type Rounding } from './rounding.ts';

/**
 * Turns an exact decimal string such as `'-1234.5'` into what is displayed. {@link decimalStyle} creates one; any such
 * function works.
 *
 * Source: Decision: a style is created once for many amounts, and costs nothing to callers that need none.
 */
export type DecimalStyle = (decimal: string) => string;

/** How many digits are written, and what is written around them. Source: Decision: exact and plain by default. */
export type DecimalStyleOptions = {
  /** What happens to non-zero digits past the maximum number of decimals; `reject` by default. */
  readonly rounding?: Rounding;
  /** Written after the number and a space, such as `TRX`. */
  readonly symbol?: string;
} & (
  | {
      /** The minimum number of digits after the decimal point, from 0 to `maxDecimals`; 0 by default. */
      readonly minDecimals?: number;
      /**
       * The maximum number of digits after the decimal point, from `minDecimals` to 255; as many as there are by
       * default.
       */
      readonly maxDecimals?: number;
      /** Written between groups of three digits before the decimal point; nothing by default. */
      readonly grouping?: ',' | '_' | "'" | ' ' | '\u00a0' | '\u2009' | '\u202f';
      readonly locale?: never;
    }
  | {
      /**
       * Writes digits, decimal point and groups as its locale does; its `maximumFractionDigits` is the maximum number
       * of decimals. It must not round, scale, abbreviate or hide the sign: no `percent`, no notation but `standard`,
       * no significant digits, no `roundingIncrement`.
       */
      readonly locale: LocaleFormat;
      readonly minDecimals?: never;
      readonly maxDecimals?: never;
      readonly grouping?: never;
    }
);

const optionNames: Names<DecimalStyleOptions> = {
  rounding: true,
  symbol: true,
  minDecimals: true,
  maxDecimals: true,
  grouping: true,
  locale: true,
};

/** What may separate groups of digits: nothing that could be a digit, a decimal point or a sign. */
const groupings: readonly unknown[] = [',', '_', "'", ' ', '\u00a0', '\u2009', '\u202f'];

/** Separates groups of three digits, in time linear in the length. */
function groupDigits(integer: string, grouping: string): string {
  const start = integer.startsWith('-') ? 1 : 0;
  // the first group has one to three digits
  let end = start + ((integer.length - start - 1) % 3) + 1;
  const groups = [integer.slice(0, end)];
  for (; end < integer.length; end += 3) groups.push(integer.slice(end, end + 3));
  return groups.join(grouping);
}

/**
 * Creates a style for {@link formatCoin} and {@link formatUnits}: decimals, rounding, grouping or a locale, and a
 * symbol.
 *
 * Source: Decision: digits are only dropped by a rounding mode that the caller chose, even with a locale, where `Intl`
 * alone would round.
 *
 * @param options - all optional; without any, the string stays as it is
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for any option of another type or out of range, and for a locale that
 * would not show the exact value; the style itself throws `AMOUNT_TOO_PRECISE` if digits would be lost
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
  const given = readObject('options', options, optionNames);
  const { rounding, locale, minDecimals = 0, grouping, symbol } = given;
  const { maxDecimals = locale === undefined ? 255 : exactDecimals(locale) } = given;
  checkRounding(rounding);
  if (symbol !== undefined && typeof symbol !== 'string') throw argumentInvalid('symbol', symbol, 'a string');
  if (locale !== undefined) {
    for (const name of ['minDecimals', 'maxDecimals', 'grouping'] as const)
      if (given[name] !== undefined) throw argumentInvalid(name, given[name], 'absent: the locale has its own');
  }
  checkOneOf('grouping', grouping, groupings);
  checkDecimals('maxDecimals', maxDecimals);
  checkDecimals('minDecimals', minDecimals);
  if (minDecimals > maxDecimals)
    throw argumentInvalid('minDecimals', minDecimals, `at most ${maxDecimals}, which is maxDecimals`, {
      max: maxDecimals,
    });
  return (decimal) => {
    let text = formatDecimal(parseDecimal(decimal, maxDecimals, rounding), maxDecimals);
    if (locale !== undefined) text = formatByLocale(locale, text);
    else {
      const [integer = '', fraction = ''] = text.split('.');
      const digits = fraction.padEnd(minDecimals, '0');
      text = grouping === undefined ? integer : groupDigits(integer, grouping);
      if (digits !== '') text += `.${digits}`;
    }
    return symbol === undefined ? text : `${text} ${symbol}`;
  };
}
