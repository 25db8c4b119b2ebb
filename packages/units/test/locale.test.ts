import { scaled } from '@coin/examples/scaled';
import { decimalStyle, formatUnits, type LocaleFormat } from '@coin/units';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLocalized } from './support/read-localized.ts';
import { rounded, valueOf } from './support/reference.ts';
import { ROUNDING_MODES_WITH_RESULT } from './support/rounding-modes.ts';
import { errorCodeOf } from './support/thrown-error.ts';

/** Everything that `Intl.NumberFormat` can be told, in combinations that it may refuse. */
const intlOptions: fc.Arbitrary<Intl.NumberFormatOptions> = fc.record(
  {
    style: fc.constantFrom('decimal', 'decimal', 'currency', 'percent', 'unit'),
    currency: fc.constantFrom('EUR', 'JPY', 'USD'),
    currencyDisplay: fc.constantFrom('code', 'symbol', 'narrowSymbol', 'name'),
    currencySign: fc.constantFrom('standard', 'accounting'),
    unit: fc.constantFrom('kilometer', 'percent', 'byte'),
    unitDisplay: fc.constantFrom('short', 'narrow', 'long'),
    notation: fc.constantFrom('standard', 'standard', 'scientific', 'engineering', 'compact'),
    compactDisplay: fc.constantFrom('short', 'long'),
    signDisplay: fc.constantFrom('auto', 'never', 'always', 'exceptZero', 'negative'),
    useGrouping: fc.constantFrom<('min2' | 'auto' | 'always' | false)[]>('min2', 'auto', 'always', false),
    numberingSystem: fc.constantFrom('latn', 'arab', 'deva', 'hanidec', 'fullwide'),
    minimumIntegerDigits: fc.integer({ min: 1, max: 21 }),
    minimumFractionDigits: fc.integer({ min: 0, max: 4 }),
    maximumFractionDigits: fc.integer({ min: 0, max: 100 }),
    minimumSignificantDigits: fc.integer({ min: 1, max: 21 }),
    maximumSignificantDigits: fc.integer({ min: 1, max: 21 }),
    roundingIncrement: fc.constantFrom(1, 2, 5, 10, 25, 100, 1000),
    roundingMode: fc.constantFrom(
      'ceil',
      'floor',
      'expand',
      'trunc',
      'halfCeil',
      'halfFloor',
      'halfExpand',
      'halfEven',
    ),
    roundingPriority: fc.constantFrom('auto', 'morePrecision', 'lessPrecision'),
    trailingZeroDisplay: fc.constantFrom('auto', 'stripIfInteger'),
  },
  { requiredKeys: ['style', 'currency', 'unit'] },
);

// few of the options at a time: most combinations of all of them are refused by Intl itself
const options = intlOptions.chain((all) =>
  fc.subarray(Object.keys(all), { maxLength: 6 }).map((names) => ({ all, names })),
);
const LOCALES = ['en', 'de', 'fr', 'pl', 'hi-IN', 'ar-EG', 'ja', 'de-CH'];
const locales = fc.constantFrom(...LOCALES);
const values = fc.oneof(
  fc.bigInt({ min: -2_000_000n, max: 2_000_000n }),
  fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }),
  fc.bigInt({ min: -20_000n, max: 20_000n }).map((coins) => coins * 1_000_000n),
);

function newFormat(locale: string, chosen: Intl.NumberFormatOptions): Intl.NumberFormat | undefined {
  try {
    return new Intl.NumberFormat(locale, chosen);
  } catch {
    return undefined;
  }
}

describe('decimalStyle with a locale', () => {
  test(
    'shows a text that reads back as the exact value, or rejects the format or the amount',
    () => {
      fc.assert(
        fc.property(locales, options, values, (locale, { all, names }, value) => {
          const { style, currency, unit } = all;
          const chosen = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
          const format = newFormat(locale, {
            ...chosen,
            ...(chosen['style'] !== undefined && { style, currency, unit }),
          });
          if (format === undefined) return;
          let text;
          try {
            text = formatUnits(value, 6, decimalStyle({ locale: format }));
          } catch (error) {
            expect(['ARGUMENT_INVALID', 'AMOUNT_TOO_PRECISE']).toContain(
              errorCodeOf(() => {
                throw error;
              }),
            );
            return;
          }
          const { n, d } = valueOf(readLocalized(text, format));
          expect(n * 1_000_000n, `${text} for ${value}`).toBe(value * d);
        }),
        { numRuns: scaled(1_000) },
      );
    },
    scaled(60_000),
  );

  test.each<[string, Intl.NumberFormatOptions]>([
    ['no other option', {}],
    ['a currency', { style: 'currency', currency: 'EUR' }],
    ['the name of a currency', { style: 'currency', currency: 'JPY', currencyDisplay: 'name' }],
    ['a unit', { style: 'unit', unit: 'kilometer', unitDisplay: 'long' }],
    ['no groups', { useGrouping: false }],
    ['other digits', { numberingSystem: 'deva' }],
    ['a sign for every number', { signDisplay: 'always' }],
    ['digits before and after the point', { minimumIntegerDigits: 12, minimumFractionDigits: 4 }],
  ])('shows an amount exactly in every locale with %s', (_, chosen) => {
    for (const locale of LOCALES) {
      const format = new Intl.NumberFormat(locale, { ...chosen, maximumFractionDigits: 6 });
      for (const value of [1_234_567_890_123n, -1_500_000n]) {
        const { n, d } = valueOf(readLocalized(formatUnits(value, 6, decimalStyle({ locale: format })), format));
        expect([locale, n * 1_000_000n]).toEqual([locale, value * d]);
      }
    }
  });

  test('rounds only by the mode it was given', () => {
    const roundings = fc.constantFrom(...ROUNDING_MODES_WITH_RESULT);
    fc.assert(
      fc.property(locales, values, fc.integer({ min: 0, max: 6 }), roundings, (locale, value, digits, rounding) => {
        const format = new Intl.NumberFormat(locale, { maximumFractionDigits: digits });
        const text = formatUnits(value, 6, decimalStyle({ locale: format, rounding }));
        const { n, d } = valueOf(readLocalized(text, format));
        const expected = rounded({ n: value * 10n ** BigInt(digits), d: 1_000_000n }, rounding);
        expect({ scaled: n * 10n ** BigInt(digits) }).toEqual({ scaled: (expected ?? 0n) * d });
      }),
    );
  });

  test.each<[string, Intl.NumberFormatOptions]>([
    ['percent', { style: 'percent' }],
    ['compact notation', { notation: 'compact', maximumFractionDigits: 20 }],
    ['scientific notation', { notation: 'scientific', maximumFractionDigits: 20 }],
    ['engineering notation', { notation: 'engineering', maximumFractionDigits: 20 }],
    ['a maximum of significant digits', { maximumSignificantDigits: 21 }],
    ['a minimum of significant digits', { minimumSignificantDigits: 2 }],
    [
      'a rounding priority',
      { maximumSignificantDigits: 2, maximumFractionDigits: 6, roundingPriority: 'morePrecision' },
    ],
    ['a rounding increment', { roundingIncrement: 5, minimumFractionDigits: 2, maximumFractionDigits: 2 }],
    [
      'an increment that leaves neighbours apart',
      { roundingIncrement: 2, roundingMode: 'floor', minimumFractionDigits: 2, maximumFractionDigits: 2 },
    ],
    ['no minus sign', { signDisplay: 'never' }],
  ])('rejects a format with %s when the style is created', (_, chosen) => {
    const locale = new Intl.NumberFormat('en', chosen);
    expect(errorCodeOf(() => decimalStyle({ locale, rounding: 'floor' }))).toBe('ARGUMENT_INVALID');
  });

  test('rejects whatever is not a number format of full precision', () => {
    const format = new Intl.NumberFormat('en');
    const show = (text: `${number}`) => format.format(text);
    const resolvedOptions = () => ({ maximumFractionDigits: 2 });
    const others: unknown[] = [
      'de-DE',
      null,
      {},
      [],
      Number,
      { format: (text: string) => text },
      { resolvedOptions },
      { format: show, resolvedOptions: () => null },
      { format: () => 5, resolvedOptions },
      { format: (text: string) => [text], resolvedOptions },
      // through a number, as engines without string support do
      { format: (text: string) => format.format(Number(text)), resolvedOptions },
      { format: (text: string) => text.replace('-', ''), resolvedOptions },
      { format: show, resolvedOptions: () => ({ maximumFractionDigits: -1 }) },
      { format: show, resolvedOptions: () => ({ maximumFractionDigits: '2' }) },
      new Intl.DateTimeFormat('en'),
      new Intl.ListFormat('en'),
      new Intl.PluralRules('en'),
      new Intl.RelativeTimeFormat('en'),
      new Intl.Collator('en'),
    ];
    for (const locale of others)
      expect(
        errorCodeOf(() => decimalStyle({ locale: locale as LocaleFormat })),
        String(locale),
      ).toBe('ARGUMENT_INVALID');
  });

  test('rejects decimals and groups beside a locale, which has its own', () => {
    const locale = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
    for (const option of [{ maxDecimals: 6 }, { minDecimals: 2 }, { grouping: ',' }] as object[])
      expect(errorCodeOf(() => decimalStyle({ locale, ...option }))).toBe('ARGUMENT_INVALID');
    expect(formatUnits(123n, 2, decimalStyle({ locale, maxDecimals: undefined } as never))).toBe('1.23');
  });
});
