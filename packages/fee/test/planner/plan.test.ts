import { energyForFeeLimit, nextEnergyFactor } from '@coin/fee';
import { createEnergyHistory, type FeePlan } from '@coin/fee/planner';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call, createTestPlanner, HOUR, NOW, rules, simulation, state } from '../support/fake-source.ts';

const unavailable = Object.assign(new Error('no estimate'), { code: 'NOT_SUPPORTED' });
const noValueCalls = { valueCalls: 0, hiddenValueCalls: 0 };
const warningCodes = (plan: FeePlan) => plan.warnings.map(({ code }) => code);

describe('auto', () => {
  test('plans exactly the estimate when no maintenance is within the horizon', async () => {
    expect(await createTestPlanner().plan(call)).toEqual({
      feeLimit: 3_710_500n,
      energy: 37_105n,
      basicEnergy: 27_704n,
      expectedFee: {
        energy: 3_710_500n,
        bandwidth: 345_000n,
        accountCreation: 0n,
        memo: 0n,
        multiSign: 0n,
        total: 4_055_500n,
      },
      energyFromStake: 0n,
      energyFromDeployer: 0n,
      size: 345,
      maxFee: 4_055_500n,
      method: 'estimate',
      estimateKind: 'simulation',
      validUntil: NOW + HOUR - 3_000,
      reasons: [],
      warnings: [],
    });
  });

  test('allows for the factor after a maintenance that is within the horizon', async () => {
    const plan = await createTestPlanner().plan(call, { horizonMs: HOUR });
    expect(plan).toMatchObject({ method: 'across-cycle', feeLimit: 4_454_900n, energy: 37_105n });
    expect(plan.validUntil).toBe(NOW + 7 * HOUR - 3_000);
  });

  test('counts a maintenance up to one block after the horizon', async () => {
    const planner = createTestPlanner();
    expect((await planner.plan(call, { horizonMs: HOUR - 3_001 })).method).toBe('estimate');
    expect((await planner.plan(call, { horizonMs: HOUR - 3_000 })).method).toBe('across-cycle');
  });

  test('allows for one increase per maintenance within the horizon', async () => {
    const plan = await createTestPlanner().plan(call, { horizonMs: 8 * HOUR });
    // 0.34, 0.608, 0.9296
    expect(plan.feeLimit).toBe(((27_704n * 19_296n + 9_999n) / 10_000n) * 100n);
    expect(plan.validUntil).toBe(NOW + 13 * HOUR - 3_000);
  });

  test.each([
    ['simulation', undefined, 27_704n],
    ['simulation', 704n, 27_000n],
    ['search', undefined, undefined],
    ['search', 704n, 27_000n],
  ] as const)('knows the basic energy from %s with a penalty of %d: %d', async (kind, penalty, basicEnergy) => {
    const simulated = {
      kind,
      energy: 27_704n,
      touched: ['TToken'],
      ...(penalty !== undefined && { energyPenalty: penalty }),
    };
    expect((await createTestPlanner({ simulate: () => simulated }).plan(call)).basicEnergy).toBe(basicEnergy);
  });

  test('uses the total of estimateenergy as the bound of the basic energy', async () => {
    const planner = createTestPlanner({
      simulate: () => ({ kind: 'search', energy: 74_210n, touched: ['TToken'], ...noValueCalls }),
    });
    const plan = await planner.plan(call);
    expect(plan).toMatchObject({ estimateKind: 'search', method: 'estimate', feeLimit: 7_421_000n });
    expect(plan).not.toHaveProperty('basicEnergy');
    expect((await planner.plan(call, { horizonMs: HOUR })).feeLimit).toBe(
      ((74_210n * 16_080n + 9_999n) / 10_000n) * 100n,
    );
  });

  test('falls back to max-factor with a warning when factors are unreadable', async () => {
    const unknown = createTestPlanner({ simulate: () => ({ ...simulation, touched: [] }) });
    const plan = await unknown.plan(call, { horizonMs: HOUR });
    expect(plan).toMatchObject({ method: 'max-factor', feeLimit: 12_189_800n });
    expect(plan.warnings).toEqual([
      { code: 'FACTOR_UNREADABLE', contracts: [] },
      { code: 'MAY_DEPEND_ON_ENERGY', used: 37_105n },
    ]);
    expect((await unknown.plan(call)).method).toBe('estimate');

    const failing = createTestPlanner({
      simulate: () => ({ ...simulation, touched: ['TToken', 'TOther'] }),
      contract: (address) => (address === 'TOther' ? Promise.reject(new Error('gone')) : state),
    });
    const partial = await failing.plan(call, { horizonMs: HOUR });
    expect(partial.method).toBe('max-factor');
    expect(partial.warnings).toEqual([
      { code: 'FACTOR_UNREADABLE', contracts: ['TOther'] },
      { code: 'MAY_DEPEND_ON_ENERGY', used: 37_105n },
    ]);
  });

  test.each([
    ['a call by a constant call', call, 'simulation', 'max-factor'],
    ['a call by estimateenergy', call, 'search', 'max-factor'],
    ['a deployment by estimateenergy', { owner: 'TOwner', data: '60' }, 'search', 'max-factor'],
    ['a deployment by a constant call', { owner: 'TOwner', data: '60' }, 'simulation', 'across-cycle'],
  ] as const)(
    'reads an empty list of contracts as unknown, or as none for a deployment: %s',
    async (_, call, kind, method) => {
      const planner = createTestPlanner({
        simulate: () => ({ kind, energy: 27_704n, touched: [], ...noValueCalls }),
      });
      for (const requested of ['auto', 'across-cycle', 'energy-factor'] as const) {
        const plan = await planner.plan(call, { horizonMs: HOUR, method: requested });
        expect(plan.method).toBe(method === 'max-factor' || requested === 'auto' ? method : requested);
        expect(warningCodes(plan).includes('FACTOR_UNREADABLE')).toBe(method === 'max-factor');
        expect(plan.feeLimit).toBe(method === 'max-factor' ? 12_189_800n : 2_770_400n);
      }
    },
  );

  test('reads a factor again when the penalty shows that it belongs to another cycle', async () => {
    let reads = 0;
    const planner = createTestPlanner({
      contract: () => ({ ...state, energyFactor: reads++ === 0 ? 1_400n : 3_400n }),
    });
    const plan = await planner.plan(call, { horizonMs: HOUR });
    expect(plan).toMatchObject({ method: 'across-cycle', feeLimit: 4_454_900n });
    expect(reads).toBe(2);
  });

  test('treats factors as unreadable when they cannot explain the penalty even after a second read', async () => {
    const planner = createTestPlanner({ contract: () => ({ ...state, energyFactor: 0n }) });
    const plan = await planner.plan(call, { horizonMs: HOUR });
    expect(plan).toMatchObject({
      method: 'max-factor',
      warnings: [{ code: 'FACTOR_UNREADABLE', contracts: ['TToken'] }],
    });
  });

  test('adds one stipend for inner calls with a value, and the penalty of each', async () => {
    const paying = { ...simulation, energy: 16_000n, energyPenalty: 5_000n, valueCalls: 2 };
    const planner = createTestPlanner({ simulate: () => paying, contract: () => ({ ...state, energyFactor: 3_400n }) });
    const plan = await planner.plan(call);
    expect(plan).toMatchObject({ method: 'estimate', energy: 16_000n, feeLimit: 1_830_000n });
    // 5,000 is more than 34 % of 11,000, but not of 15,600, so the factor is plausible.
    expect((await planner.plan(call, { method: 'energy-factor' })).feeLimit).toBe(1_860_400n);
    expect((await planner.plan(call, { horizonMs: HOUR })).feeLimit).toBe(
      100n * ((15_600n * 16_080n + 9_999n) / 10_000n - 2_300n),
    );
  });

  test('allows for inner calls that no trace shows unless the code of all contracts that ran rules them out', async () => {
    const hiding = { ...simulation, touched: ['TToken', 'TOther'], hiddenValueCalls: 4 };
    const limits = async (token: boolean | undefined, other: boolean | undefined) => {
      const planner = createTestPlanner({
        simulate: () => hiding,
        contract: (address) => {
          const mayCallWithValue = address === 'TToken' ? token : other;
          return { ...state, ...(mayCallWithValue !== undefined && { mayCallWithValue }) };
        },
      });
      const { feeLimit } = await planner.plan(call);
      return [feeLimit, (await planner.plan(call, { method: 'energy-factor' })).feeLimit];
    };
    expect(await limits(false, false)).toEqual([3_710_500n, 3_712_400n]);
    expect((await createTestPlanner({ simulate: () => ({ ...hiding, touched: [] }) }).plan(call)).feeLimit).toBe(
      3_940_500n,
    );
    const unreadable = createTestPlanner({
      simulate: () => hiding,
      contract: (address) =>
        address === 'TToken' ? { ...state, mayCallWithValue: false } : Promise.reject(new Error('gone')),
    });
    expect((await unreadable.plan(call)).feeLimit).toBe(3_940_500n);
    // Each may have had a penalty on the stipend of 2,300 units that was granted, and the last a stipend in use.
    const possible = [3_940_500n, 100n * (((27_704n + 9_200n) * 13_400n + 9_999n) / 10_000n - 6_900n)];
    for (const unknown of [true, undefined]) {
      expect(await limits(unknown, false)).toEqual(possible);
      expect(await limits(false, unknown)).toEqual(possible);
    }
  });

  test('adds no stipend to a deployment whose code deposit comes after it', async () => {
    const deployment = { owner: 'TOwner', data: '60' };
    const paying = {
      kind: 'simulation' as const,
      energy: 50_000n,
      touched: [],
      ...noValueCalls,
      valueCalls: 1,
    };
    for (const [codeSize, stipend] of [
      [0, 2_300n],
      [11, 100n],
      [12, 0n],
    ] as const) {
      const planner = createTestPlanner({ simulate: () => ({ ...paying, codeSize }) });
      expect((await planner.plan(deployment)).feeLimit).toBe(100n * (50_000n + stipend));
    }
  });

  test('does not multiply the code deposit of a deployment, and needs no other contract to run', async () => {
    const deployment = { owner: 'TOwner', data: '60'.repeat(3_000) };
    const deployed = {
      kind: 'simulation' as const,
      energy: 500_000n,
      touched: [],
      codeSize: 2_000,
      observesEnergy: false,
      ...noValueCalls,
    };
    const plan = await createTestPlanner({ simulate: () => deployed }).plan(deployment, { horizonMs: HOUR });
    expect(plan).toMatchObject({ method: 'across-cycle', feeLimit: 50_000_000n, warnings: [] });
    const calling = { ...deployed, touched: ['TToken'] };
    const raised = await createTestPlanner({ simulate: () => calling }).plan(deployment, { horizonMs: HOUR });
    expect(raised.feeLimit).toBe(100n * (400_000n + (100_000n * 16_080n) / 10_000n));
    expect(raised.expectedFee.bandwidth).toBeGreaterThan(3_000n * 1_000n);
  });
});

describe('a requested method', () => {
  test.each([
    ['estimate', 3_710_500n],
    ['energy-factor', 3_712_400n],
    ['across-cycle', 4_454_900n],
    ['max-factor', 12_189_800n],
  ] as const)('is used: %s', async (method, feeLimit) => {
    const plan = await createTestPlanner({}, { method }).plan(call);
    expect(plan).toMatchObject({ method, feeLimit, warnings: [] });
    const covered = method === 'across-cycle' || method === 'max-factor' ? 6 * HOUR : 0;
    expect(plan.validUntil).toBe(NOW + HOUR + covered - 3_000);
  });

  test('adds a warning if it does not hold across a maintenance within the horizon', async () => {
    const plan = await createTestPlanner().plan(call, { method: 'energy-factor', horizonMs: HOUR });
    expect(plan.warnings).toEqual([{ code: 'MAINTENANCE_WITHIN_HORIZON', at: NOW + HOUR }]);
    expect(plan.validUntil).toBe(NOW + HOUR - 3_000);
  });

  test('is combined with options of the plan, which override those of the planner', async () => {
    const planner = createTestPlanner({}, { marginBps: 1_000n });
    expect((await planner.plan(call)).feeLimit).toBe(4_081_600n);
    expect((await planner.plan(call, { marginBps: 0n })).feeLimit).toBe(3_710_500n);
  });
});

describe('the limit', () => {
  interface Network {
    factors: bigint[];
    usages: bigint[];
  }
  const operations = fc.array(fc.record({ contract: fc.nat(2), cost: fc.bigInt({ min: 1n, max: 40_000n }) }), {
    minLength: 1,
    maxLength: 30,
  });
  const run = (operations: { contract: number; cost: bigint }[], { factors }: Network) => {
    let [basic, total] = [0n, 0n];
    for (const { contract, cost } of operations) {
      basic += cost;
      total += (cost * (10_000n + (factors[contract] ?? 0n))) / 10_000n;
    }
    return { energy: total, energyPenalty: total - basic };
  };

  test('is never too low, whenever the transaction lands within the horizon and however much energy others use', async () => {
    const factor = fc.bigInt({ min: 0n, max: 34_000n });
    const usage = fc.constantFrom(0n, 5_000_000_000n, 5_000_000_001n);
    const { threshold, increaseFactor, maxFactor } = rules;
    const factorRules = { threshold, increaseFactor, maxFactor };
    await fc.assert(
      fc.asyncProperty(
        operations,
        fc.array(factor, { minLength: 3, maxLength: 3 }),
        fc.array(fc.array(usage, { minLength: 3, maxLength: 3 }), { minLength: 5, maxLength: 5 }),
        fc.integer({ min: 0, max: 24 * HOUR }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom('auto' as const, 'across-cycle' as const, 'max-factor' as const),
        async (operations, factors, usages, horizonMs, part, method) => {
          const network: Network = { factors, usages: [0n, 0n, 0n] };
          const ran = run(operations, network);
          const touched = [...new Set(operations.map(({ contract }) => String(contract)))];
          const planner = createTestPlanner({
            simulate: () => ({ ...simulation, ...ran, touched }),
            contract: (address) => ({ energyFactor: factors[Number(address)] ?? 0n, energyUsage: 0n, updateCycle: 7 }),
          });
          // A requested method has to hold until validUntil, auto for the whole horizon.
          const plan = await planner.plan(call, { horizonMs, method });
          const landing = NOW + Math.floor(part * (method === 'auto' ? horizonMs : plan.validUntil - NOW));
          expect(plan.validUntil).toBeGreaterThan(landing - 1);
          const cycles =
            landing < rules.nextMaintenance ? 0 : 1 + Math.floor((landing - rules.nextMaintenance) / (6 * HOUR));
          for (let cycle = 0; cycle < cycles; cycle++) {
            network.factors = network.factors.map((energyFactor, index) =>
              nextEnergyFactor({ ...factorRules, energyFactor, energyUsage: usages[cycle]?.[index] ?? 0n }),
            );
          }
          const allowed = energyForFeeLimit({ feeLimit: plan.feeLimit, energyPrice: 100n });
          expect(allowed).toBeGreaterThanOrEqual(run(operations, network).energy);
          if (plan.method === 'estimate') expect(allowed).toBe(ran.energy);
        },
      ),
      { numRuns: scaled(500) },
    );
  });
});

describe('history without an estimate', () => {
  const createRecordedHistory = () => {
    const history = createEnergyHistory();
    for (const basic of [12_704n, 12_704n, 12_704n, 27_704n]) {
      history.record({
        ...call,
        energy: (basic * 13_400n) / 10_000n,
        energyPenalty: (basic * 3_400n) / 10_000n,
        touched: ['TToken'],
      });
    }
    return history;
  };

  test('gives the highest energy for the limit and the median for the expected energy', async () => {
    const planner = createTestPlanner(
      { simulate: () => Promise.reject(unavailable), contract: () => ({ ...state, mayCallWithValue: false }) },
      { history: createRecordedHistory() },
    );
    const plan = await planner.plan(call);
    expect(plan).toMatchObject({ estimateKind: 'history', method: 'energy-factor', feeLimit: 3_712_400n });
    expect(plan.basicEnergy).toBeGreaterThanOrEqual(12_704n);
    expect(plan.basicEnergy).toBeLessThanOrEqual((12_704n * 102n) / 100n + 1n);
    const later = await planner.plan(call, { horizonMs: HOUR });
    expect(later).toMatchObject({ method: 'across-cycle', energy: plan.energy });
    expect((await planner.plan(call, { method: 'estimate' })).method).toBe('energy-factor');
  });

  test('is not used when it lacks the function or when the call reverts: plan rejects with the error', async () => {
    await expect(createTestPlanner({ simulate: () => Promise.reject(unavailable) }).plan(call)).rejects.toBe(
      unavailable,
    );
    const reverted = Object.assign(new Error('reverted'), { code: 'CALL_REVERTED', retryable: false });
    const planner = createTestPlanner(
      { simulate: () => Promise.reject(reverted) },
      { history: createRecordedHistory() },
    );
    await expect(planner.plan(call)).rejects.toBe(reverted);
  });

  test('is used when the error is retryable', async () => {
    const timeout = Object.assign(new Error('timeout'), { code: 'TIMEOUT', retryable: true });
    const planner = createTestPlanner(
      { simulate: () => Promise.reject(timeout) },
      { history: createRecordedHistory() },
    );
    expect((await planner.plan(call)).estimateKind).toBe('history');
  });

  test('leads to max-factor when the contracts that ran are not known for every call', async () => {
    const history = createRecordedHistory();
    history.record({ ...call, energy: 12_704n });
    const planner = createTestPlanner({ simulate: () => Promise.reject(unavailable) }, { history });
    const plan = await planner.plan(call);
    expect(plan).toMatchObject({ method: 'max-factor', feeLimit: 15_547_800n });
    expect(warningCodes(plan)).toEqual(['FACTOR_UNREADABLE', 'MAY_DEPEND_ON_ENERGY']);
  });
});

describe('invalid amounts', () => {
  test.each([
    ['a price of 0 rejects', { rules: () => ({ ...rules, energyPrice: 0n }) }],
    ['a penalty above the energy rejects', { simulate: () => ({ ...simulation, energyPenalty: 40_000n }) }],
  ])('%s', async (_, answers) => {
    const planned = createTestPlanner(answers).plan(call, { horizonMs: HOUR });
    await expect(planned).rejects.toMatchObject({ name: 'FeeError', code: 'ARGUMENT_INVALID' });
  });

  test('a negative horizon rejects', async () => {
    await expect(createTestPlanner().plan(call, { horizonMs: -1 })).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
    });
  });
});
