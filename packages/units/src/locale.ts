import { readObject, runForeign } from './argument-checks.ts';
import { argumentInvalid } from './errors.ts';

/**
 * How a locale writes numbers: what {@link createLocale} makes, and `formatCoin` and `parseCoin` take.
 *
 * Source: Decision: an object and not the name of a locale, so that formatting and parsing without one carry no code
 * for it, and the platform is asked once.
 */
export interface AmountLocale {
  /** Writes a decimal string such as `-1234.5` in the digits, groups, decimal separator and sign of the locale. */
  readonly write: (decimal: string) => string;
  /**
   * Reads what `write` gives, with or without groups. `positions` has the place in the text of each character of
   * `decimal`, which has a NUL where the text stops being what the locale writes.
   */
  readonly read: (text: string) => { readonly decimal: string; readonly positions: readonly number[] };
}

/**
 * Creates the way in which a locale writes numbers, from the `Intl` of the runtime.
 *
 * Amounts are written with groups, unless `grouping` is false. They are read with or without groups, and nothing is
 * read that is not written: in `de-DE` `1.234` is 1234, and `1.23` is an error.
 *
 * Source: Decision: no amount passes through `Intl`. It is only asked for its digits and separators, so every digit of
 * an amount is exact in any engine.
 *
 * @param tag - a language tag such as `de-DE`, or several in the order of preference; the runtime's own by default. An
 * extension chooses other digits: `ar-EG-u-nu-latn`
 * @param options - `grouping`, whether groups of digits are separated; true by default
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for an invalid tag or option
 * @example
 * ```ts
 * import { createLocale, formatCoin, parseCoin } from '@coin/units';
 *
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
  const { grouping = true } = readObject('options', options, { grouping: true });
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
    // The text stops where it is last like what would be written.
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

/** Asks the platform for the digits, the separators and the sizes of groups. */
function readNotation(tag: unknown) {
  const expected = 'a language tag such as "de-DE", or an array of them';
  return runForeign({ argument: 'tag', value: tag, expected }, () => {
    if (tag !== undefined && typeof tag !== 'string' && !Array.isArray(tag))
      throw argumentInvalid('tag', tag, expected);
    const format = new Intl.NumberFormat(tag as string | string[] | undefined);
    const show = (value: number) => format.format(value);
    const digits = Array.from('0123456789', (digit) => show(Number(digit)));
    const one = show(1);
    const many = show(1_111_111_111);
    const separator = many.split(one).find((between) => between !== '') ?? '';
    const sizes = separator === '' ? [] : many.split(separator).map((group) => group.length / one.length);
    const [further = Infinity, last = Infinity] = sizes.slice(-2);
    // Some locales separate no groups in shorter numbers: Spanish none of four digits, Ewe none of five.
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
  });
}
