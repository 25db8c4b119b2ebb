import {
  basicEnergy,
  blockRewards,
  parseEnergyFactor,
  energyForFeeLimit,
  energyWithFactor,
  expectedFee,
  FeeError,
  type FeeErrorCode,
  type FeeErrorContexts,
  feeLimitFromEnergyFactor,
  feeLimitFromEstimate,
  isFeeError,
  nextEnergyFactor,
  transactionSize,
} from '@coin/fee';
import { createFeePlanner } from '@coin/fee/planner';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call, createFakeSource, rules, simulation } from './support/fake-source.ts';

function thrown(run: () => unknown): FeeError {
  try {
    run();
  } catch (error) {
    if (isFeeError(error)) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** What a function throws, or the promise that it returns. */
const failureOf = (run: () => unknown): Promise<FeeError> =>
  new Promise((resolve) => resolve(run())).then(
    () => Promise.reject(new Error('nothing was thrown')),
    (error: unknown) => (isFeeError(error) ? error : Promise.reject(error)),
  );

const planned = (answers: Parameters<typeof createFakeSource>[0]) =>
  createFeePlanner({ source: createFakeSource(answers) }).plan(call);

/** Passes what the types forbid. */
const odd = (value: unknown) => value as never;

/** Of every code: what throws it, with which message and context. */
const cases: { [C in FeeErrorCode]: [message: string, context: FeeErrorContexts[C], run: () => unknown][] } = {
  ARGUMENT_TYPE: [
    [
      'energy is "undefined" of type undefined: pass a bigint',
      { argument: 'energy', value: undefined, expected: 'bigint' },
      () => feeLimitFromEstimate({ energy: odd(undefined), energyPrice: 1n }),
    ],
    [
      'energyPrice is "2.5" of type number: pass a bigint',
      { argument: 'energyPrice', value: 2.5, expected: 'bigint' },
      () => feeLimitFromEstimate({ energy: 1n, energyPrice: odd(2.5) }),
    ],
    [
      'dataSize is "9007199254740992" of type number: pass a safe integer',
      { argument: 'dataSize', value: 2 ** 53, expected: 'safe integer' },
      () => transactionSize({ kind: 'call', feeLimit: 1n, dataSize: 2 ** 53 }),
    ],
    [
      'rawDataSize is "133" of type bigint: pass a safe integer',
      { argument: 'rawDataSize', value: 133n, expected: 'safe integer' },
      () => transactionSize({ kind: 'encoded', rawDataSize: odd(133n) }),
    ],
    [
      'prices.bandwidth is "undefined" of type undefined: pass a bigint',
      { argument: 'prices.bandwidth', value: undefined, expected: 'bigint' },
      () => expectedFee({ transaction: { size: 1 }, prices: {} }),
    ],
    [
      'network is "" of type string: pass a non-empty string',
      { argument: 'network', value: '', expected: 'non-empty string' },
      () => createFeePlanner({ source: createFakeSource(), cache: new Map<string, string>(), network: '' }),
    ],
    [
      'energy factor is "0.34" of type number: pass a string',
      { argument: 'energy factor', value: 0.34, expected: 'string' },
      () => parseEnergyFactor(odd(0.34)),
    ],
  ],
  ARGUMENT_OUT_OF_RANGE: [
    [
      'energy is "-1": choose 0 or more units of energy',
      { argument: 'energy', value: -1n, min: 0n, unit: 'units of energy' },
      () => basicEnergy({ energy: -1n }),
    ],
    [
      'energyPrice is "0": choose 1 or more small units',
      { argument: 'energyPrice', value: 0n, min: 1n, unit: 'small units' },
      () => energyForFeeLimit({ feeLimit: 1n, energyPrice: 0n }),
    ],
    [
      'energyPenalty is "1": choose 0 to 0 units of energy',
      { argument: 'energyPenalty', value: 1n, min: 0n, max: 0n, unit: 'units of energy' },
      () => basicEnergy({ energy: 0n, energyPenalty: 1n }),
    ],
    [
      'codeSize is "2": choose 0 to 1 bytes',
      { argument: 'codeSize', value: 2, min: 0, max: 1, unit: 'bytes' },
      () => energyWithFactor({ basicEnergy: 399n, codeSize: 2, energyFactor: 0n }),
    ],
    [
      'increaseFactor is "10001": choose 0 to 10000 ten-thousandths',
      { argument: 'increaseFactor', value: 10_001n, min: 0n, max: 10_000n, unit: 'ten-thousandths' },
      () => nextEnergyFactor({ energyFactor: 0n, threshold: 0n, increaseFactor: 10_001n, maxFactor: 0n }),
    ],
    [
      'producer is "1": choose 0 to 0 (an index)',
      { argument: 'producer', value: 1, min: 0, max: 0, unit: '(an index)' },
      () => blockRewards({ representatives: [{ votes: 1n }], producer: 1 }),
    ],
  ],
  FACTOR_SYNTAX: [
    [
      'energy factor is "0.3%", position 3: pass one like "0.34"',
      { value: '0.3%', position: 3 },
      () => parseEnergyFactor('0.3%'),
    ],
  ],
  ANSWER_INVALID: [
    [
      'energyRules of the source answers energyPrice "0": it must be 1 or more small units',
      { method: 'energyRules', field: 'energyPrice', value: 0n, expected: '1 or more small units' },
      () => planned({ rules: () => ({ ...rules, energyPrice: 0n }) }),
    ],
    [
      'simulate of the source answers touched "undefined": it must be an array',
      { method: 'simulate', field: 'touched', value: undefined, expected: 'an array' },
      () => planned({ simulate: () => ({ ...simulation, touched: odd(undefined) }) }),
    ],
    [
      'simulate of the source answers energyPenalty "40000": it must be 0 to 37105 units of energy',
      { method: 'simulate', field: 'energyPenalty', value: 40_000n, expected: '0 to 37105 units of energy' },
      () => planned({ simulate: () => ({ ...simulation, energyPenalty: 40_000n }) }),
    ],
  ],
  FEE_LIMIT_TOO_HIGH: [
    [
      'fee limit is "77", above 76 small units: do less at once or use clampFeeLimit',
      { needed: 77n, maximum: 76n },
      () => feeLimitFromEnergyFactor({ basicEnergy: 10n, energyFactor: 1n, energyPrice: 7n, maxFeeLimit: 76n }),
    ],
  ],
};

describe('errors', () => {
  describe.each(Object.entries(cases))('with the code %s', (code, cases) => {
    test.each<[string, object, () => unknown]>(cases)(
      'state the value and what to do: %s',
      async (message, context, run) => {
        const error = await failureOf(run);
        expect(error).toMatchObject({ name: 'FeeError', code, message });
        expect(error.context).toStrictEqual(context);
      },
    );
  });

  test('carry the error behind them, if there is one', () => {
    const cause = new Error('cause');
    expect(new FeeError('FEE_LIMIT_TOO_HIGH', { needed: 2n, maximum: 1n }, { cause }).cause).toBe(cause);
    expect(new FeeError('FEE_LIMIT_TOO_HIGH', { needed: 2n, maximum: 1n })).not.toHaveProperty('cause');
  });

  test('are thrown for every value that is not a quantity, with the value in the context and in words', () => {
    const hostile = fc.constantFrom<unknown>(
      Symbol('s'),
      Object.create(null),
      { toString: () => '5' },
      { [Symbol.toPrimitive]: () => 5n },
      [],
      [1n],
      () => 'source code',
      /x/,
      null,
      true,
      Number.NaN,
      Infinity,
      new Date(Number.NaN),
    );
    const anything = fc.oneof(
      hostile,
      fc.anything({ withNullPrototype: true }).filter((value) => value !== undefined),
    );
    fc.assert(
      fc.property(anything, (value) => {
        for (const run of [
          () => feeLimitFromEstimate({ energy: odd(value), energyPrice: 1n }),
          () => basicEnergy({ energy: odd(value) }),
          () => basicEnergy({ energy: 1n, energyPenalty: odd(value) }),
        ]) {
          const { code, context, message } = thrown(run);
          expect(code).toBe('ARGUMENT_TYPE');
          expect(context).toMatchObject({ value, expected: 'bigint' });
          expect(message).toContain(`of type ${typeof value}: pass a bigint`);
          expect(message).not.toContain('source code');
        }
        if (typeof value !== 'string') {
          expect(thrown(() => parseEnergyFactor(odd(value)))).toMatchObject({
            code: 'ARGUMENT_TYPE',
            context: { value, expected: 'string' },
          });
        }
      }),
    );
  });
});

describe('isFeeError', () => {
  const error = new FeeError('FACTOR_SYNTAX', { value: 'x', position: 0 });

  test('recognizes every error of this package, and one of a code', () => {
    expect(isFeeError(error)).toBe(true);
    expect(isFeeError(error, 'FACTOR_SYNTAX')).toBe(true);
    expect(isFeeError(error, 'ARGUMENT_TYPE')).toBe(false);
  });

  test('recognizes an error of another copy of the package', () => {
    const copy = Object.assign(new Error(error.message), { name: error.name, code: error.code });
    expect([isFeeError(copy), isFeeError(copy, 'FACTOR_SYNTAX'), isFeeError(copy, 'ARGUMENT_TYPE')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test.each([undefined, null, 'FACTOR_SYNTAX', new Error('x'), { code: 'FACTOR_SYNTAX' }])('rejects %s', (other) => {
    expect([isFeeError(other), isFeeError(other, 'FACTOR_SYNTAX')]).toEqual([false, false]);
  });
});
