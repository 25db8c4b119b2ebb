import {
  basicEnergy,
  blockRewards,
  parseEnergyFactor,
  expectedFee,
  FeeError,
  type FeeErrorCode,
  type FeeErrorContexts,
  feeLimitFromEnergyFactor,
  feeLimitFromEstimate,
  isFeeError,
  transactionSize,
} from '@coin/fee';
import { createFeePlanner } from '@coin/fee/planner';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call, createFakeSource } from './support/fake-source.ts';

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

/** Passes what the types forbid. */
const odd = (value: unknown) => value as never;

/** Of every code: what throws it, with which message and context. */
const cases: { [C in FeeErrorCode]: [message: string, context: FeeErrorContexts[C], run: () => unknown][] } = {
  ARGUMENT_INVALID: [
    [
      'Invalid energy "undefined": it must be a bigint of 0 or more units of energy, not of type undefined.',
      {
        argument: 'energy',
        value: 'undefined',
        expected: 'a bigint of 0 or more units of energy, not of type undefined',
        min: 0n,
        unit: 'units of energy',
      },
      () => feeLimitFromEstimate({ energy: odd(undefined), energyPrice: 1n }),
    ],
    [
      'Invalid energyPrice "2.5": it must be a bigint from 1 to 9223372036854775807 small units, not of type number.',
      {
        argument: 'energyPrice',
        value: '2.5',
        expected: 'a bigint from 1 to 9223372036854775807 small units, not of type number',
        min: 1n,
        max: 2n ** 63n - 1n,
        unit: 'small units',
      },
      () => feeLimitFromEstimate({ energy: 1n, energyPrice: odd(2.5) }),
    ],
    [
      'Invalid dataSize "9007199254740992": it must be an integer of 0 or more bytes.',
      {
        argument: 'dataSize',
        value: '9007199254740992',
        expected: 'an integer of 0 or more bytes',
        min: 0,
        unit: 'bytes',
      },
      () => transactionSize({ kind: 'call', feeLimit: 1n, dataSize: 2 ** 53 }),
    ],
    [
      'Invalid rawDataSize "133": it must be an integer of 0 or more bytes.',
      {
        argument: 'rawDataSize',
        value: '133',
        expected: 'an integer of 0 or more bytes',
        min: 0,
        unit: 'bytes',
      },
      () => transactionSize({ kind: 'encoded', rawDataSize: odd(133n) }),
    ],
    [
      'Invalid prices.bandwidth "undefined": it must be a bigint from 0 to 9223372036854775807 small units, not of type undefined.',
      {
        argument: 'prices.bandwidth',
        value: 'undefined',
        expected: 'a bigint from 0 to 9223372036854775807 small units, not of type undefined',
        min: 0n,
        max: 2n ** 63n - 1n,
        unit: 'small units',
      },
      () => expectedFee({ transaction: { size: 1 }, prices: {} }),
    ],
    [
      'Invalid network "": it must be a non-empty string.',
      { argument: 'network', value: '', expected: 'a non-empty string' },
      () => createFeePlanner({ source: createFakeSource(), cache: new Map<string, string>(), network: '' }),
    ],
    [
      'Invalid energyFactor "0.34": it must be a decimal factor such as "0.34", not of type number.',
      {
        argument: 'energyFactor',
        value: '0.34',
        expected: 'a decimal factor such as "0.34", not of type number',
      },
      () => parseEnergyFactor(odd(0.34)),
    ],
    [
      'Invalid energyFactor "0.3%": it must be a decimal factor such as "0.34".',
      { argument: 'energyFactor', value: '0.3%', expected: 'a decimal factor such as "0.34"' },
      () => parseEnergyFactor('0.3%'),
    ],
    [
      'Invalid energyPenalty "1": it must be a bigint from 0 to 0 units of energy.',
      {
        argument: 'energyPenalty',
        value: '1',
        expected: 'a bigint from 0 to 0 units of energy',
        min: 0n,
        max: 0n,
        unit: 'units of energy',
      },
      () => basicEnergy({ energy: 0n, energyPenalty: 1n }),
    ],
    [
      'Invalid producer "1": it must be an integer from 0 to 0.',
      { argument: 'producer', value: '1', expected: 'an integer from 0 to 0', min: 0, max: 0 },
      () => blockRewards({ witnesses: [{ votes: 1n }], producer: 1 }),
    ],
    [
      'Invalid kind "transaction": it must be encoded or transfer or call or deployment.',
      {
        argument: 'kind',
        value: 'transaction',
        expected: 'encoded or transfer or call or deployment',
      },
      () => transactionSize(odd({ kind: 'transaction' })),
    ],
    [
      'Invalid method "cheapest": it must be auto or estimate or energy-factor or across-cycle or max-factor.',
      {
        argument: 'method',
        value: 'cheapest',
        expected: 'auto or estimate or energy-factor or across-cycle or max-factor',
      },
      () => createFeePlanner({ source: createFakeSource(), method: odd('cheapest') }).plan(call),
    ],
    [
      'Unknown option "margin". Did you mean marginBps?',
      {
        argument: 'margin',
        value: '(hidden)',
        expected: 'one of the options method, horizonMs, marginBps, estimate, signal',
      },
      () => createFeePlanner({ source: createFakeSource() }).plan(call, odd({ margin: 5n })),
    ],
    [
      'Unknown option "x". Use one of method, horizonMs, marginBps, estimate, signal.',
      {
        argument: 'x',
        value: '(hidden)',
        expected: 'one of the options method, horizonMs, marginBps, estimate, signal',
      },
      () => createFeePlanner({ source: createFakeSource() }).plan(call, odd({ x: {} })),
    ],
  ],
  FEE_LIMIT_TOO_HIGH: [
    [
      'Fee limit 77 exceeds the network maximum of 76 small units. Use clampFeeLimit to continue with the maximum.',
      { needed: 77n, max: 76n },
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
        expect(error).toMatchObject({ name: 'FeeError', code, shortMessage: message });
        expect(error.context).toStrictEqual(context);
      },
    );
  });

  test('carry the error behind them, if there is one', () => {
    const cause = new Error('cause');
    expect(new FeeError('FEE_LIMIT_TOO_HIGH', { needed: 2n, max: 1n }, { cause }).cause).toBe(cause);
    expect(new FeeError('FEE_LIMIT_TOO_HIGH', { needed: 2n, max: 1n })).not.toHaveProperty('cause');
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
          expect(code).toBe('ARGUMENT_INVALID');
          expect(context).toMatchObject({ expected: expect.stringMatching(/^a bigint (of 0 or more|from 0 to 1) /) });
          if (typeof value !== 'bigint') expect(message).toContain(`, not of type ${typeof value}.`);
          expect(message).not.toContain('source code');
        }
        if (typeof value !== 'string') {
          expect(thrown(() => parseEnergyFactor(odd(value)))).toMatchObject({
            code: 'ARGUMENT_INVALID',
            context: { expected: `a decimal factor such as "0.34", not of type ${typeof value}` },
          });
        }
      }),
    );
  });
});

describe('isFeeError', () => {
  const error = new FeeError('FEE_LIMIT_TOO_HIGH', { needed: 2n, max: 1n });

  test('recognizes every error of this package, and one of a code', () => {
    expect(isFeeError(error)).toBe(true);
    expect(isFeeError(error, 'FEE_LIMIT_TOO_HIGH')).toBe(true);
    expect(isFeeError(error, 'ARGUMENT_INVALID')).toBe(false);
  });

  test('recognizes an error of another copy of the package', () => {
    const copy = Object.assign(new Error(error.message), { name: error.name, code: error.code });
    expect([isFeeError(copy), isFeeError(copy, 'FEE_LIMIT_TOO_HIGH'), isFeeError(copy, 'ARGUMENT_INVALID')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test.each([undefined, null, 'FEE_LIMIT_TOO_HIGH', new Error('x'), { code: 'FEE_LIMIT_TOO_HIGH' }])(
    'rejects %s',
    (other) => {
      expect([isFeeError(other), isFeeError(other, 'FEE_LIMIT_TOO_HIGH')]).toEqual([false, false]);
    },
  );
});
