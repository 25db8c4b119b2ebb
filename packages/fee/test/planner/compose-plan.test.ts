import { transactionSize } from '@coin/fee';
import { type ContractCall, type FeeMethod, type AccountFunds } from '@coin/fee/planner';
import { describe, expect, test } from 'vitest';
import { composePlan } from '../../src/planner/compose-plan.ts';
import { type PlanInputs } from '../../src/planner/read-limit.ts';
import { call, HOUR, NOW, rules, state } from '../support/fake-source.ts';
import { createHorizon, estimate, fromHistory, limit, planInputs } from '../support/plan-inputs.ts';

const owned: AccountFunds = { balance: 10_000_000n, energy: 0n, stakedBandwidth: 0, freeBandwidth: 600 };
const warningsOf = (changes: Partial<PlanInputs>) => composePlan({ ...planInputs, ...changes }).warnings;

test('copies the limit, the method and the source of the estimate', () => {
  expect(composePlan(planInputs)).toMatchObject({
    feeLimit: 3_710_500n,
    method: 'estimate',
    estimateKind: 'simulation',
    basicEnergy: 27_704n,
    warnings: [],
  });
  const { basicEnergy: _, ...estimateOnly } = estimate;
  const plan = composePlan({ ...planInputs, estimate: { ...estimateOnly, basicEnergy: undefined } });
  expect(plan).not.toHaveProperty('basicEnergy');
});

test.each<[FeeMethod, boolean]>([
  ['estimate', false],
  ['energy-factor', false],
  ['across-cycle', true],
  ['max-factor', true],
])('lets a limit by %s hold past the maintenances within the horizon: %s', (method, holds) => {
  const horizon = createHorizon({ maintenances: 2 });
  const { validUntil, warnings } = composePlan({ ...planInputs, horizon, limit: { ...limit, method } });
  expect(validUntil).toBe(holds ? NOW + 13 * HOUR - 3_000 : NOW + HOUR - 3_000);
  expect(warnings).toEqual(holds ? [] : [{ code: 'MAINTENANCE_WITHIN_HORIZON', at: NOW + HOUR }]);
});

describe('expected energy', () => {
  const energyOf = (changes: Partial<PlanInputs>) => composePlan({ ...planInputs, ...changes }).energy;

  test('is the total of the estimate if there is an estimate', () => {
    expect(energyOf({ factors: { states: [], unreadable: ['TToken'] } })).toBe(37_105n);
  });

  test('is the likely basic energy under the highest present factor when only history is available', () => {
    const states = [state, { ...state, energyFactor: 5_000n }];
    expect(energyOf({ estimate: fromHistory, factors: { states } })).toBe(19_056n);
    expect(energyOf({ estimate: fromHistory, factors: { states: [] } })).toBe(12_704n);
  });

  test('allows for the factor of the limit when factors are unreadable', () => {
    const unreadable = { states: [], unreadable: [] };
    const maxFactor = { ...limit, method: 'max-factor' as const, energyFactor: 34_000n };
    expect(energyOf({ estimate: fromHistory, factors: unreadable, limit: maxFactor })).toBe((12_704n * 44n) / 10n + 1n);
  });
});

describe('expected fee', () => {
  const bandwidthOf = (call: ContractCall) => composePlan({ ...planInputs, call }).expectedFee.bandwidth;

  test('counts the bytes of a call, with and without the prefix of its data', () => {
    const { owner, contract } = call;
    expect(bandwidthOf(call)).toBe(345_000n);
    expect(bandwidthOf({ owner, contract, data: '00'.repeat(68) })).toBe(345_000n);
    expect(bandwidthOf({ owner, contract, data: `0x${'00'.repeat(68)}` })).toBe(345_000n);
    expect(bandwidthOf({ ...call, callValue: 1n })).toBe(347_000n);
  });

  test('counts the bytes of a deployment, with the published ABI and name if there are any', () => {
    const deployment = { owner: call.owner, data: '60'.repeat(3_000) };
    const published = { abi: [{ type: 'Fallback' }], name: 'Token' };
    const plain = {
      kind: 'deployment',
      bytecodeSize: 3_000,
      feeLimit: 3_710_500n,
      callerPercent: 100,
      deployerEnergyLimit: 10_000_000n,
    } as const;
    expect(bandwidthOf(deployment)).toBe(1_000n * BigInt(transactionSize(plain)));
    expect(bandwidthOf({ ...deployment, ...published })).toBe(
      1_000n * BigInt(transactionSize({ ...plain, ...published })),
    );
  });

  test("subtracts the owner's stake and the deployer's share, at the present price", () => {
    const deployer = { callerPercent: 50, energy: 1_000_000n, deployerEnergyLimit: 10_000n };
    const plan = composePlan({ ...planInputs, funds: { ...owned, energy: 7_105n }, deployer });
    expect(plan.expectedFee).toMatchObject({ energy: 2_000_000n, bandwidth: 0n, total: 2_000_000n });
    const scheduled = { ...createHorizon(), energyPrice: 210n };
    expect(composePlan({ ...planInputs, horizon: scheduled }).expectedFee.energy).toBe(3_710_500n);
  });
});

describe('warnings', () => {
  test('report unreadable factors with the contracts they belong to', () => {
    const unreadable = ['TToken', 'TOther'];
    expect(warningsOf({ factors: { states: [], unreadable } })).toEqual([
      { code: 'FACTOR_UNREADABLE', contracts: unreadable },
    ]);
  });

  test('report a limit that was lowered to the maximum', () => {
    const horizon = { ...createHorizon(), maxFeeLimit: 3_000_000n };
    const lowered = { ...limit, feeLimit: 3_000_000n, energyLimit: 30_000n, sufficient: false };
    expect(warningsOf({ horizon, limit: lowered })).toEqual([
      { code: 'MAX_FEE_LIMIT_REACHED', needed: 3_710_500n, max: 3_000_000n },
    ]);
  });

  test('take the value sent along and the fees beside energy from the coin that can pay for energy', () => {
    const funded = { ...owned, balance: 3_710_500n + 347_000n + 1n, freeBandwidth: 0 };
    const sending = { ...call, callValue: 1n };
    expect(warningsOf({ call: sending, funds: funded })).toEqual([]);
    expect(warningsOf({ call: sending, funds: { ...funded, balance: funded.balance - 1n } })).toEqual([
      { code: 'OWNER_CANNOT_FUND', payable: 37_104n, limit: 37_105n, expected: 37_105n, missing: 100n },
    ]);
  });

  test('come in a stable order: history, prices, owner, factors, maximum, maintenance', () => {
    const scheduled = [{ at: NOW + HOUR, energyPrice: 210n }];
    const all = warningsOf({
      rules: { ...rules, scheduled },
      horizon: createHorizon({ maintenances: 1 }),
      limit: { ...limit, sufficient: false },
      factors: { states: [], unreadable: [] },
      funds: { ...owned, balance: 0n },
      stats: { count: 4, min: 12_704n, median: 12_704n, max: 40_000n, touched: [] },
    });
    expect(all.map(({ code }) => code)).toEqual([
      'NEW_HOLDER',
      'PATH_MAY_CHANGE',
      'PRICE_CHANGE_SCHEDULED',
      'OWNER_CANNOT_FUND',
      'FACTOR_UNREADABLE',
      'MAX_FEE_LIMIT_REACHED',
      'MAINTENANCE_WITHIN_HORIZON',
    ]);
  });
});
