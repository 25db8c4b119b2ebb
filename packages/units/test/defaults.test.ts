import { describeDefaults } from '@coin/test-kit/defaults';
import { coinSchema, createLocale, formatCoin, formatUnits, isUnitsError, parseCoin, parseUnits } from '@coin/units';
import { expect } from 'vitest';

/** What a function returns, or the code of its error. */
function outcomeOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (isUnitsError(error)) return error.code;
    throw error;
  }
}

const parsers = [parseCoin, (text: string, options: object) => parseUnits(text, 6, options)];

describeDefaults(`${import.meta.dirname}/..`, {
  'ParseOptions.rounding': {
    other: 'floor',
    observe: (options) => parsers.map((parse) => outcomeOf(() => parse('0.0000001', options))),
  },
  'ParseOptions.min': {
    observe: (options, stated: bigint) =>
      [stated, stated - 1n].flatMap((amount) =>
        parsers.map((parse) => outcomeOf(() => parse(formatCoin(amount), options))),
      ),
  },
  'ParseOptions.max': () => {
    expect(parseUnits(`${2n ** 256n - 1n}`, 0)).toBe(2n ** 256n - 1n);
    expect(outcomeOf(() => parseUnits(`${2n ** 256n}`, 0))).toBe('AMOUNT_OUT_OF_RANGE');
    expect(parseCoin('9223372036854.775807')).toBe(2n ** 63n - 1n);
    expect(outcomeOf(() => parseCoin('9223372036854.775808'))).toBe('AMOUNT_OUT_OF_RANGE');
    expect(coinSchema()['~standard'].validate('9223372036854.775808')).toHaveProperty('issues');
  },
  'ParseOptions.locale': () => {
    expect(parseCoin('1.5')).toBe(1_500_000n);
    expect(outcomeOf(() => parseCoin('1,500'))).toBe('AMOUNT_SYNTAX');
  },
  'FormatOptions.decimals': () => {
    expect([1_000_000n, 1_234_567n].map((amount) => formatCoin(amount, {}))).toEqual(['1', '1.234567']);
    expect(formatUnits(1n, 255, {})).toBe(`0.${'0'.repeat(254)}1`);
  },
  'FormatOptions.rounding': {
    other: 'ceil',
    observe: (options) => [1_999_999n, -1n].map((amount) => formatCoin(amount, { decimals: 2, ...options })),
  },
  'FormatOptions.symbol': () => expect(formatCoin(1_000_000n, {})).toBe('1'),
  'FormatOptions.locale': () => expect(formatCoin(1_234_567_500_000n, {})).toBe('1234567.5'),
  'createLocale.grouping': {
    other: false,
    observe: (options) => createLocale('en', options).write('1234567'),
  },
});
