import {
  allocate,
  clamp,
  coinJson,
  coinSchema,
  compareRatios,
  createLocale,
  divide,
  formatCoin,
  MAX_SMALL_UNITS,
  multiplyRatio,
  parseCoin,
  parseRatio,
  parseUnits,
  ratio,
  tokenJson,
  type UnitsError,
} from '@coin/units';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROUNDING_MODES } from './support/rounding-modes.ts';
import { thrownError } from './support/thrown-error.ts';

const messageOf = (action: () => unknown) => (thrownError(action) as UnitsError).shortMessage;

describe("messages quote the value in the caller's unit, and say what to do", () => {
  const examples: [() => unknown, string][] = [
    [() => parseCoin('7', { max: 5_000_000n }), 'Amount "7" is out of range. Choose 0 to 5 coins.'],
    [() => parseCoin('-0.5'), 'Amount "-0.5" is out of range. Choose 0 to 9223372036854.775807 coins.'],
    [
      () => parseCoin('9223372036854.7758079', { rounding: 'ceil', max: 2n ** 64n }),
      'Amount "9223372036854.775808" is out of range. Choose -9223372036854.775808 to 9223372036854.775807 coins.',
    ],
    [() => parseUnits('2.56', 2, { min: 1n, max: 255n }), 'Amount "2.56" is out of range. Choose 0.01 to 2.55 tokens.'],
    [
      () => formatCoin(MAX_SMALL_UNITS + 1n),
      'Amount "9223372036854775808" is out of range. Choose -9223372036854775808 to 9223372036854775807 small units.',
    ],
    [
      () => coinJson.decode('9223372036854775808'),
      'Amount "9223372036854775808" is out of range. Choose -9223372036854775808 to 9223372036854775807 small units.',
    ],
    [() => tokenJson.encode(-1n), `Amount "-1" is out of range. Choose 0 to ${2n ** 256n - 1n} smallest units.`],
    [
      () => parseCoin('1.00000001'),
      'Amount "1.00000001" has more than 6 decimals, from position 8. Drop them or choose a rounding.',
    ],
    [() => parseCoin('1,5'), 'Invalid amount "1,5": unexpected "," at position 1. Write it like "1.5".'],
    [() => parseRatio('/2'), 'Invalid amount "": missing digit at position 0. Write it like "1.5".'],
    [() => parseCoin('5.'), 'Invalid amount "5.": missing digit at position 2. Write it like "1.5".'],
    [() => parseCoin(1.5 as never), 'Invalid amount "1.5": it must be a string such as "1.5", not of type number.'],
    [() => formatCoin('1' as never), 'Invalid amount "1": it must be a bigint such as 1500000n, not of type string.'],
    [() => divide(-7n, 2n), '"-7" divided by "2" is not a whole number. Choose a rounding.'],
    [() => multiplyRatio(10n, ratio(2n, 3n)), '"20" divided by "3" is not a whole number. Choose a rounding.'],
    [() => divide(7n, 0n), 'Division of "7" by zero. Check the divisor first.'],
    [
      () => parseCoin('1', { rounding: 'constructor' as never }),
      `Invalid rounding "constructor": it must be one of ${ROUNDING_MODES.join(', ')}.`,
    ],
    [
      () => parseCoin('1', { max: Number.NaN as never }),
      'Invalid max "NaN": it must be a bigint, in the smallest unit.',
    ],
    [() => parseCoin('1', null as never), 'Invalid options "null": it must be an object.'],
    [() => parseUnits('1', 256), 'Invalid decimals "256": it must be an integer from 0 to 255.'],
    [
      () => formatCoin(1n, { decimals: { min: 3, max: 2 } }),
      'Invalid decimals.min "3": it must be at most 2, which is decimals.max.',
    ],
    [() => formatCoin(1n, { decimals: -1 }), 'Invalid decimals "-1": it must be an integer from 0 to 255.'],
    [
      () => formatCoin(1n, { locale: 'de-DE' as never }),
      'Invalid locale "de-DE": it must be a locale of createLocale.',
    ],
    [
      () => parseCoin('1', { locale: 'de-DE' as never }),
      'Invalid locale "de-DE": it must be a locale of createLocale.',
    ],
    [
      () => createLocale('deutsch!'),
      'Invalid tag "deutsch!": it must be a language tag such as "de-DE", or an array of them.',
    ],
    [
      () => parseCoin('1.5', { locale: createLocale('de-DE') }),
      'Invalid amount "1.5": unexpected "." at position 1. Write it like "1,5".',
    ],
    [() => parseCoin('1', { maximum: 5n } as never), 'Unknown option "maximum". Did you mean max?'],
    [() => coinSchema({ Rounding: 'floor' } as never), 'Unknown option "Rounding". Did you mean rounding?'],
    [() => formatCoin(1n, { locales: 'de' } as never), 'Unknown option "locales". Did you mean locale?'],
    [() => clamp(1n, { below: 5n } as never), 'Unknown option "below". Use one of min, max.'],
    [() => formatCoin(1n, { symbol: 1 as never }), 'Invalid symbol "1": it must be a string.'],
    [() => formatCoin(1n, 'plain' as never), 'Invalid options "plain": it must be an object.'],
    [() => clamp(1n, { min: 0 as never }), 'Invalid min "0": it must be a bigint, in the smallest unit.'],
    [() => clamp(1n, { max: 2 as never }), 'Invalid max "2": it must be a bigint, in the smallest unit.'],
    [() => clamp(1n, { min: 3n, max: 2n }), 'Invalid min "3": it must be at most 2, which is max.'],
    [() => allocate(1n, [2n, -1n]), 'Invalid weights "2, -1": it must be bigints of at least 0, one of them above 0.'],
    [
      () => compareRatios({ numerator: 1n, denominator: -2n }, ratio(1n, 2n)),
      'Invalid denominator "-2": it must be above 0: ratio() moves the sign.',
    ],
  ];
  // The message first: it names the test.
  test.each(examples.map(([action, message]) => [message, action] as const))('as in: %s', (message, action) =>
    expect(messageOf(action)).toBe(message),
  );

  test('have no line breaks, control characters or long texts', () => {
    const codePoint = fc.integer({ min: 0, max: 0x10_ff_ff }).map((point) => String.fromCodePoint(point));
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 120 }), (text) => {
        for (const action of [() => parseCoin(`x${text}`), () => formatCoin(1n, { locale: text as never })]) {
          const message = messageOf(action);
          expect(message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
          expect(message.length).toBeLessThan(1_500);
        }
      }),
    );
    expect(messageOf(() => parseCoin('1\u202e\u2028'))).toBe(
      'Invalid amount "1\uFFFD ": unexpected "\uFFFD" at position 1. Write it like "1.5".',
    );
    const long = messageOf(() => parseCoin(`${'1'.repeat(100_000)}\n`));
    expect(long).toBe(`Invalid amount "${'1'.repeat(199)}…": unexpected " " at position 100000. Write it like "1.5".`);
    expect(messageOf(() => parseCoin(`${'1'.repeat(199)}x`))).toContain(`"${'1'.repeat(199)}x"`);
  });
});

test('contexts have the value, the argument and the expectation', () => {
  const contextOf = (action: () => unknown) => (thrownError(action) as UnitsError).context;
  expect(contextOf(() => divide(7n, 0n))).toEqual({ value: 7n });
  expect(contextOf(() => ratio(-3n, 0n))).toEqual({ value: -3n });
  expect(contextOf(() => multiplyRatio(10n, ratio(2n, 3n)))).toEqual({ value: 20n, divisor: 3n });
  expect(contextOf(() => parseUnits('1', 256))).toEqual({
    argument: 'decimals',
    value: '256',
    expected: 'an integer from 0 to 255',
    min: 0,
    max: 255,
  });
  expect(contextOf(() => parseUnits('1', 0, { minimum: 5n } as never))).toEqual({
    argument: 'minimum',
    value: '(hidden)',
    expected: 'one of the options rounding, min, max, locale',
  });
});

test('an unknown option is rejected only when it is an own property', () => {
  const inherited: object = Object.create({ max: 5n, other: 1 });
  expect(parseCoin('0.000005', inherited)).toBe(5n);
  expect(() => parseCoin('1', inherited)).toThrow('out of range');
  const long = { ['maximum'.repeat(100_000)]: 1n };
  expect(messageOf(() => parseCoin('1', long)).length).toBeLessThan(300);
});
