import {
  basicEnergy,
  clampFeeLimit,
  CODE_DEPOSIT_PER_BYTE,
  DEFAULT_FEE_LIMIT,
  DEFAULT_MAX_FEE_LIMIT,
  energyForFeeLimit,
  energyWithFactor,
  feeLimitAcrossCycle,
  feeLimitFromEnergyFactor,
  feeLimitFromEstimate,
  feeLimitFromMaxFactor,
  parseEnergyFactor,
} from '@coin/fee';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ceilDivide } from './support/ceil-divide.ts';
import { errorCodeOf } from './support/error-code.ts';

const energy = fc.bigInt({ min: 0n, max: 100_000_000n });
const factor = fc.bigInt({ min: 0n, max: 100_000n });
const energyPrice = fc.bigInt({ min: 1n, max: 1_000n });
const unlimited = { maxFeeLimit: 9_223_372_036_854_775_807n };

describe('the three methods of the specification', () => {
  test('agree with the example: a token transfer to a new holder, factor 0.34, maximum factor 3.4', () => {
    const price = { energyPrice: 100n, valueCalls: 0 };
    expect(feeLimitFromEstimate({ energy: 37_105n, ...price })).toBe(3_710_500n);
    expect(feeLimitFromEnergyFactor({ basicEnergy: 27_704n, energyFactor: 3_400n, ...price })).toBe(3_712_400n);
    expect(feeLimitFromMaxFactor({ basicEnergy: 27_704n, maxFactor: 34_000n, ...price })).toBe(12_189_800n);
  });

  test('feeLimitFromEstimate is exactly total energy * price', () => {
    fc.assert(
      fc.property(energy, energyPrice, (energy, energyPrice) => {
        expect(feeLimitFromEstimate({ energy, valueCalls: 0, energyPrice, ...unlimited })).toBe(energy * energyPrice);
      }),
    );
  });

  test('the factor methods price the smallest integer energy that covers basic * (1 + factor)', () => {
    fc.assert(
      fc.property(energy, factor, energyPrice, (basicEnergy, energyFactor, energyPrice) => {
        const covering = ceilDivide(basicEnergy * (10_000n + energyFactor), 10_000n) * energyPrice;
        const terms = { basicEnergy, valueCalls: 0, energyPrice, ...unlimited };
        expect(feeLimitFromEnergyFactor({ ...terms, energyFactor })).toBe(covering);
        expect(feeLimitFromMaxFactor({ ...terms, maxFactor: energyFactor })).toBe(covering);
      }),
    );
  });

  test('feeLimitFromEnergyFactor covers the penalties of any instructions, each rounded down, within one unit each', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 40_000n }), { minLength: 1 }), factor, (costs, energyFactor) => {
        const basicEnergy = costs.reduce((sum, cost) => sum + cost, 0n);
        const used = costs.reduce((sum, cost) => sum + (cost * (10_000n + energyFactor)) / 10_000n, 0n);
        const limit = energyForFeeLimit({
          feeLimit: feeLimitFromEnergyFactor({
            basicEnergy,
            valueCalls: 0,
            energyFactor,
            energyPrice: 100n,
            ...unlimited,
          }),
          energyPrice: 100n,
        });
        expect(limit).toBeGreaterThanOrEqual(used);
        expect(limit - used).toBeLessThanOrEqual(BigInt(costs.length));
      }),
    );
  });

  test('a remainder of one ten-thousandth of a unit rounds up, for every factor and margin', () => {
    const thousands = fc.bigInt({ min: 0n, max: 10n }).map((count) => count * 10_000n);
    fc.assert(
      fc.property(thousands, thousands, energyPrice, (energy, increase, energyPrice) => {
        // (energy + 1) * (10,000 + increase + 1) leaves a remainder of exactly 1.
        const [amount, tenThousandths] = [energy + 1n, increase + 1n];
        const covering = ((amount * (10_000n + tenThousandths) - 1n) / 10_000n + 1n) * energyPrice;
        const terms = { valueCalls: 0, energyPrice, ...unlimited };
        const perFactor = { basicEnergy: amount, ...terms };
        expect(feeLimitFromEnergyFactor({ ...perFactor, energyFactor: tenThousandths })).toBe(covering);
        expect(feeLimitFromMaxFactor({ ...perFactor, maxFactor: tenThousandths })).toBe(covering);
        expect(feeLimitFromEstimate({ energy: amount, marginBps: tenThousandths, ...terms })).toBe(covering);
        expect(clampFeeLimit({ energy: amount, marginBps: tenThousandths, ...terms }).needed).toBe(covering);
      }),
    );
  });

  test('the factor methods do not multiply the code deposit of a deployment', () => {
    fc.assert(
      fc.property(energy, fc.nat(24_576), factor, (executed, codeSize, energyFactor) => {
        const deposit = BigInt(codeSize) * CODE_DEPOSIT_PER_BYTE;
        const deployment = { basicEnergy: executed + deposit, codeSize, valueCalls: 0, energyPrice: 1n, ...unlimited };
        const call = { basicEnergy: executed, valueCalls: 0, energyPrice: 1n, ...unlimited };
        expect(feeLimitFromEnergyFactor({ ...deployment, energyFactor })).toBe(
          feeLimitFromEnergyFactor({ ...call, energyFactor }) + deposit,
        );
        expect(feeLimitFromMaxFactor({ ...deployment, maxFactor: energyFactor })).toBe(
          feeLimitFromMaxFactor({ ...call, maxFactor: energyFactor }) + deposit,
        );
      }),
    );
    const short = { basicEnergy: 399n, codeSize: 2, energyFactor: 0n };
    expect(errorCodeOf(() => energyWithFactor(short))).toBe('ARGUMENT_INVALID');
    expect(energyWithFactor({ ...short, basicEnergy: 400n })).toBe(400n);
  });

  test('feeLimitFromEstimate adds the margin to the energy, rounded up', () => {
    fc.assert(
      fc.property(energy, energyPrice, fc.bigInt({ min: 0n, max: 20_000n }), (energy, energyPrice, marginBps) => {
        expect(feeLimitFromEstimate({ energy, valueCalls: 0, energyPrice, marginBps, ...unlimited })).toBe(
          ceilDivide(energy * (10_000n + marginBps), 10_000n) * energyPrice,
        );
      }),
    );
  });

  test('feeLimitFromEnergyFactor never decreases when energy or factor increases', () => {
    fc.assert(
      fc.property(energy, energy, factor, factor, energyPrice, (basicEnergy, moreEnergy, low, more, energyPrice) => {
        const limit = (basicEnergy: bigint, energyFactor: bigint) =>
          feeLimitFromEnergyFactor({ basicEnergy, energyFactor, energyPrice, ...unlimited });
        expect(limit(basicEnergy + moreEnergy, low)).toBeGreaterThanOrEqual(limit(basicEnergy, low));
        expect(limit(basicEnergy, low + more)).toBeGreaterThanOrEqual(limit(basicEnergy, low));
      }),
    );
  });
});

describe('inner calls that carry coin or tokens', () => {
  /** Basic energy of work, and of calls with a value: each is charged 9,040 units and more, and granted 2,300. */
  const spending = fc.record({
    work: fc.array(fc.bigInt({ min: 0n, max: 40_000n }), { minLength: 1, maxLength: 8 }),
    valueCalls: fc.array(fc.bigInt({ min: 9_040n, max: 34_040n }), { maxLength: 8 }),
  });

  test('need no more than the limit of any formula without their number', () => {
    fc.assert(
      fc.property(spending, factor, ({ work, valueCalls }, energyFactor) => {
        const penalized = (charge: bigint) => charge + (charge * energyFactor) / 10_000n;
        let [used, basic, needed] = [0n, 0n, 0n];
        for (const [charges, granted] of [
          [work, 0n],
          [valueCalls, 2_300n],
        ] as const) {
          for (const charge of charges) {
            used += penalized(charge);
            if (used > needed) needed = used;
            used -= granted;
            basic += charge - granted;
          }
        }
        const terms = { energyPrice: 1n, ...unlimited };
        const perBasic = { ...terms, basicEnergy: basic };
        for (const limit of [
          feeLimitFromEstimate({ ...terms, energy: used }),
          clampFeeLimit({ ...terms, energy: used }).feeLimit,
          energyWithFactor({ basicEnergy: basic, energyFactor }),
          feeLimitFromEnergyFactor({ ...perBasic, energyFactor }),
          feeLimitFromMaxFactor({ ...perBasic, maxFactor: energyFactor }),
          feeLimitAcrossCycle({
            ...perBasic,
            contracts: [{ energyFactor }],
            increaseFactor: 0n,
            maxFactor: energyFactor,
          }),
        ]) {
          expect(limit).toBeGreaterThanOrEqual(needed);
        }
      }),
    );
  });

  test('are as many as the energy has room for, unless the caller says how many there can be', () => {
    const limitOf = (energy: bigint, valueCalls?: number) =>
      feeLimitFromEstimate({ energy, energyPrice: 1n, ...(valueCalls !== undefined && { valueCalls }) });
    expect([limitOf(6_739n), limitOf(6_740n), limitOf(6_740n, 0)]).toEqual([6_739n, 9_040n, 6_740n]);
    fc.assert(
      fc.property(energy, factor, fc.nat(24_576), (executed, energyFactor, codeSize) => {
        const basicEnergy = executed + BigInt(codeSize) * CODE_DEPOSIT_PER_BYTE;
        const most = Number(executed / 6_740n);
        const terms = { basicEnergy, codeSize, energyFactor };
        expect(energyWithFactor(terms)).toBe(energyWithFactor({ ...terms, valueCalls: most }));
      }),
    );
  });
});

describe('an answer of an estimate, as it is,', () => {
  const inner = (note: string, callValue: bigint, tokens: bigint[] = []) => ({
    note,
    callValue,
    tokens: tokens.map((amount) => ({ amount })),
  });
  const plain = [inner('call', 0n), inner('call', 0n, [0n]), inner('create', 5n), inner('suicide', 7n)];
  const paying = [inner('call', 1n), inner('call', 0n, [0n, 2n])];

  test('gives the limit with the allowance for the inner calls with a value that it lists', () => {
    const estimate = { energy: 27_704n, basicEnergy: 27_704n, energyPrice: 1n } as const;
    const factors = {
      energyFactor: 5_000n,
      maxFactor: 5_000n,
      increaseFactor: 0n,
      contracts: [{ energyFactor: 5_000n }],
    };
    const limits = [
      feeLimitFromEstimate,
      (options: typeof estimate) => clampFeeLimit(options).feeLimit,
      (options: typeof estimate) => feeLimitFromEnergyFactor({ ...options, ...factors }),
      (options: typeof estimate) => feeLimitFromMaxFactor({ ...options, ...factors }),
      (options: typeof estimate) => feeLimitAcrossCycle({ ...options, ...factors }),
      (options: typeof estimate) => energyWithFactor({ ...options, ...factors }),
    ];
    const cases = [
      [{ internalTransactions: [] }, { valueCalls: 0 }],
      [{ internalTransactions: plain }, { valueCalls: 0 }],
      [{ internalTransactions: [...plain, ...paying] }, { valueCalls: 2 }],
      [{ internalTransactions: [], valueCalls: 1 }, { valueCalls: 1 }],
    ] as const;
    for (const limitOf of limits)
      for (const [listed, stated] of cases)
        expect(limitOf({ ...estimate, ...listed })).toBe(limitOf({ ...estimate, ...stated }));
  });

  test('needs no allowance if the node searched for the energy', () => {
    const searched = { kind: 'search', energy: 27_704n, energyPrice: 100n } as const;
    expect(feeLimitFromEstimate(searched)).toBe(2_770_400n);
    expect(feeLimitFromEstimate({ ...searched, kind: 'simulation' })).toBe(3_000_400n);
    expect(feeLimitFromEstimate({ ...searched, valueCalls: 1 })).toBe(3_000_400n);
  });
});

describe('the range of limits', () => {
  test('has the defaults of the specification', () => {
    expect(DEFAULT_MAX_FEE_LIMIT).toBe(15_000n * 1_000_000n);
    expect(DEFAULT_FEE_LIMIT).toBe(0n);
  });

  test('includes the maximum, and one more unit of energy throws with both values in the context', () => {
    const atMaximum = { energy: 150_000_000n, valueCalls: 0, energyPrice: 100n };
    expect(feeLimitFromEstimate(atMaximum)).toBe(DEFAULT_MAX_FEE_LIMIT);
    expect(() => feeLimitFromEstimate({ ...atMaximum, energy: 150_000_001n })).toThrow(
      expect.objectContaining({
        code: 'FEE_LIMIT_TOO_HIGH',
        context: { needed: 15_000_000_100n, max: 15_000_000_000n },
      }),
    );
  });

  test.each([
    ['Estimate', () => feeLimitFromEstimate({ energy: 11n, energyPrice: 1n, maxFeeLimit: 10n })],
    [
      'EnergyFactor',
      () => feeLimitFromEnergyFactor({ basicEnergy: 10n, energyFactor: 1n, energyPrice: 1n, maxFeeLimit: 10n }),
    ],
    ['MaxFactor', () => feeLimitFromMaxFactor({ basicEnergy: 10n, maxFactor: 1n, energyPrice: 1n, maxFeeLimit: 10n })],
  ])('ends at the maximum of the network: feeLimitFrom%s', (_, run) => {
    expect(run).toThrow(expect.objectContaining({ context: { needed: 11n, max: 10n } }));
  });

  test('bounds clampFeeLimit, which is sufficient exactly if it did not lower the limit', () => {
    fc.assert(
      fc.property(energy, energyPrice, fc.bigInt({ min: 0n, max: 10n ** 11n }), (energy, energyPrice, maxFeeLimit) => {
        const { feeLimit, sufficient, needed } = clampFeeLimit({ energy, valueCalls: 0, energyPrice, maxFeeLimit });
        expect(needed).toBe(energy * energyPrice);
        expect(feeLimit).toBe(needed > maxFeeLimit ? maxFeeLimit : needed);
        expect(sufficient).toBe(energyForFeeLimit({ feeLimit, energyPrice }) >= energy);
      }),
    );
  });

  test('rounds energyForFeeLimit down to the most energy that the limit pays for', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 15_000_000_000n }), energyPrice, (feeLimit, energyPrice) => {
        const bought = energyForFeeLimit({ feeLimit, energyPrice });
        expect(bought * energyPrice).toBeLessThanOrEqual(feeLimit);
        expect((bought + 1n) * energyPrice).toBeGreaterThan(feeLimit);
      }),
    );
  });

  test.each([
    ['a zero price', () => feeLimitFromEstimate({ energy: 1n, energyPrice: 0n }), 'ARGUMENT_INVALID'],
    ['a negative price', () => feeLimitFromEstimate({ energy: 1n, energyPrice: -1n }), 'ARGUMENT_INVALID'],
    [
      'a zero price in energyForFeeLimit',
      () => energyForFeeLimit({ feeLimit: 1n, energyPrice: 0n }),
      'ARGUMENT_INVALID',
    ],
    ['negative energy', () => feeLimitFromEstimate({ energy: -1n, energyPrice: 1n }), 'ARGUMENT_INVALID'],
    ['negative basic energy', () => energyWithFactor({ basicEnergy: -1n, energyFactor: 0n }), 'ARGUMENT_INVALID'],
    ['a negative factor', () => energyWithFactor({ basicEnergy: 1n, energyFactor: -1n }), 'ARGUMENT_INVALID'],
    [
      'a negative margin',
      () => feeLimitFromEstimate({ energy: 1n, energyPrice: 1n, marginBps: -1n }),
      'ARGUMENT_INVALID',
    ],
    ['a negative limit', () => energyForFeeLimit({ feeLimit: -1n, energyPrice: 1n }), 'ARGUMENT_INVALID'],
    ['a negative maximum', () => clampFeeLimit({ energy: 1n, energyPrice: 1n, maxFeeLimit: -1n }), 'ARGUMENT_INVALID'],
    [
      'a maximum above int64',
      () => clampFeeLimit({ energy: 1n, energyPrice: 1n, maxFeeLimit: 2n ** 63n }),
      'ARGUMENT_INVALID',
    ],
    [
      'a missing price',
      () => feeLimitFromEstimate({ energy: 1n } as { energy: bigint; energyPrice: bigint }),
      'ARGUMENT_INVALID',
    ],
    [
      'a number for a bigint',
      () => feeLimitFromEstimate({ energy: 1 as unknown as bigint, energyPrice: 1n }),
      'ARGUMENT_INVALID',
    ],
    [
      'a fraction of a byte',
      () => energyWithFactor({ basicEnergy: 900n, energyFactor: 0n, codeSize: 1.5 }),
      'ARGUMENT_INVALID',
    ],
  ])('rejects %s', (_, run, code) => {
    expect(errorCodeOf(run)).toBe(code);
  });

  test('errors state the value, the limit and the unit', () => {
    expect(() => feeLimitFromEstimate({ energy: 5n, energyPrice: 0n })).toThrow(
      'Invalid energyPrice "0": it must be a bigint from 1 to 9223372036854775807 small units.',
    );
    expect(() => basicEnergy({ energy: 5n, energyPenalty: 6n })).toThrow(
      'Invalid energyPenalty "6": it must be a bigint from 0 to 5 units of energy.',
    );
    expect(() => feeLimitFromEstimate({ energy: 2.5 as unknown as bigint, energyPrice: 1n })).toThrow(
      'Invalid energy "2.5": it must be a bigint of 0 or more units of energy, not of type number.',
    );
  });

  test('the methods do not change the options of the caller', () => {
    const options = Object.freeze({ basicEnergy: 10n, energyPrice: 1n, marginBps: 5n });
    expect(feeLimitFromEnergyFactor(Object.freeze({ ...options, energyFactor: 3_400n }))).toBeGreaterThan(0n);
    expect(feeLimitFromMaxFactor(Object.freeze({ ...options, maxFactor: 1n }))).toBeGreaterThan(0n);
    expect(feeLimitFromEstimate(Object.freeze({ energy: 10n, energyPrice: 1n }))).toBeGreaterThan(0n);
  });
});

describe('basic energy and factors', () => {
  test('basicEnergy is the total minus the penalty, which must be between 0 and the total', () => {
    expect(basicEnergy({ energy: 37_105n, energyPenalty: 9_401n })).toBe(27_704n);
    expect(basicEnergy({ energy: 27_704n })).toBe(27_704n);
    expect(basicEnergy({ energy: 5n, energyPenalty: 5n })).toBe(0n);
    expect(errorCodeOf(() => basicEnergy({ energy: 5n, energyPenalty: 6n }))).toBe('ARGUMENT_INVALID');
    expect(errorCodeOf(() => basicEnergy({ energy: 5n, energyPenalty: -1n }))).toBe('ARGUMENT_INVALID');
  });

  test.each([
    ['0', 0n],
    ['0.34', 3_400n],
    ['0.3400', 3_400n],
    ['1', 10_000n],
    ['3.4', 34_000n],
    ['10', 100_000n],
    ['10.00000', 100_000n],
    ['0.00001', 1n],
    ['0.34000000000000000000001', 3_401n],
    ['9.99999', 100_000n],
  ])('parseEnergyFactor(%j) is %d', (text, expected) => {
    expect(parseEnergyFactor(text)).toBe(expected);
  });

  test.each([
    [''],
    [' 1'],
    ['-1'],
    ['+1'],
    ['.5'],
    ['5.'],
    ['1e3'],
    ['0x10'],
    ['007'],
    ['1,5'],
    ['0.3 '],
    ['1.2.3'],
    ['٣'],
  ])('parseEnergyFactor rejects %j', (input) => {
    expect(() => parseEnergyFactor(input)).toThrow(
      expect.objectContaining({
        code: 'ARGUMENT_INVALID',
        context: { argument: 'energyFactor', value: input, expected: 'a decimal factor such as "0.34"' },
      }),
    );
  });

  test('parseEnergyFactor accepts only strings, and none above 10', () => {
    expect(errorCodeOf(() => parseEnergyFactor(0.34 as unknown as string))).toBe('ARGUMENT_INVALID');
    expect(errorCodeOf(() => parseEnergyFactor(null as unknown as string))).toBe('ARGUMENT_INVALID');
    expect(errorCodeOf(() => parseEnergyFactor('10.00001'))).toBe('ARGUMENT_INVALID');
    expect(errorCodeOf(() => parseEnergyFactor('3400'))).toBe('ARGUMENT_INVALID');
  });

  test('parseEnergyFactor is the smallest factor in ten-thousandths that is not below the decimal', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 13n }), (billionths) => {
        const digits = billionths.toString().padStart(13, '0');
        const text = `${digits.slice(0, -12)}.${digits.slice(-12)}`;
        expect(parseEnergyFactor(text)).toBe(ceilDivide(billionths, 10n ** 8n));
      }),
    );
  });
});
