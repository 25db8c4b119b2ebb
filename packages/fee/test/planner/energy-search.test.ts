import {
  type ContractCall,
  type ContractEnergyState,
  createFeePlanner,
  type EnergySource,
  type Simulation,
} from '@coin/fee/planner';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { predictSearch } from '../../src/planner/estimate/predict-search.ts';
import {
  call,
  countOf,
  createFakeSource,
  createManualClock,
  HOUR,
  rules,
  simulation,
  state,
} from '../support/fake-source.ts';

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
  const { observesEnergy: _, ...unknown } = state;
  const source = createFakeSource({ contract: () => ({ ...unknown, ...traits }) });
  return {
    ...source,
    estimate: async () => {
      source.requests.push('estimate');
      const energy = typeof answer === 'bigint' ? answer : await answer();
      return { kind: 'search', energy, touched: [] };
    },
  };
};
const createPlanner = (source: EnergySource, clock = createManualClock()) => createFeePlanner({ source, clock });
const search = { used: simulation.energy, energyPrice: rules.energyPrice, maxFeeLimit: rules.maxFeeLimit };

describe('the search of the node', () => {
  test('is the limit if it is unknown whether the code observes its energy, for any answer', async () => {
    for (const needed of [simulation.energy, simulation.energy + 2_300n, 90_000n]) {
      const answer = nodeSearch({ ...search, needed });
      const plan = await createPlanner(createSource(answer)).plan(call);
      expect(plan).toMatchObject({
        estimateKind: 'search',
        feeLimit: answer * 100n,
        reasons: [{ code: 'ENERGY_SEARCH', energy: answer - simulation.energy }],
        warnings: [],
      });
    }
  });

  test('keeps the tight limit when the answer equals the answer for an ordinary call', async () => {
    for (const needed of [simulation.energy, simulation.energy + 2_300n]) {
      const source = createSource(nodeSearch({ ...search, needed }), { observesEnergy: true });
      const plan = await createPlanner(source).plan(call);
      expect(plan).toMatchObject({ estimateKind: 'simulation', feeLimit: 3_710_500n });
      expect(source.requests).toContain('estimate');
    }
  });

  test.each<[string, Partial<Simulation>, ContractEnergyState['observesEnergy'], boolean]>([
    ['its own code cannot, and ran nothing else', { ranOtherCode: [] }, 'through-other-code', false],
    [
      'its own code cannot, and another contract ran other code',
      { ranOtherCode: ['TOther'] },
      'through-other-code',
      false,
    ],
    ['it ran other code', { ranOtherCode: ['TToken'] }, 'through-other-code', true],
    ['it may have run other code', {}, 'through-other-code', true],
    ['it ran other code that is known', { ranOtherCode: ['TToken'] }, false, false],
    ['its own code does', { ranOtherCode: [] }, true, true],
    ['nothing is known about its code', { ranOtherCode: [] }, undefined, true],
  ])(
    'leads to a warning without an answer, if the code may look at the energy left: %s',
    async (_, ran, observesEnergy, isWarned) => {
      const missing = Object.assign(new Error('not supported'), { code: 'NOT_SUPPORTED' });
      const source = createSource(() => Promise.reject(missing), {
        ...(observesEnergy !== undefined && { observesEnergy }),
      });
      const without = createFakeSource({ contract: (address) => source.contractState(address) });
      for (const asked of [source, without]) {
        const plan = await createPlanner({ ...asked, simulate: async () => ({ ...simulation, ...ran }) }).plan(call);
        expect(plan.warnings.map(({ code }) => code)).toEqual(isWarned ? ['MAY_DEPEND_ON_ENERGY'] : []);
      }
    },
  );

  test('counts if its answer differs, for every method', async () => {
    const answer = nodeSearch({ ...search, needed: 90_000n });
    const planner = createPlanner(createSource(answer));
    const plan = await planner.plan(call);
    expect(plan).toMatchObject({ estimateKind: 'search', method: 'estimate', energy: 37_105n, basicEnergy: 27_704n });
    expect(plan.feeLimit).toBe(answer * 100n);
    expect(plan.feeLimit).toBeGreaterThanOrEqual(90_000n * 100n);
    const later = await planner.plan(call, { horizonMs: HOUR });
    expect(later.feeLimit).toBe((((answer - 9_401n) * 16_080n + 9_999n) / 10_000n) * 100n);
    expect(planner.explain(plan)).toContain('from estimateenergy');
  });

  test('finds a sufficient limit when the code certainly observes its energy, because the search is no finer than a coin', async () => {
    const answer = nodeSearch({ ...search, needed: simulation.energy });
    const plan = await createPlanner(createSource(answer, { observesEnergy: true })).plan(call);
    expect(plan).toMatchObject({
      estimateKind: 'simulation',
      feeLimit: 3_710_500n,
      warnings: [{ code: 'MAY_DEPEND_ON_ENERGY', used: 37_105n, suffices: answer }],
    });
  });

  test('is skipped when no executed code can observe its energy, or when the plan disables it', async () => {
    const blind = createSource(1n, { observesEnergy: false });
    expect(await createPlanner(blind).plan(call)).toMatchObject({ feeLimit: 3_710_500n, warnings: [] });
    expect(blind.requests).not.toContain('estimate');
    const unwanted = createSource(1n, { observesEnergy: true });
    expect(await createPlanner(unwanted).plan(call, { estimate: 'simulation' })).toMatchObject({
      estimateKind: 'simulation',
      feeLimit: 3_710_500n,
      warnings: [],
    });
    expect(unwanted.requests.toSorted()).toEqual(['rules', 'simulate']);
  });

  describe('is asked unless all code that ran is known not to notice its energy', () => {
    const deployment = { owner: 'TOwner', data: '60' };
    type Verdict = boolean | undefined | 'unreadable';
    test.each<[asked: boolean, own: boolean | undefined, touched: Verdict[], call: ContractCall]>([
      [false, undefined, [false, false], call],
      [true, undefined, [false, true], call],
      [true, undefined, [true, false], call],
      [true, undefined, [false, undefined], call],
      [true, undefined, [false, 'unreadable'], call],
      [true, undefined, [], call],
      [false, false, [], deployment],
      [false, false, [false], deployment],
      [true, true, [], deployment],
      [true, undefined, [], deployment],
      [true, true, [false], deployment],
      [true, undefined, [false], deployment],
      [true, false, [true], deployment],
    ])('%s if its own code notices it (%s) and other contracts do (%j)', async (asked, own, touched, call) => {
      const fake = createFakeSource({
        simulate: () => ({
          ...simulation,
          touched: touched.map((_, index) => String(index)),
          ...(own !== undefined && { observesEnergy: own }),
        }),
        contract: (address) => {
          const observesEnergy = touched[Number(address)];
          if (observesEnergy === 'unreadable') return Promise.reject(new Error('gone'));
          const { observesEnergy: _, ...unknown } = state;
          return { ...unknown, ...(observesEnergy !== undefined && { observesEnergy }) };
        },
      });
      let searches = 0;
      const estimate = async () => {
        searches++;
        return { kind: 'search', energy: 90_000n, touched: [] } as const;
      };
      const plan = await createPlanner({ ...fake, estimate }).plan(call);
      expect([searches, plan.estimateKind]).toEqual(asked ? [1, 'search'] : [0, 'simulation']);
    });

    test('is not asked if the energy is already from a search', async () => {
      const source = createSource(1n);
      const simulate = async () => ({ ...simulation, kind: 'search' as const });
      await createPlanner({ ...source, simulate }).plan(call);
      expect(source.requests).not.toContain('estimate');
    });
  });

  test('does not rule out hidden inner calls of a deployment, whose own code may make them', async () => {
    const source = {
      ...createSource(1n, { observesEnergy: false, mayCallWithValue: false }),
      simulate: async () => ({ ...simulation, hiddenValueCalls: 1, observesEnergy: false }),
    };
    expect((await createPlanner(source).plan({ owner: 'TOwner', data: '60' })).feeLimit).toBe(3_940_500n);
    expect((await createPlanner(source).plan(call)).feeLimit).toBe(3_710_500n);
  });

  test('never lowers the limit below the energy that the call used', async () => {
    expect(await createPlanner(createSource(1n)).plan(call)).toMatchObject({
      estimateKind: 'search',
      feeLimit: 3_710_500n,
    });
  });

  test('leaves a warning if the node does not support it, and is not asked again for an hour', async () => {
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

  test('adds a warning while it is unavailable, and rejects the plan if it fails', async () => {
    const busy = Object.assign(new Error('busy'), { retryable: true });
    const source = createSource(() => Promise.reject(busy));
    const planner = createPlanner(source);
    for (let plan = 0; plan < 2; plan++) {
      expect(await planner.plan(call)).toMatchObject({
        feeLimit: 3_710_500n,
        warnings: [{ code: 'MAY_DEPEND_ON_ENERGY' }],
      });
    }
    expect(countOf(source.requests, 'estimate')).toBe(2);
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- sources may reject with anything
    const nameless = createSource(() => Promise.reject(undefined));
    await expect(createPlanner(nameless).plan(call)).rejects.toBeUndefined();
    const failed = Object.assign(new Error('out of energy'), { code: 'CALL_FAILED' });
    await expect(createPlanner(createSource(() => Promise.reject(failed))).plan(call)).rejects.toBe(failed);
  });

  test('may fail for a call above the maximum fee limit, whose plan says so', async () => {
    const failed = Object.assign(new Error('out of energy'), { code: 'CALL_FAILED' });
    const createLimited = (maxFeeLimit: bigint) => ({
      ...createSource(() => Promise.reject(failed)),
      energyRules: async () => ({ ...rules, maxFeeLimit }),
    });
    const { feeLimit, warnings } = await createPlanner(createLimited(3_710_499n)).plan(call);
    expect(feeLimit).toBe(3_710_499n);
    expect(warnings.map(({ code }) => code)).toEqual(['MAX_FEE_LIMIT_REACHED']);
    await expect(createPlanner(createLimited(3_710_500n)).plan(call)).rejects.toBe(failed);
  });

  test('is aborted with the plan, also for a call above the maximum fee limit', async () => {
    const controller = new AbortController();
    const source = {
      ...createSource(() => new Promise<never>(() => controller.abort('cancelled by the caller'))),
      energyRules: async () => ({ ...rules, maxFeeLimit: 3_000_000n }),
    };
    await expect(createPlanner(source).plan(call, { signal: controller.signal })).rejects.toBe(
      'cancelled by the caller',
    );
  });

  test('is predicted exactly, even if a limit that it tries is exactly enough', () => {
    const parts = fc.record({ whole: fc.integer({ min: 1, max: 6 }), steps: fc.nat(6) });
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 100_000n }).map((energy) => energy * 64n),
        parts.map(({ whole, steps }) => [BigInt(whole), 2n ** BigInt(steps)] as const),
        fc.constantFrom(1n, 100n, 420n),
        fc.constantFrom(1_000_000_000n, 15_000_000_000n),
        (used, [whole, parts], energyPrice, maxFeeLimit) => {
          const needed = used + (used * whole) / parts;
          const rules = { energyPrice, maxFeeLimit };
          expect(predictSearch({ used, needed }, rules)).toBe(nodeSearch({ used, needed, ...rules }));
        },
      ),
      { examples: [[10_000n, [0n, 1n], 100n, 15_000_000_000n]] },
    );
  });

  test('is predicted for ordinary calls of any size, price and maximum: their limit stays tight', async () => {
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
            ...createSource(answer, { observesEnergy: true }),
            energyRules: async () => ({ ...rules, energyPrice, maxFeeLimit }),
            simulate: async () => ({ ...simulation, energy: used, energyPenalty: 0n }),
          };
          const plan = await createPlanner(source).plan(call);
          expect(plan).toMatchObject({ estimateKind: 'simulation', feeLimit: used * energyPrice });
        },
      ),
      { numRuns: scaled(300) },
    );
  });

  test('is recognized as different for every call that needs a coin more than one stipend, up to twice its use', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 20_000n, max: 10_000_000n }),
        fc.bigInt({ min: 12_301n, max: 10_000_000n }),
        async (used, more) => {
          const needed = used + more;
          const answer = nodeSearch({ ...search, used, needed });
          const source = {
            ...createSource(answer),
            simulate: async () => ({ ...simulation, energy: used, energyPenalty: 0n }),
          };
          const plan = await createPlanner(source).plan(call);
          expect(plan).toMatchObject({ estimateKind: 'search', feeLimit: answer * 100n });
          expect(answer).toBeGreaterThanOrEqual(needed);
        },
      ),
      { numRuns: scaled(300) },
    );
  });
});
