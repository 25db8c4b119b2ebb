import { type FeeMethod } from '@coin/fee/planner';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseLimit, needsFactors, preferredMethod } from '../../src/planner/choose-limit.ts';
import { state } from '../support/fake-source.ts';
import { createHorizon, estimate, fromHistory } from '../support/plan-inputs.ts';

const METHODS = ['estimate', 'energy-factor', 'across-cycle', 'max-factor'] as const satisfies readonly FeeMethod[];
const thisCycle = createHorizon();
const nextCycle = createHorizon({ maintenances: 1 });

describe('preferredMethod', () => {
  test.each(METHODS)('keeps %s when it is requested and an estimate is available', (method) => {
    for (const horizon of [thisCycle, nextCycle]) expect(preferredMethod(method, estimate, horizon)).toBe(method);
  });

  test.each(METHODS.slice(1))('keeps %s when it is requested and only history is available', (method) => {
    for (const horizon of [thisCycle, nextCycle]) expect(preferredMethod(method, fromHistory, horizon)).toBe(method);
  });

  test.each(['auto', 'estimate'] as const)('picks the tightest safe method when %s has no estimate', (requested) => {
    expect(preferredMethod(requested, fromHistory, thisCycle)).toBe('energy-factor');
    expect(preferredMethod(requested, fromHistory, nextCycle)).toBe('across-cycle');
  });

  test('picks the estimate for auto only when no maintenance is within the horizon', () => {
    expect(preferredMethod('auto', estimate, thisCycle)).toBe('estimate');
    expect(preferredMethod('auto', estimate, nextCycle)).toBe('across-cycle');
  });
});

test('needsFactors is false only when neither the limit nor the expected energy depends on them', () => {
  expect(METHODS.filter((method) => needsFactors(method, estimate))).toEqual(['energy-factor', 'across-cycle']);
  expect(METHODS.filter((method) => needsFactors(method, fromHistory))).toEqual([...METHODS]);
});

describe('chooseLimit', () => {
  const inputs = { estimate, factors: { states: [state] }, horizon: nextCycle, marginBps: 0n };

  test.each([
    ['estimate', 0n, 3_710_500n],
    ['energy-factor', 3_400n, 3_712_400n],
    ['across-cycle', 6_080n, 4_454_900n],
    ['max-factor', 34_000n, 12_189_800n],
  ] as const)('allows for the factor of %s', (preferred, energyFactor, feeLimit) => {
    expect(chooseLimit({ ...inputs, preferred })).toEqual({
      method: preferred,
      energyFactor,
      energyLimit: feeLimit / 100n,
      feeLimit,
      needed: feeLimit,
      sufficient: true,
    });
  });

  test.each(METHODS)('replaces %s by max-factor when factors are unreadable', (preferred) => {
    const limit = chooseLimit({ ...inputs, preferred, factors: { states: [], unreadable: [] } });
    expect(limit).toMatchObject({ method: 'max-factor', energyFactor: 34_000n, feeLimit: 12_189_800n });
  });

  test('takes the highest factor of all contracts that run', () => {
    const states = [0n, 6_080n, 3_400n].map((energyFactor) => ({ ...state, energyFactor }));
    expect(chooseLimit({ ...inputs, preferred: 'energy-factor', factors: { states } }).energyFactor).toBe(6_080n);
  });

  test('allows for one increase of the factor per maintenance', () => {
    const factors = [1, 2, 3].map(
      (maintenances) =>
        chooseLimit({ ...inputs, preferred: 'across-cycle', horizon: createHorizon({ maintenances }) }).energyFactor,
    );
    expect(factors).toEqual([6_080n, 9_296n, 13_155n]);
  });

  test('does not multiply the code deposit of a deployment, and adds one stipend for inner calls', () => {
    const deployment = { ...estimate, total: 500_000n, maxBasicEnergy: 500_000n, codeSize: 2_000 };
    expect(chooseLimit({ ...inputs, preferred: 'energy-factor', estimate: deployment }).feeLimit).toBe(53_400_000n);
    const paying = { ...estimate, total: 16_000n, maxBasicEnergy: 11_000n, valueCalls: 2 };
    expect(chooseLimit({ ...inputs, preferred: 'estimate', estimate: paying }).feeLimit).toBe(1_830_000n);
    expect(chooseLimit({ ...inputs, preferred: 'energy-factor', estimate: paying }).feeLimit).toBe(1_860_400n);
  });

  test('adds no stipend to the result of the node’s search, which includes it', () => {
    const searched = { ...estimate, searched: 90_000n, maxBasicEnergy: 90_000n, valueCalls: 1 };
    expect(chooseLimit({ ...inputs, preferred: 'estimate', estimate: searched }).energyLimit).toBe(90_000n);
  });

  test('uses the price and the maximum of the horizon, and reports the needed limit', () => {
    const horizon = { ...nextCycle, energyPrice: 210n, maxFeeLimit: 1_000_000n };
    expect(chooseLimit({ ...inputs, preferred: 'estimate', horizon })).toMatchObject({
      feeLimit: 1_000_000n,
      energyLimit: 4_761n,
      needed: 37_105n * 210n,
      sufficient: false,
    });
  });

  test('adds the margin to the energy, rounded up', () => {
    const { feeLimit } = chooseLimit({ ...inputs, preferred: 'estimate', marginBps: 1n });
    expect(feeLimit).toBe(37_109n * 100n);
  });

  test('never goes below the estimate, and each wider method gives at least the limit of the tighter one', () => {
    const energy = fc.bigInt({ min: 0n, max: 1_000_000n });
    const factors = fc.array(fc.bigInt({ min: 0n, max: 34_000n }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        energy,
        energy,
        factors,
        fc.nat(3),
        fc.nat(3),
        (basic, penalty, factors, valueCalls, maintenances) => {
          const states = factors.map((energyFactor) => ({ ...state, energyFactor }));
          const limits = METHODS.map((preferred) =>
            chooseLimit({
              preferred,
              estimate: { ...estimate, total: basic + penalty, maxBasicEnergy: basic, valueCalls },
              factors: { states },
              horizon: createHorizon({ maintenances: 1 + maintenances }),
              marginBps: 0n,
            }),
          );
          const needed = limits.map((limit) => limit.needed);
          expect(needed[0]).toBe((basic + penalty + (valueCalls > 0 ? 2_300n : 0n)) * 100n);
          expect(needed).toEqual(needed.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
        },
      ),
    );
  });
});
