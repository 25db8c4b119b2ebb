import { readFileSync } from 'node:fs';
import {
  basicEnergy,
  energyWithFactor,
  feeLimitAcrossCycle,
  feeLimitFromEnergyFactor,
  feeLimitFromEstimate,
  feeLimitFromMaxFactor,
  highestFactorNextCycle,
  nextEnergyFactor,
} from '@coin/fee';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorCodeOf } from './support/error-code.ts';

const mainnet = { threshold: 5_000_000_000n, increaseFactor: 2_000n, maxFactor: 34_000n };
const hot = { ...mainnet, energyUsage: mainnet.threshold + 1n };
const idle = { ...mainnet, energyUsage: mainnet.threshold };

const numbers = (text: string) => text.split(' ').map(BigInt);

describe('nextEnergyFactor', () => {
  test('increases in every cycle of usage above the threshold, up to the maximum', () => {
    const rising: bigint[] = [];
    let energyFactor = 0n;
    for (let cycle = 0; cycle < 9; cycle++) {
      energyFactor = nextEnergyFactor({ ...hot, energyFactor });
      rising.push(energyFactor);
    }
    expect(rising).toEqual(numbers('2000 4400 7280 10736 14883 19859 25830 32996 34000'));
  });

  test('catches up in one step after n cycles without use', () => {
    const expected = numbers(
      '31800 29710 27724 25838 24046 22344 20726 19190 17730 16344 15027 13775 12587 11457 10384 9365 8397 7477 6603 5773 4984 4235 3523 2847 2205 1594 1015 464 0',
    );
    const caughtUp = expected.map((_, index) =>
      nextEnergyFactor({ ...idle, energyFactor: 34_000n, cycles: index + 1 }),
    );
    expect(caughtUp).toEqual(expected);
  });

  test('truncates at every step when it is used below the threshold in every cycle', () => {
    const falling: bigint[] = [];
    let energyFactor = 34_000n;
    for (let cycle = 0; cycle < 5; cycle++) {
      energyFactor = nextEnergyFactor({ ...idle, energyFactor });
      falling.push(energyFactor);
    }
    expect(falling).toEqual(numbers('31800 29710 27724 25837 24045'));
  });

  test('increases once, then decreases, when the next use comes n cycles after usage above the threshold', () => {
    const factors = [1, 2, 3, 4, 5].map((cycles) => nextEnergyFactor({ ...hot, energyFactor: 0n, cycles }));
    expect(factors).toEqual([2_000n, 1_400n, 830n, 288n, 0n]);
  });

  test('discards the state of cycle 0, as highestFactorNextCycle does', () => {
    expect(nextEnergyFactor({ ...hot, energyFactor: 0n, updateCycle: 0 })).toBe(0n);
    expect(nextEnergyFactor({ ...hot, energyFactor: 0n, updateCycle: 1 })).toBe(2_000n);
    expect(highestFactorNextCycle({ ...mainnet, energyFactor: 0n, updateCycle: 0 })).toBe(0n);
    expect(highestFactorNextCycle({ ...mainnet, energyFactor: 0n, updateCycle: 0, cycles: 2 })).toBe(2_000n);
  });

  test('is 0 on a network without the model, as highestFactorNextCycle is', () => {
    const off = { threshold: 0n, increaseFactor: 0n, maxFactor: 0n };
    expect(nextEnergyFactor({ ...off, energyFactor: 0n, energyUsage: 10n ** 12n })).toBe(0n);
    expect(highestFactorNextCycle({ ...off, energyFactor: 0n })).toBe(0n);
  });
});

const rules = fc.record({
  threshold: fc.constant(1_000n),
  increaseFactor: fc.bigInt({ min: 0n, max: 10_000n }),
  maxFactor: fc.bigInt({ min: 0n, max: 100_000n }),
});
const factor = fc.bigInt({ min: 0n, max: 100_000n });
const usage = fc.constantFrom(0n, 1_000n, 1_001n, 10n ** 12n);

describe('bounds for later cycles', () => {
  test('highestFactorNextCycle is the highest factor that any usage leads to', () => {
    fc.assert(
      fc.property(rules, factor, (rules, energyFactor) => {
        const outcomes = [1_000n, 1_001n].map((energyUsage) =>
          nextEnergyFactor({ ...rules, energyFactor, energyUsage }),
        );
        const [quiet = 0n, busy = 0n] = outcomes;
        expect(highestFactorNextCycle({ ...rules, energyFactor })).toBe(quiet > busy ? quiet : busy);
      }),
    );
  });

  test('highestFactorNextCycle never exceeds the maximum, after any number of cycles', () => {
    const cycles = Number.MAX_SAFE_INTEGER;
    expect(highestFactorNextCycle({ ...mainnet, energyFactor: 0n, cycles })).toBe(34_000n);
    expect(highestFactorNextCycle({ ...mainnet, energyFactor: 40_000n, cycles })).toBe(34_000n);
  });

  test('highestFactorNextCycle bounds every sequence of use and idle cycles', () => {
    const history = fc.array(fc.record({ usage, idle: fc.integer({ min: 1, max: 3 }) }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(rules, factor, history, (rules, start, history) => {
        let [energyFactor, cycles] = [start, 0];
        for (const { usage, idle } of history) {
          energyFactor = nextEnergyFactor({ ...rules, energyFactor, energyUsage: usage, cycles: idle });
          cycles += idle;
        }
        expect(energyFactor).toBeLessThanOrEqual(highestFactorNextCycle({ ...rules, energyFactor: start, cycles }));
      }),
      { numRuns: scaled(1_000) },
    );
  });

  test('feeLimitAcrossCycle covers the call before and after the maintenance with the lowest factor that does', () => {
    const costs = fc.array(fc.bigInt({ min: 1n, max: 40_000n }), { minLength: 1 });
    fc.assert(
      fc.property(rules, factor, usage, costs, (rules, energyFactor, energyUsage, costs) => {
        const basicEnergy = costs.reduce((sum, cost) => sum + cost, 0n);
        const under = (factor: bigint) => costs.reduce((sum, cost) => sum + (cost * (10_000n + factor)) / 10_000n, 0n);
        const terms = { basicEnergy, valueCalls: 0, energyPrice: 1n, maxFeeLimit: 10n ** 18n };
        const limit = feeLimitAcrossCycle({ ...terms, contracts: [{ energyFactor }], ...rules });
        expect(limit).toBeGreaterThanOrEqual(under(energyFactor));
        expect(limit).toBeGreaterThanOrEqual(under(nextEnergyFactor({ ...rules, energyFactor, energyUsage })));
        const highest = highestFactorNextCycle({ ...rules, energyFactor });
        const bound = highest > energyFactor ? highest : energyFactor;
        expect(limit).toBe(feeLimitFromEnergyFactor({ ...terms, energyFactor: bound }));
        if (energyFactor <= rules.maxFactor) {
          expect(limit).toBeLessThanOrEqual(feeLimitFromMaxFactor({ ...terms, maxFactor: rules.maxFactor }));
        }
      }),
    );
  });

  test('feeLimitAcrossCycle uses the contract whose factor can increase the most', () => {
    const terms = { basicEnergy: 10_000n, valueCalls: 0, energyPrice: 1n, ...mainnet };
    const across = (...factors: bigint[]) =>
      feeLimitAcrossCycle({ ...terms, contracts: factors.map((energyFactor) => ({ energyFactor })) });
    expect(across(0n)).toBe(12_000n);
    expect(across(0n, 4_400n, 2_000n)).toBe(17_280n);
    expect(across(33_000n, 0n)).toBe(44_000n);
    expect(feeLimitAcrossCycle({ ...terms, contracts: [{ energyFactor: 0n }], cycles: 3 })).toBe(17_280n);
    expect(across()).toBe(10_000n);
  });

  test('feeLimitAcrossCycle does not multiply the code deposit of a deployment', () => {
    const contracts = [{ energyFactor: 0n }];
    const deployment = { basicEnergy: 30_000n, codeSize: 100, valueCalls: 0, energyPrice: 1n };
    const limit = feeLimitAcrossCycle({ ...deployment, contracts, ...mainnet });
    expect(limit).toBe(20_000n + 12_000n);
  });
});

test.each([
  ['a negative factor', () => nextEnergyFactor({ ...idle, energyFactor: -1n })],
  ['a negative threshold', () => nextEnergyFactor({ ...idle, energyFactor: 0n, threshold: -1n })],
  ['a negative usage', () => nextEnergyFactor({ ...idle, energyFactor: 0n, energyUsage: -1n })],
  ['an increase factor above 10,000', () => nextEnergyFactor({ ...idle, energyFactor: 0n, increaseFactor: 10_001n })],
  ['zero cycles', () => nextEnergyFactor({ ...idle, energyFactor: 0n, cycles: 0 })],
  ['a negative maximum', () => highestFactorNextCycle({ energyFactor: 0n, increaseFactor: 1n, maxFactor: -1n })],
])('the factor functions reject %s', (_, run) => {
  expect(errorCodeOf(run)).toBe('ARGUMENT_INVALID');
});

describe('values recorded from a node', () => {
  const recorded = JSON.parse(readFileSync(new URL('fixtures/dynamic-energy.json', import.meta.url), 'utf8')) as {
    factors: [factor: number, usage: number, cycle: number, later: number, laterFactor: number][];
    penalties: [energy: number, penalty: number, factor: number, codeSize: number, valueCalls: number][];
  };
  const rules = { threshold: 100_000n, increaseFactor: 2_000n, maxFactor: 34_000n };

  test('match the predicted factors of contracts after maintenances', () => {
    const outcomes = recorded.factors.map(([factor, usage, updateCycle, later, laterFactor]) => {
      const start = { ...rules, energyFactor: BigInt(factor), updateCycle, cycles: later - updateCycle };
      expect(BigInt(laterFactor)).toBeLessThanOrEqual(highestFactorNextCycle(start));
      return nextEnergyFactor({ ...start, energyUsage: BigInt(usage) }) === BigInt(laterFactor);
    });
    // Where usage continued after it was read, the prediction may differ.
    expect(outcomes.filter((exact) => !exact)).toHaveLength(2);
    expect(outcomes.length).toBe(80);
  });

  test.each(recorded.penalties)(
    'are covered by energyWithFactor: %d energy with %d penalty under factor %d',
    (energy, penalty, factor, codeSize, calls) => {
      const basic = basicEnergy({ energy: BigInt(energy), energyPenalty: BigInt(penalty) });
      const under = { basicEnergy: basic, energyFactor: BigInt(factor), codeSize };
      expect(energyWithFactor({ ...under, valueCalls: calls })).toBeGreaterThanOrEqual(BigInt(energy));
      expect(energyWithFactor(under)).toBeGreaterThanOrEqual(energyWithFactor({ ...under, valueCalls: calls }));
      // Without the stipends the bound of a call that carries a value is too low.
      if (calls > 0) expect(energyWithFactor({ ...under, valueCalls: 0 })).toBeLessThan(BigInt(energy));
    },
  );
});

test('every fee limit includes one stipend of 2,300 units for inner calls with a value, and the penalty of each', () => {
  const terms = { energyPrice: 1n, maxFactor: 34_000n };
  const across = { ...terms, increaseFactor: 2_000n, contracts: [{ energyFactor: 0n }] };
  expect(feeLimitFromEstimate({ energy: 16_000n, valueCalls: 2, energyPrice: 1n })).toBe(18_300n);
  expect(feeLimitFromEnergyFactor({ energyPrice: 1n, basicEnergy: 16_000n, valueCalls: 2, energyFactor: 5_000n })).toBe(
    28_600n,
  );
  expect(feeLimitFromMaxFactor({ ...terms, basicEnergy: 16_000n, valueCalls: 1 })).toBe(80_520n);
  expect(feeLimitAcrossCycle({ ...across, basicEnergy: 16_000n, valueCalls: 1 })).toBe(21_960n);
  expect(errorCodeOf(() => feeLimitFromEstimate({ energy: 1n, valueCalls: -1, energyPrice: 1n }))).toBe(
    'ARGUMENT_INVALID',
  );
});
