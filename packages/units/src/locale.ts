import { optionsArgument } from './argument-checks.ts';
import { argumentInvalid } from './errors.ts';

/** How a locale writes numbers. {@link createLocale} creates it; `formatCoin` and `parseCoin` take it. */
export interface AmountLocale {
  /** Writes a decimal string such as `-1234.5` with the locale's digits, groups, decimal separator and sign. */
  readonly write: (decimal: string) => string;
  /**
   * Reads the output of `write`, with or without groups. `positions` maps each character of `decimal` to its place in
   * the text. `decimal` has a NUL where the text stops matching the locale.
   */
  readonly read: (text: string) => { readonly decimal: string; readonly positions: readonly number[] };
}

/**
 * Creates a locale's number format from the runtime's `Intl`, for `formatCoin` and `parseCoin`.
 *
 * Amounts are written with groups unless `grouping` is false. They are read with or without groups, but nothing else is
 * accepted: in `de-DE`, `1.234` is 1234 and `1.23` is an error. `Intl` only supplies digits and separators. No amount
 * passes through it, so every digit is exact in any engine.
 * @param tag - such as `de-DE` or `ar-EG-u-nu-latn`, or several by preference; defaults to the runtime's
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for an invalid tag or option
 * @example
 * ```ts
 * import { createLocale, formatCoin, parseCoin } from '@coin/units';
 * const german = createLocale('de-DE');
 * formatCoin(1_234_500_000n, { locale: german }); // => '1.234,5'
 * parseCoin('1.234,5', { locale: german }); // => 1_234_500_000n
 * parseCoin('1234,5', { locale: german }); // => 1_234_500_000n
 * parseCoin('1.23', { locale: german }); // throws AMOUNT_SYNTAX
 * ```
 */
export function createLocale(
  tag?: string | readonly string[],
  options: { readonly grouping?: boolean } = {},
): AmountLocale {
  const { grouping = true } = optionsArgument('options', options, ['grouping']);
  if (typeof grouping !== 'boolean') throw argumentInvalid('grouping', grouping, 'true or false');
  const { digits, point, separator, minus, least, last, further } = readNotation(tag);

  function group(integer: string): string[] {
    if (integer.length < least) return [integer];
    let start = integer.length - last;
    const groups = [integer.slice(start)];
    for (; start > 0; start -= further) groups.unshift(integer.slice(Math.max(0, start - further), start));
    return groups;
  }

  function write(decimal: string, hasGroups: boolean): string {
    const [integer = '', fraction] = decimal.replace('-', '').split('.');
    const shown = (text: string) => Array.from(text, (digit) => digits[Number(digit)]).join('');
    const whole = (hasGroups ? group(integer) : [integer]).map(shown).join(separator);
    return (decimal.startsWith('-') ? minus : '') + whole + (fraction === undefined ? '' : point + shown(fraction));
  }

  const symbols: (readonly [shown: string, plain: string])[] = digits.map((shown, digit) => [shown, String(digit)]);
  symbols.push([point, '.'], [separator, '']);

  function read(text: string): ReturnType<AmountLocale['read']> {
    let position = text.startsWith(minus) ? minus.length : 0;
    let decimal = position > 0 ? '-' : '';
    const positions = position > 0 ? [0] : [];
    while (position < text.length) {
      const [shown, plain] = symbols.find(([symbol]) => symbol !== '' && text.startsWith(symbol, position)) ?? [];
      if (shown === undefined) break;
      if (plain !== '') positions.push(position);
      decimal += plain;
      position += shown.length;
    }
    const written = [write(decimal, true), write(decimal, false)];
    if (written.includes(text)) return { decimal, positions };
    // The text is wrong where it last matches a possible output.
    const stop = Math.max(...written.map((one) => commonLength(text, one)));
    const kept = positions.filter((place) => place < stop);
    return { decimal: `${decimal.slice(0, kept.length)}\0`, positions: [...kept, stop] };
  }

  return { write: (decimal) => write(decimal, grouping), read };
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** Returns a locale of {@link createLocale}: a tag in its place is a frequent mistake. */
export function localeArgument(locale: AmountLocale): AmountLocale {
  if (typeof locale !== 'object') throw argumentInvalid('locale', locale, 'a locale of createLocale');
  return locale;
}

function createNumberFormat(tag: string | readonly string[] | undefined): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(tag as string | string[] | undefined);
  } catch (cause) {
    throw argumentInvalid('tag', tag, 'a language tag such as "de-DE", or an array of them', { cause });
  }
}

/** Reads the digits, the separators and the group sizes from the platform. */
function readNotation(tag: string | readonly string[] | undefined) {
  const format = createNumberFormat(tag);
  const show = (value: number) => format.format(value);
  const digits = Array.from('0123456789', (digit) => show(Number(digit)));
  const one = show(1);
  const many = show(1_111_111_111);
  const separator = many.split(one).find((between) => between !== '') ?? '';
  const sizes = separator === '' ? [] : many.split(separator).map((group) => group.length / one.length);
  const [further = Infinity, last = Infinity] = sizes.slice(-2);
  // Some locales do not group shorter numbers: Spanish with four digits, Ewe with five.
  let least = last + 1;
  while (least < 10 && !show(Number('1'.repeat(least))).includes(separator)) least++;
  return {
    digits,
    point: show(1.1).slice(one.length, -one.length),
    separator,
    minus: show(-1).slice(0, -one.length),
    least,
    last,
    further,
  };
}
