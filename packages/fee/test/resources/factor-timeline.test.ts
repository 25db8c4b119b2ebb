import { nextEnergyFactor } from '@coin/fee';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFactorTimeline } from '../../src/resources/factor-timeline.ts';

const HOUR = 3_600_000;
const START = 1_700_000_000_000;

const drawn = fc.record({
  energyFactor: fc.bigInt(0n, 34_000n),
  energyUsage: fc.bigInt(0n, 1_000n),
  // Below the threshold: the factor falls in each cycle.
  othersPerCycle: fc.bigInt(1n, 400n),
  increaseFactor: fc.bigInt(1n, 10_000n),
  cycles: fc.integer({ min: 1, max: 12 }),
});

/** The factor of a contract after a number of maintenances in which nothing calls it but others. */
function factorAfter({ energyFactor, energyUsage, othersPerCycle, increaseFactor, cycles }: Drawn) {
  const rules = { threshold: 500n, increaseFactor, maxFactor: 34_000n };
  const schedule = { ...rules, nextMaintenance: START, maintenanceIntervalMs: HOUR };
  const timeline = createFactorTimeline({ token: { energyFactor, energyUsage, othersPerCycle } }, schedule);
  return { rules, factor: timeline.statesAt(START + (cycles - 1) * HOUR)['token']?.energyFactor };
}

interface Drawn {
  readonly energyFactor: bigint;
  readonly energyUsage: bigint;
  readonly othersPerCycle: bigint;
  readonly increaseFactor: bigint;
  readonly cycles: number;
}

test('a contract that others use catches up in every cycle', () =>
  fc.assert(
    fc.property(drawn, (contract) => {
      const { rules, factor } = factorAfter(contract);
      let expected = contract.energyFactor;
      let energyUsage = contract.energyUsage + contract.othersPerCycle;
      for (let cycle = 0; cycle < contract.cycles; cycle++) {
        expected = nextEnergyFactor({ ...rules, energyFactor: expected, energyUsage });
        energyUsage = contract.othersPerCycle;
      }
      expect(factor).toBe(expected);
    }),
  ));

test('a contract that nobody uses catches up in one step, which rounds differently', () => {
  fc.assert(
    fc.property(drawn, (contract) => {
      const { rules, factor } = factorAfter({ ...contract, othersPerCycle: 0n });
      const { energyFactor, energyUsage, cycles } = contract;
      expect(factor).toBe(nextEnergyFactor({ ...rules, energyFactor, energyUsage, cycles }));
    }),
  );
  const contract = { energyFactor: 33_333n, energyUsage: 0n, increaseFactor: 2_000n, cycles: 3 };
  expect(factorAfter({ ...contract, othersPerCycle: 0n }).factor).toBe(27_152n);
  expect(factorAfter({ ...contract, othersPerCycle: 1n }).factor).toBe(27_151n);
});
