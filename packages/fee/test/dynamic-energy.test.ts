import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
import { errorCodeOf } from './support/error-code.ts';

const mainnet = { threshold: 5_000_000_000n, increaseFactor: 2_000n, maxFactor: 34_000n };
const hot = { ...mainnet, energyUsage: mainnet.threshold + 1n };
const idle = { ...mainnet, energyUsage: mainnet.threshold };

const numbers = (text: string) => text.split(' ').map(BigInt);

describe("the node's arithmetic", () => {
  test('above the threshold in every cycle', () => {
    const rising: bigint[] = [];
    let energyFactor = 0n;
    for (let cycle = 0; cycle < 9; cycle++) {
      energyFactor = nextEnergyFactor({ ...hot, energyFactor });
      rising.push(energyFactor);
    }
    expect(rising).toEqual(numbers('2000 4400 7280 10736 14883 19859 25830 32996 34000'));
  });

  test('untouched for n cycles, caught up at once', () => {
    const expected = numbers(
      '31800 29710 27724 25838 24046 22344 20726 19190 17730 16344 15027 13775 12587 11457 10384 9365 8397 7477 6603 5773 4984 4235 3523 2847 2205 1594 1015 464 0',
    );
    const caughtUp = expected.map((_, index) =>
      nextEnergyFactor({ ...idle, energyFactor: 34_000n, cycles: index + 1 }),
    );
    expect(caughtUp).toEqual(expected);
  });

  test('touched in every cycle below the threshold: each step truncates', () => {
    const falling: bigint[] = [];
    let energyFactor = 34_000n;
    for (let cycle = 0; cycle < 5; cycle++) {
      energyFactor = nextEnergyFactor({ ...idle, energyFactor });
      falling.push(energyFactor);
    }
    expect(falling).toEqual(numbers('31800 29710 27724 25837 24045'));
  });

  test('above the threshold once, next touched n cycles later', () => {
    const factors = [1, 2, 3, 4, 5].map((cycles) => nextEnergyFactor({ ...hot, energyFactor: 0n, cycles }));
    expect(factors).toEqual([2_000n, 1_400n, 830n, 288n, 0n]);
  });

  test('state of cycle 0 is discarded', () => {
    expect(nextEnergyFactor({ ...hot, energyFactor: 0n, updateCycle: 0 })).toBe(0n);
    expect(nextEnergyFactor({ ...hot, energyFactor: 0n, updateCycle: 1 })).toBe(2_000n);
    expect(highestFactorNextCycle({ ...mainnet, energyFactor: 0n, updateCycle: 0 })).toBe(0n);
    expect(highestFactorNextCycle({ ...mainnet, energyFactor: 0n, updateCycle: 0, cycles: 2 })).toBe(2_000n);
  });

  test('a network without the model has factor 0', () => {
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

describe('what can be said of the next cycle', () => {
  test('the highest factor is reached or not exceeded whatever is used, and reached by some use', () => {
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

  test('over several cycles it bounds every history of use and idleness', () => {
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
      { numRuns: 1_000 },
    );
  });

  test('the limit across a cycle covers the call before and after, and no lower factor would', () => {
    const costs = fc.array(fc.bigInt({ min: 1n, max: 40_000n }), { minLength: 1 });
    fc.assert(
      fc.property(rules, factor, usage, costs, (rules, energyFactor, energyUsage, costs) => {
        const basicEnergy = costs.reduce((sum, cost) => sum + cost, 0n);
        const under = (factor: bigint) => costs.reduce((sum, cost) => sum + (cost * (10_000n + factor)) / 10_000n, 0n);
        const terms = { basicEnergy, energyPrice: 1n, maxFeeLimit: 10n ** 18n };
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

  test('several contracts: the one that can rise highest decides', () => {
    const terms = { basicEnergy: 10_000n, energyPrice: 1n, ...mainnet };
    const across = (...factors: bigint[]) =>
      feeLimitAcrossCycle({ ...terms, contracts: factors.map((energyFactor) => ({ energyFactor })) });
    expect(across(0n)).toBe(12_000n);
    expect(across(0n, 4_400n, 2_000n)).toBe(17_280n);
    expect(across(33_000n, 0n)).toBe(44_000n);
    expect(feeLimitAcrossCycle({ ...terms, contracts: [{ energyFactor: 0n }], cycles: 3 })).toBe(17_280n);
    expect(across()).toBe(10_000n);
  });

  test('a deployment keeps its code deposit', () => {
    const contracts = [{ energyFactor: 0n }];
    const limit = feeLimitAcrossCycle({ basicEnergy: 30_000n, codeSize: 100, energyPrice: 1n, contracts, ...mainnet });
    expect(limit).toBe(20_000n + 12_000n);
  });
});

test.each([
  ['a negative factor', () => nextEnergyFactor({ ...idle, energyFactor: -1n })],
  ['a negative usage', () => nextEnergyFactor({ ...idle, energyFactor: 0n, energyUsage: -1n })],
  ['an increase above the scale', () => nextEnergyFactor({ ...idle, energyFactor: 0n, increaseFactor: 10_001n })],
  ['no cycle', () => nextEnergyFactor({ ...idle, energyFactor: 0n, cycles: 0 })],
  ['a negative maximum', () => highestFactorNextCycle({ energyFactor: 0n, increaseFactor: 1n, maxFactor: -1n })],
])('refused: %s', (_, run) => {
  expect(errorCodeOf(run)).toBe('OUT_OF_RANGE');
});

describe('recorded on a node', () => {
  const recorded = JSON.parse(readFileSync(new URL('fixtures/dynamic-energy.json', import.meta.url), 'utf8')) as {
    factors: [factor: number, usage: number, cycle: number, later: number, laterFactor: number][];
    penalties: [energy: number, penalty: number, factor: number, codeSize: number, valueCalls: number][];
  };
  const rules = { threshold: 100_000n, increaseFactor: 2_000n, maxFactor: 34_000n };

  test('factors of contracts over maintenances', () => {
    const outcomes = recorded.factors.map(([factor, usage, updateCycle, later, laterFactor]) => {
      const start = { ...rules, energyFactor: BigInt(factor), updateCycle, cycles: later - updateCycle };
      expect(BigInt(laterFactor)).toBeLessThanOrEqual(highestFactorNextCycle(start));
      return nextEnergyFactor({ ...start, energyUsage: BigInt(usage) }) === BigInt(laterFactor);
    });
    // Where the usage went on after it was read, the prediction from it may differ.
    expect(outcomes.filter((exact) => !exact)).toHaveLength(2);
    expect(outcomes.length).toBe(80);
  });

  test.each(recorded.penalties)(
    '%d energy with %d penalty under factor %d',
    (energy, penalty, factor, codeSize, calls) => {
      const basic = basicEnergy({ energy: BigInt(energy), penalty: BigInt(penalty) });
      const under = { basicEnergy: basic, energyFactor: BigInt(factor), codeSize };
      expect(energyWithFactor({ ...under, valueCalls: calls })).toBeGreaterThanOrEqual(BigInt(energy));
      // Without its stipends counted in, a call that carries a value would be short.
      if (calls > 0) expect(energyWithFactor(under)).toBeLessThan(BigInt(energy));
    },
  );
});

test('an inner call with a value needs 2,300 units more for a while, and is penalised for them', () => {
  const terms = { energyPrice: 1n, maxFactor: 34_000n, increaseFactor: 2_000n, contracts: [{ energyFactor: 0n }] };
  expect(feeLimitFromEstimate({ energy: 16_000n, valueCalls: 2, energyPrice: 1n })).toBe(20_600n);
  expect(feeLimitFromEnergyFactor({ ...terms, basicEnergy: 16_000n, valueCalls: 2, energyFactor: 5_000n })).toBe(
    30_900n,
  );
  expect(feeLimitFromMaxFactor({ ...terms, basicEnergy: 16_000n, valueCalls: 1 })).toBe(80_520n);
  expect(feeLimitAcrossCycle({ ...terms, basicEnergy: 16_000n, valueCalls: 1 })).toBe(21_960n);
  expect(errorCodeOf(() => feeLimitFromEstimate({ energy: 1n, valueCalls: -1, energyPrice: 1n }))).toBe('OUT_OF_RANGE');
});
