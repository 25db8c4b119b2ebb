import {
  allocate,
  basisPoints,
  clamp,
  coinJson,
  coinSchema,
  compareRatios,
  createLocale,
  divide,
  formatCoin,
  formatUnits,
  isUnitsError,
  max,
  min,
  multiplyRatio,
  parseCoin,
  parseRatio,
  parseUnits,
  percent,
  ratio,
  safeParseCoin,
  safeParseUnits,
  tokenSchema,
  type ParseOptions,
  sum,
  tokenJson,
  type UnitsErrorCode,
} from '@coin/units';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ROUNDING_MODES } from './support/rounding-modes.ts';
import { errorCodeOf } from './support/thrown-error.ts';

/** Values of every type, among them names that every object has, and texts that are nearly a value. */
const anything = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true }),
  fc.constantFrom<unknown[]>(
    ...Object.getOwnPropertyNames(Object.prototype),
    Number.NaN,
    Number.POSITIVE_INFINITY,
    0,
    1,
    null,
    true,
    '',
    '5',
    'FLOOR',
    'nearest',
    '.',
    '1',
    () => 5n,
  ),
);

const isBigint = (value: unknown) => typeof value === 'bigint';
const isDecimals = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 255 && value % 1 === 0;
const isOptions = (value: unknown) => typeof value === 'object' && value !== null;

/** Each option and argument: whether a value is of its type, and calls that take the value. */
const places: readonly [
  name: string,
  accepts: (value: unknown) => boolean,
  uses: readonly ((value: never) => unknown)[],
][] = [
  [
    'rounding',
    (value) => (ROUNDING_MODES as readonly unknown[]).includes(value),
    [
      (rounding) => parseCoin('1', { rounding }),
      (rounding) => parseCoin('1.0000001', { rounding }),
      (rounding) => parseUnits('1.55', 1, { rounding }),
      (rounding) => divide(4n, 2n, rounding),
      (rounding) => divide(5n, 2n, rounding),
      (rounding) => multiplyRatio(4n, ratio(1n, 2n), rounding),
      (rounding) => formatCoin(1n, { rounding }),
      (rounding) => formatCoin(1n, { rounding, locale: createLocale('en') }),
      (rounding) => coinSchema({ rounding }),
    ],
  ],
  [
    'min or max',
    isBigint,
    [
      (bound) => parseCoin('1', { max: bound }),
      (bound) => parseCoin('1', { min: bound }),
      (bound) => parseUnits('1', 0, { max: bound }),
      (bound) => parseUnits('1', 0, { min: bound }),
      (bound) => coinSchema({ min: bound }),
      (bound) => coinSchema({ max: bound }),
      (bound) => clamp(1n, { min: bound }),
      (bound) => clamp(1n, { max: bound }),
    ],
  ],
  [
    'decimals',
    isDecimals,
    [
      (decimals) => parseUnits('1', decimals),
      (decimals) => formatUnits(1n, decimals),
      (min) => formatCoin(1n, { decimals: { min } }),
      (max) => formatCoin(1n, { decimals: { max } }),
    ],
  ],
  ['grouping', (value) => typeof value === 'boolean', [(grouping) => createLocale('en', { grouping })]],
  ['symbol', (value) => typeof value === 'string', [(symbol) => formatCoin(1n, { symbol })]],
  [
    'options',
    isOptions,
    [
      (options) => parseCoin('1', options),
      (options) => parseUnits('1', 6, options),
      (options) => coinSchema(options),
      (options) => formatCoin(1n, options),
      (options) => formatUnits(1n, 6, options),
      (options) => createLocale('en', options),
      (limits) => clamp(1n, limits),
    ],
  ],
  [
    'an amount',
    isBigint,
    [
      (amount) => formatCoin(amount),
      (amount) => formatUnits(amount, 6),
      (amount) => coinJson.encode(amount),
      (amount) => tokenJson.encode(amount),
      (amount) => divide(amount, 3n, 'floor'),
      (amount) => divide(3n, amount, 'floor'),
      (amount) => ratio(amount, 3n),
      (amount) => ratio(3n, amount),
      (amount) => multiplyRatio(amount, ratio(1n, 3n), 'floor'),
      (amount) => basisPoints(amount),
      (amount) => sum([1n, amount]),
      (amount) => min(amount),
      (amount) => min(1n, amount),
      (amount) => max(amount),
      (amount) => max(1n, 2n, amount),
      (amount) => clamp(amount, {}),
      (amount) => allocate(amount, [1n, 2n]),
      (weight) => allocate(10n, [1n, weight]),
      (numerator) => multiplyRatio(1n, { numerator, denominator: 1n }),
      (denominator) => multiplyRatio(0n, { numerator: 1n, denominator }, 'floor'),
      (numerator) => compareRatios({ numerator, denominator: 1n }, ratio(1n, 2n)),
      (denominator) => compareRatios(ratio(1n, 2n), { numerator: 1n, denominator }),
    ],
  ],
  [
    'an amount in text',
    (value) => typeof value === 'string',
    [
      (text) => parseCoin(text),
      (text) => parseUnits(text, 6),
      (text) => parseRatio(text),
      (text) => coinJson.decode(text),
    ],
  ],
  ['a percentage', (value) => typeof value === 'string' || isBigint(value), [(percentage) => percent(percentage)]],
];

const outcome = (action: () => unknown): UnitsErrorCode | 'returned' | 'threw something else' => {
  try {
    action();
    return 'returned';
  } catch (error) {
    return isUnitsError(error) ? error.code : 'threw something else';
  }
};

test.each(places)('rejects %s of another type with a UnitsError, in every place', (_, accepts, uses) => {
  for (const use of uses)
    fc.assert(
      fc.property(anything, (value) => {
        const code = outcome(() => use(value as never));
        expect(code).not.toBe('threw something else');
        // undefined stands for an option that was left out
        if (!accepts(value) && value !== undefined) expect(code).toBe('ARGUMENT_INVALID');
      }),
    );
});

/** What a parser returns, or the code and the message of what it throws. */
function outcomeOf(parse: () => bigint): bigint | [UnitsErrorCode, string] {
  try {
    return parse();
  } catch (error) {
    if (!isUnitsError(error)) throw error;
    return [error.code, error.shortMessage];
  }
}

test.each([
  { unit: 'coin', safe: safeParseCoin, strict: parseCoin, schemaOf: coinSchema, format: formatCoin },
  {
    unit: 'token',
    safe: (text: unknown, options?: ParseOptions) => safeParseUnits(text, 6, options),
    strict: (text: string, options?: ParseOptions) => parseUnits(text, 6, options),
    schemaOf: (options?: ParseOptions) => tokenSchema(6, options),
    format: (amount: bigint) => formatUnits(amount, 6),
  },
])(
  'safe parsing and a schema of $unit return the result or the error of parsing, for any input and options',
  ({ safe, strict, schemaOf, format }) => {
    const amounts = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(format);
    const safeOutcome = (text: never, options?: never) => {
      const result = safe(text, options);
      return result.success ? result.value : [result.error.code, result.error.shortMessage];
    };
    fc.assert(
      fc.property(fc.oneof(anything, amounts), anything, anything, (input, rounding, bound) => {
        const options = { rounding, min: bound, max: bound };
        expect(safeOutcome(input as never, options as never)).toEqual(
          outcomeOf(() => strict(input as never, options as never)),
        );
        expect(safeOutcome('1' as never, bound as never)).toEqual(outcomeOf(() => strict('1', bound as never)));
        const expected = outcomeOf(() => strict(input as never));
        expect(schemaOf()['~standard'].validate(input)).toEqual(
          typeof expected === 'bigint' ? { value: expected } : { issues: [{ message: expected[1] }] },
        );
      }),
    );
  },
);

test('a ratio with a denominator of zero is a division by zero, and one below zero is rejected', () => {
  for (const use of [
    (denominator: bigint) => multiplyRatio(1n, { numerator: 1n, denominator }),
    (denominator: bigint) => compareRatios({ numerator: 1n, denominator }, ratio(1n, 2n)),
    (denominator: bigint) => compareRatios(ratio(1n, 2n), { numerator: 1n, denominator }),
  ]) {
    expect(errorCodeOf(() => use(0n))).toBe('DIVISION_BY_ZERO');
    expect(errorCodeOf(() => use(-2n))).toBe('ARGUMENT_INVALID');
  }
});
