import { scaled } from '@coin/test-kit/scaled';
import {
  type AmountLocale,
  createLocale,
  formatCoin,
  formatUnits,
  isUnitsError,
  MAX_SMALL_UNITS,
  MIN_SMALL_UNITS,
  parseCoin,
  parseUnits,
  safeParseCoin,
} from '@coin/units';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { syntaxReason } from './support/syntax-reason.ts';
import { errorCodeOf, thrownError } from './support/thrown-error.ts';

const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
const pairs = letters.flatMap((first) => letters.map((second) => first + second));
const languages = [...pairs, ...pairs.flatMap((pair) => letters.map((last) => pair + last))];
const REGIONAL = ['de-AT', 'de-CH', 'de-LI', 'en-IN', 'es-MX', 'fr-CH', 'hi-IN', 'it-CH', 'pt-BR', 'pt-PT', 'zh-TW'];
/** Every language that the runtime knows, some regions, and every set of digits. */
const TAGS: readonly string[] = [
  ...languages.filter((tag) => Intl.NumberFormat.supportedLocalesOf(tag).length > 0),
  ...REGIONAL,
  ...['en', 'hi', 'es', 'fa'].flatMap((tag) =>
    Intl.supportedValuesOf('numberingSystem').map((digits) => `${tag}-u-nu-${digits}`),
  ),
];

const cache = new Map<string, AmountLocale>();
function localeOf(tag: string): AmountLocale {
  const locale = cache.get(tag) ?? createLocale(tag);
  cache.set(tag, locale);
  return locale;
}

const int64 = fc.oneof(
  fc.bigInt({ min: MIN_SMALL_UNITS, max: MAX_SMALL_UNITS }),
  fc.bigInt({ min: -20_000_000_000n, max: 20_000_000_000n }),
  fc.bigInt({ min: -20_000n, max: 20_000n }).map((coins) => coins * 1_000_000n),
);
const min = MIN_SMALL_UNITS;

describe('in every locale of the runtime', () => {
  test('formatCoin writes the output of Intl, and parseCoin reads it with and without groups', () => {
    expect(TAGS.length).toBeGreaterThan(400);
    const amounts = [0n, 1n, -1n, 999_000_000n, 1_000_000_000n, -1_234_500_000n, 12_345_600_000n, MIN_SMALL_UNITS];
    for (const tag of TAGS) {
      const locale = localeOf(tag);
      const ungrouped = createLocale(tag, { grouping: false });
      const format = new Intl.NumberFormat(tag, { maximumFractionDigits: 6 });
      const plainFormat = new Intl.NumberFormat(tag, { maximumFractionDigits: 6, useGrouping: false });
      for (const amount of amounts) {
        const exact = formatCoin(amount) as `${number}`;
        const text = formatCoin(amount, { locale });
        expect([tag, text]).toEqual([tag, format.format(exact)]);
        expect([tag, formatCoin(amount, { locale: ungrouped })]).toEqual([tag, plainFormat.format(exact)]);
        expect([tag, parseCoin(text, { locale, min })]).toEqual([tag, amount]);
        expect([tag, parseCoin(plainFormat.format(exact), { locale, min })]).toEqual([tag, amount]);
      }
    }
  });

  test('parses formatted amounts, with any number of decimals', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TAGS), int64, fc.integer({ min: 0, max: 9 }), (tag, amount, shown) => {
        const locale = localeOf(tag);
        const text = formatCoin(amount, { locale, decimals: { min: shown, max: Math.max(shown, 6) } });
        expect(parseCoin(text, { locale, min })).toBe(amount);
        const value = amount * 10n ** 15n;
        expect(parseUnits(formatUnits(value, 18, { locale }), 18, { locale, min: value, max: value })).toBe(value);
      }),
      { numRuns: scaled(1_000) },
    );
  });

  test('rejects anything that formatting does not write', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TAGS),
        int64,
        fc.array(
          fc.tuple(
            fc.nat(),
            fc.constantFrom('', '.', ',', ' ', '\u00a0', '\u202f', '’', "'", '-', '−', '0', '١', '5', 'x'),
          ),
          {
            maxLength: 3,
          },
        ),
        (tag, amount, edits) => {
          const locale = localeOf(tag);
          const ungrouped = createLocale(tag, { grouping: false });
          let text = formatCoin(amount, { locale });
          for (const [place, char] of edits) {
            const at = place % (text.length + 1);
            text = text.slice(0, at) + char + text.slice(at + (char === '' ? 1 : 0));
          }
          const result = safeParseCoin(text, { locale, min, rounding: 'floor' });
          if (result.success) {
            // Zeros past the last decimal, and a sign before zero, are written by no default, and change no value.
            const fraction = safeParseCoin(text, { locale, min }).success ? text : '';
            const written = Array.from({ length: 10 }, (_, digits) => digits).flatMap((digits) =>
              [locale, ungrouped].map((one) =>
                formatCoin(result.value, { locale: one, decimals: { min: digits, max: 9 } }),
              ),
            );
            if (fraction !== '' && result.value !== 0n)
              expect([tag, written]).toEqual([tag, expect.arrayContaining([text])]);
          } else if (isUnitsError(result.error, 'AMOUNT_SYNTAX')) {
            const { position, value } = result.error.context;
            expect(value).toBe(text);
            expect(position).toBeLessThanOrEqual(text.length);
          }
        },
      ),
      { numRuns: scaled(2_000) },
    );
  });
});

describe('groups that could be a decimal point', () => {
  test.each([
    ['de-DE', '1.234', 1_234_000_000n],
    ['de-DE', '1234,5', 1_234_500_000n],
    ['de-DE', '1,50', 1_500_000n],
    ['en', '1,234', 1_234_000_000n],
    ['en', '1.234', 1_234_000n],
    ['hi-IN', '12,34,567.5', 1_234_567_500_000n],
    ['en-IN', '1,234', 1_234_000_000n],
    ['fr', '1\u202f234,5', 1_234_500_000n],
    ['de-CH', new Intl.NumberFormat('de-CH').format(1_234.5), 1_234_500_000n],
    ['es', '1234', 1_234_000_000n],
    ['es', '12.345', 12_345_000_000n],
    ['ar-EG', '١٬٢٣٤٫٥', 1_234_500_000n],
    ['ar-EG-u-nu-latn', '1,234.5', 1_234_500_000n],
    ['sv', '−1\u00a0234,5', -1_234_500_000n],
    ['ccp', '\u{11137}', 1_000_000n],
  ])('in %s %s is read', (tag, text, amount) =>
    expect(parseCoin(text, { locale: createLocale(tag), min })).toBe(amount),
  );

  test.each([
    ['de-DE', '1.23', 1, '.'],
    ['de-DE', '1.2345', 1, '.'],
    ['de-DE', '1.234567', 5, '5'],
    ['de-DE', '1234.567', 4, '.'],
    ['de-DE', '1.234.', 5, '.'],
    ['de-DE', '1,5,0', 3, ','],
    ['de-DE', '1,234.567', 5, '.'],
    ['de-DE', '0.123', 2, '1'],
    ['de-DE', '1,', 2, undefined],
    ['de-DE', '', 0, undefined],
    ['es', '1.234', 1, '.'],
    ['pl', '1\u00a0234', 1, '\u00a0'],
    ['hi-IN', '1,234,567', 1, ','],
    ['fr', '1 234', 1, ' '],
    ['fr', '1.5', 1, '.'],
    ['sv', '-5', 0, '-'],
    ['ar-EG', '15', 0, '1'],
    ['en', '1\u{1f600}', 1, '\u{1f600}'],
  ])('in %s %j is rejected', (tag, value, position, character) => {
    const locale = createLocale(tag);
    const error = thrownError(() => parseCoin(value, { locale, min }));
    expect(isUnitsError(error, 'AMOUNT_SYNTAX') && error.context).toEqual({
      value,
      position,
      ...syntaxReason(character),
      example: locale.write('1.5'),
    });
  });

  test('reports the position of extra digits', () => {
    const error = thrownError(() => parseCoin('1.234,0000001', { locale: createLocale('de-DE') }));
    expect(isUnitsError(error, 'AMOUNT_TOO_PRECISE') && error.context).toEqual({
      value: '1.234,0000001',
      position: 12,
      decimals: 6,
    });
  });

  test('reads an amount of 100,000 characters in linear time', () => {
    const locale = createLocale('de-DE');
    const text = locale.write('9'.repeat(75_000));
    expect(text.length).toBe(99_999);
    expect(errorCodeOf(() => parseCoin(text, { locale }))).toBe('AMOUNT_OUT_OF_RANGE');
  });
});

test.each<[string, unknown, unknown]>([
  ['a tag that is none', 'no tag', {}],
  ['a list of anything', [5], {}],
  ['an unknown option', 'de', { groups: true }],
  ['a grouping of another type', 'de', { grouping: 'always' }],
])('createLocale rejects %s', (_, tag, options) =>
  expect(errorCodeOf(() => createLocale(tag as string, options as object))).toBe('ARGUMENT_INVALID'),
);

test.each<[string, unknown]>([
  ['the name of a locale', 'de-DE'],
  ['a number', 5],
])('a locale is rejected that is %s', (_, locale) => {
  const given = { locale: locale as AmountLocale };
  expect(errorCodeOf(() => parseCoin('1', given))).toBe('ARGUMENT_INVALID');
  expect(errorCodeOf(() => formatCoin(1n, given))).toBe('ARGUMENT_INVALID');
});
