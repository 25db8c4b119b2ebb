import { describeDefaults } from '@coin/examples/defaults';
import { coinSchema, decimalStyle, formatCoin, isUnitsError, parseCoin, parseUnits } from '@coin/units';
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
  'DecimalStyleOptions.rounding': {
    other: 'ceil',
    observe: (options) => outcomeOf(() => formatCoin(1n, decimalStyle({ maxDecimals: 2, ...options }))),
  },
  'DecimalStyleOptions.minDecimals': { observe: (options) => formatCoin(1_000_000n, decimalStyle(options)) },
  'DecimalStyleOptions.maxDecimals': () => {
    const digits = `0.${'0'.repeat(254)}1`;
    expect(decimalStyle({})(digits)).toBe(digits);
    expect(outcomeOf(() => decimalStyle({})(`${digits}1`))).toBe('AMOUNT_TOO_PRECISE');
  },
  'DecimalStyleOptions.grouping': () => {
    expect(formatCoin(1_234_567_000_000n, decimalStyle())).toBe('1234567');
  },
});
