import { scaled } from '@coin/examples/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ContractEnergyState, createFeePlanner, type EnergySource } from '@coin/fee/planner';
import { call, createFakeSource, createManualClock, HOUR, rules, simulation, state } from '../support/fake-source.ts';

/** The node's search about a call that succeeds exactly under limits that allow `needed`. */
function nodeSearch({
  used,
  needed,
  energyPrice,
  maxFeeLimit,
}: Record<'used' | 'needed' | 'energyPrice' | 'maxFeeLimit', bigint>) {
  const succeeds = (feeLimit: bigint) => feeLimit / energyPrice >= needed;
  let [low, high] = [energyPrice * used, maxFeeLimit];
  if (low * 2n < high) {
    if (succeeds(low * 2n)) high = low * 2n;
    else low *= 2n;
  }
  while (low + 1_000_000n < high) {
    const middle = (low + high) / 2n;
    if (succeeds(middle)) high = middle;
    else low = middle;
  }
  return BigInt(Math.ceil(Number(high) / Number(energyPrice)));
}

const createSource = (
  answer: bigint | (() => Promise<bigint>),
  traits: Pick<ContractEnergyState, 'observesEnergy' | 'mayCallWithValue'> = {},
): EnergySource & { requests: string[] } => {
  const source = createFakeSource({ contract: () => ({ ...state, ...traits }) });
  return {
    ...source,
    estimate: async () => {
      source.requests.push('estimate');
      const energy = typeof answer === 'bigint' ? answer : await answer();
      return { source: 'estimateenergy', energy, touched: [] };
    },
  };
};
const createPlanner = (source: EnergySource, clock = createManualClock()) => createFeePlanner({ source, clock });
const search = { used: simulation.energy, energyPrice: rules.energyPrice, maxFeeLimit: rules.maxFeeLimit };

describe('the search of the node', () => {
  test('leaves the tight limit where it answers what it does about an ordinary call', async () => {
    for (const needed of [simulation.energy, simulation.energy + 2_300n]) {
      const source = createSource(nodeSearch({ ...search, needed }));
      const plan = await createPlanner(source).plan(call);
      expect(plan).toMatchObject({ source: 'triggerconstantcontract', feeLimit: 3_710_500n, warnings: [] });
      expect(source.requests).toContain('estimate');
    }
  });

  test('counts where its answer is another, for every method', async () => {
    const answer = nodeSearch({ ...search, needed: 90_000n });
    const planner = createPlanner(createSource(answer));
    const plan = await planner.plan(call);
    expect(plan).toMatchObject({ source: 'estimateenergy', method: 'estimate', energy: 37_105n, basicEnergy: 27_704n });
    expect(plan.feeLimit).toBe(answer * 100n);
    expect(plan.feeLimit).toBeGreaterThanOrEqual(90_000n * 100n);
    const later = await planner.plan(call, { horizonMs: HOUR });
    expect(later.feeLimit).toBe((((answer - 9_401n) * 16_080n + 9_999n) / 10_000n) * 100n);
    expect(planner.explain(plan)).toContain('from estimateenergy');
  });

  test('tells what suffices where the code certainly looks at the energy left, because it is no finer than a coin', async () => {
    const answer = nodeSearch({ ...search, needed: simulation.energy });
    const plan = await createPlanner(createSource(answer, { observesEnergy: true })).plan(call);
    expect(plan).toMatchObject({
      source: 'triggerconstantcontract',
      feeLimit: 3_710_500n,
      warnings: [{ code: 'MAY_DEPEND_ON_ENERGY', used: 37_105n, suffices: answer }],
    });
  });

  test('is not asked where no code that ran can notice its energy, or where the plan wants none', async () => {
    const blind = createSource(1n, { observesEnergy: false });
    expect(await createPlanner(blind).plan(call)).toMatchObject({ feeLimit: 3_710_500n, warnings: [] });
    expect(blind.requests).not.toContain('estimate');
    const unwanted = createSource(1n, { observesEnergy: true });
    expect(await createPlanner(unwanted).plan(call, { estimate: 'constant-call' })).toMatchObject({
      source: 'triggerconstantcontract',
      feeLimit: 3_710_500n,
      warnings: [],
    });
    expect(unwanted.requests.toSorted()).toEqual(['rules', 'simulate']);
  });

  test('leaves a warning where the node has none, and is not asked again for an hour', async () => {
    const clock = createManualClock();
    const missing = Object.assign(new Error('not supported'), { code: 'NOT_SUPPORTED' });
    const source = createSource(() => Promise.reject(missing));
    const planner = createPlanner(source, clock);
    const asked = () => source.requests.filter((request) => request === 'estimate').length;
    for (let plan = 0; plan < 3; plan++) {
      const { feeLimit, warnings } = await planner.plan(call, { horizonMs: 0 });
      expect(feeLimit).toBe(3_710_500n);
      expect(warnings).toEqual([{ code: 'MAY_DEPEND_ON_ENERGY', used: 37_105n }]);
    }
    expect(asked()).toBe(1);
    clock.time += HOUR;
    const plan = await planner.plan(call);
    expect(planner.explain(plan)).toContain('may fail unless it has more');
    expect(asked()).toBe(2);
  });

  test('leaves a warning where it is not available for now, and its failure rejects the plan', async () => {
    const busy = Object.assign(new Error('busy'), { retryable: true });
    expect(await createPlanner(createSource(() => Promise.reject(busy))).plan(call)).toMatchObject({
      feeLimit: 3_710_500n,
      warnings: [{ code: 'MAY_DEPEND_ON_ENERGY' }],
    });
    const failed = Object.assign(new Error('out of energy'), { code: 'CALL_FAILED' });
    await expect(createPlanner(createSource(() => Promise.reject(failed))).plan(call)).rejects.toBe(failed);
  });

  test('may fail for a call above the maximum fee limit, whose plan says so', async () => {
    const failed = Object.assign(new Error('out of energy'), { code: 'CALL_FAILED' });
    const source = {
      ...createSource(() => Promise.reject(failed)),
      energyRules: async () => ({ ...rules, maxFeeLimit: 3_000_000n }),
    };
    const { feeLimit, warnings } = await createPlanner(source).plan(call);
    expect(feeLimit).toBe(3_000_000n);
    expect(warnings.map(({ code }) => code)).toEqual(['MAX_FEE_LIMIT_REACHED']);
  });

  test('is foretold for ordinary calls of any size, price and maximum: their limit stays tight', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 100n, max: 60_000_000n }),
        fc.constantFrom(0n, 1n, 2_298n, 2_300n),
        fc.constantFrom(1n, 7n, 100n, 210n, 420n),
        fc.constantFrom(1_000_000_000n, 15_000_000_000n),
        async (used, stipend, energyPrice, maxFeeLimit) => {
          fc.pre((used + stipend) * energyPrice <= maxFeeLimit);
          const answer = nodeSearch({ used, needed: used + stipend, energyPrice, maxFeeLimit });
          const source = {
            ...createSource(answer),
            energyRules: async () => ({ ...rules, energyPrice, maxFeeLimit }),
            simulate: async () => ({ ...simulation, energy: used, penalty: 0n }),
          };
          const plan = await createPlanner(source).plan(call);
          expect(plan).toMatchObject({ source: 'triggerconstantcontract', feeLimit: used * energyPrice });
        },
      ),
      { numRuns: scaled(300) },
    );
  });

  test('is noticed to differ for every call that needs a coin more than one stipend, up to twice what it uses', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 20_000n, max: 10_000_000n }),
        fc.bigInt({ min: 12_301n, max: 10_000_000n }),
        async (used, more) => {
          const needed = used + more;
          const answer = nodeSearch({ ...search, used, needed });
          const source = {
            ...createSource(answer),
            simulate: async () => ({ ...simulation, energy: used, penalty: 0n }),
          };
          const plan = await createPlanner(source).plan(call);
          expect(plan).toMatchObject({ source: 'estimateenergy', feeLimit: answer * 100n });
          expect(answer).toBeGreaterThanOrEqual(needed);
        },
      ),
      { numRuns: scaled(300) },
    );
  });
});
