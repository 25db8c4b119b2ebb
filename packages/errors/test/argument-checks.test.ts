import { type ArgumentContext, argumentMessage, createArgumentChecks, createTextChecks } from '@coin/errors';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

class CheckError extends Error {
  readonly context: ArgumentContext;
  constructor(context: ArgumentContext, options?: { readonly cause?: unknown }) {
    super(argumentMessage(context), options);
    this.context = context;
  }
}

const quantityChecks = createArgumentChecks((context, options) => new CheckError(context, options));
const checks = { ...quantityChecks, ...createTextChecks(quantityChecks.argumentInvalid) };
const MAX_INT64 = 2n ** 63n - 1n;

test('each check returns a value that is allowed', () => {
  expect(checks.bigintArgument('price', 0n, { min: 0n })).toBe(0n);
  expect(checks.bigintArgument('price', 9n, { min: 1n, max: 9n })).toBe(9n);
  expect(checks.int64Argument('amount', MAX_INT64)).toBe(MAX_INT64);
  expect(checks.int64Argument('amount', -5n, { min: -5n })).toBe(-5n);
  expect(checks.integerArgument('port', 0)).toBe(0);
  expect(checks.integerArgument('port', 65_535, { min: 1, max: 65_535 })).toBe(65_535);
  expect(checks.stringArgument('id', 'a')).toBe('a');
  expect(checks.optionalTextArgument('memo', '')).toBe('');
  expect(checks.optionalTextArgument('memo', undefined)).toBeUndefined();
  expect(checks.wordArgument('state', 'solid', ['head', 'solid'])).toBe('solid');
  expect(checks.hexArgument('data', '0xAB')).toBe('ab');
  expect(checks.hexArgument('data', '')).toBe('');
  expect(checks.hexArgument('id', 'ab', { bytes: 1 })).toBe('ab');
  const options = { min: 1 };
  expect(checks.objectArgument('options', options)).toBe(options);
  const list = [1];
  expect(checks.listArgument('weights', list)).toBe(list);
  expect(() => checks.rejectUnknown(options, ['min', 'max'])).not.toThrow();
});

test.each<[() => unknown, string]>([
  [() => checks.bigintArgument('price', -1n, { min: 0n }), 'Invalid price "-1": it must be a bigint of 0 or more.'],
  [
    () => checks.bigintArgument('price', 10n, { min: 1n, max: 9n, unit: 'small units' }),
    'Invalid price "10": it must be a bigint from 1 to 9 small units.',
  ],
  [
    () => checks.bigintArgument('price', 5, { min: 0n }),
    'Invalid price "5": it must be a bigint of 0 or more, not of type number.',
  ],
  [
    () => checks.int64Argument('amount', 2n ** 63n),
    `Invalid amount "${2n ** 63n}": it must be a bigint from 0 to ${MAX_INT64}.`,
  ],
  [
    () => checks.int64Argument('amount', -1n, { unit: 'small units' }),
    `Invalid amount "-1": it must be a bigint from 0 to ${MAX_INT64} small units.`,
  ],
  [() => checks.integerArgument('port', 1.5), 'Invalid port "1.5": it must be an integer of 0 or more.'],
  [() => checks.integerArgument('port', -1), 'Invalid port "-1": it must be an integer of 0 or more.'],
  [
    () => checks.integerArgument('port', 2 ** 53),
    'Invalid port "9007199254740992": it must be an integer of 0 or more.',
  ],
  [() => checks.integerArgument('port', 0, { min: 1, max: 9 }), 'Invalid port "0": it must be an integer from 1 to 9.'],
  [() => checks.stringArgument('id', ''), 'Invalid id "": it must be a non-empty string.'],
  [() => checks.optionalTextArgument('memo', null), 'Invalid memo "null": it must be a string.'],
  [
    () => checks.wordArgument('state', 'pending', ['head', 'solid'] as string[]),
    'Invalid state "pending": it must be head or solid.',
  ],
  [() => checks.hexArgument('data', 'abc'), 'Invalid data "abc": it must be whole bytes in hex.'],
  [() => checks.hexArgument('id', 'abcd', { bytes: 1 }), 'Invalid id "abcd": it must be 1 bytes in hex.'],
  [() => checks.hexArgument('data', 7), 'Invalid data "7": it must be whole bytes in hex.'],
  [() => checks.objectArgument('options', null as never), 'Invalid options "null": it must be an object.'],
  [() => checks.objectArgument('options', [] as never), 'Invalid options "an array": it must be an object.'],
  [() => checks.listArgument('weights', {} as never), 'Invalid weights "an object": it must be an array.'],
  [() => checks.rejectUnknown({ maxx: 1 }, ['min', 'max']), 'Unknown option "maxx". Did you mean max?'],
])('%# rejects a value that is not allowed: %s', (check, message) => {
  expect(check).toThrow(message);
});

test('the context has the range, and hides the value of an unknown option', () => {
  const contextOf = (check: () => unknown): ArgumentContext => {
    try {
      check();
    } catch (error) {
      if (error instanceof CheckError) return error.context;
    }
    throw new Error('expected a CheckError');
  };
  expect(contextOf(() => checks.integerArgument('port', 0, { min: 1, max: 9, unit: 'doors' }))).toEqual({
    argument: 'port',
    value: '0',
    expected: 'an integer from 1 to 9 doors',
    min: 1,
    max: 9,
    unit: 'doors',
  });
  expect(contextOf(() => checks.rejectUnknown({ key: 'secret' }, ['min']))).toEqual({
    argument: 'key',
    value: '(hidden)',
    expected: 'one of the options min',
  });
});

test('argumentInvalid keeps the cause', () => {
  const cause = new Error('thrown by a callback');
  expect(checks.argumentInvalid('sign', () => {}, 'a function that signs', { cause })).toMatchObject({
    cause,
    context: { value: 'a function' },
  });
});

test('a number is never accepted as a bigint, nor a bigint as a number', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(() => checks.bigintArgument('x', value, { min: -(2n ** 64n) })).toThrow('not of type number');
      expect(() => checks.integerArgument('x', BigInt(value), { min: -(2 ** 53) })).toThrow('an integer');
    }),
  );
});
