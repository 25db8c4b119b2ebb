import { createEnergyHistory, type FeePlan, type AccountFunds } from '@coin/fee/planner';
import { describe, expect, test } from 'vitest';
import { call, createTestPlanner, HOUR, NOW, rules, simulation, state } from '../support/fake-source.ts';

const owned: AccountFunds = { balance: 10_000_000n, energy: 0n, stakedBandwidth: 0, freeBandwidth: 600 };

describe('a scheduled price', () => {
  const scheduled = [{ at: NOW + HOUR, energyPrice: 210n }];

  test('is reported if it is decided, and covered only if it may apply', async () => {
    const planner = createTestPlanner({ rules: () => ({ ...rules, scheduled }) });
    const soon = await planner.plan(call);
    expect(soon.feeLimit).toBe(3_710_500n);
    const change = { code: 'PRICE_CHANGE_SCHEDULED', at: NOW + HOUR, from: 100n, to: 210n };
    expect(soon.warnings).toEqual([{ ...change, covered: false }]);
    const later = await planner.plan(call, { horizonMs: HOUR });
    expect(later.feeLimit).toBe(44_549n * 210n);
    expect(later.warnings).toEqual([{ ...change, covered: true }]);
    expect((await planner.plan(call, { method: 'across-cycle' })).feeLimit).toBe(44_549n * 210n);
  });

  test('and other scheduled parameters lead to the worst case of all that may apply', async () => {
    const change = { at: NOW + HOUR, maxFactor: 5_000n, increaseFactor: 4_000n, maxFeeLimit: 1_000_000n };
    const plan = await createTestPlanner({ rules: () => ({ ...rules, scheduled: [change] }) }).plan(call, {
      horizonMs: HOUR,
    });
    expect(plan.feeLimit).toBe(1_000_000n);
    // 0.34 rises by 40 % of 1.34 under the highest factor of both, 3.4
    const needed = ((27_704n * 18_760n + 9_999n) / 10_000n) * 100n;
    expect(plan.warnings).toEqual([{ code: 'MAX_FEE_LIMIT_REACHED', needed, max: 1_000_000n }]);
  });

  test('is reported and covered while it is undecided only if it may apply', async () => {
    const undecided = { at: NOW + HOUR, undecided: true as const, energyPrice: 210n, maxFeeLimit: 1_000_000n };
    const planner = createTestPlanner({ rules: () => ({ ...rules, scheduled: [undecided] }) });
    expect(await planner.plan(call)).toMatchObject({ feeLimit: 3_710_500n, warnings: [] });
    const later = await planner.plan(call, { horizonMs: HOUR });
    // An undecided lower maximum does not lower the limit.
    expect(later.feeLimit).toBe(44_549n * 210n);
    expect(later.warnings).toEqual([
      { code: 'PRICE_CHANGE_SCHEDULED', at: NOW + HOUR, from: 100n, to: 210n, covered: true, undecided: true },
    ]);
    expect(planner.explain(later)).toContain('energy price 100 may change to 210');
  });

  test('is not reported if it is lower and undecided', async () => {
    const scheduled = [{ at: NOW + HOUR, undecided: true as const, energyPrice: 50n }];
    const plan = await createTestPlanner({ rules: () => ({ ...rules, scheduled }) }).plan(call, { horizonMs: HOUR });
    expect(plan).toMatchObject({ feeLimit: 4_454_900n, warnings: [] });
  });

  test('does not lower the limit if it is lower and decided', async () => {
    const planner = createTestPlanner({
      rules: () => ({ ...rules, scheduled: [{ at: NOW + HOUR, energyPrice: 50n }] }),
    });
    expect(await planner.plan(call, { horizonMs: HOUR })).toMatchObject({
      feeLimit: 4_454_900n,
      warnings: [{ code: 'PRICE_CHANGE_SCHEDULED', at: NOW + HOUR, from: 100n, to: 50n, covered: true }],
    });
  });
});

test('a limit above the maximum is lowered to it, with a warning that reports the needed limit', async () => {
  const plan = await createTestPlanner({ rules: () => ({ ...rules, maxFeeLimit: 3_000_000n }) }).plan(call);
  expect(plan.feeLimit).toBe(3_000_000n);
  expect(plan.warnings).toEqual([{ code: 'MAX_FEE_LIMIT_REACHED', needed: 3_710_500n, max: 3_000_000n }]);
});

test('parameters that the source does not know are named', async () => {
  const unknownParameters = ['getAllowNext', 'parameter 99'];
  const plan = await createTestPlanner({ rules: () => ({ ...rules, unknownParameters }) }).plan(call);
  expect(plan.warnings).toEqual([{ code: 'RULES_UNKNOWN', parameters: unknownParameters }]);
});

describe('an inner call with a fixed amount of energy', () => {
  const touched = ['TToken', 'TOther'];
  const warned = async (own: object, other: object, horizonMs = 6 * HOUR) => {
    const planner = createTestPlanner({
      simulate: () => ({ kind: 'simulation', energy: 37_105n, energyPenalty: 9_401n, touched, ranOtherCode: [] }),
      contract: (address) => ({ ...state, deployer: 'TDeployer', ...(address === 'TToken' ? own : other) }),
    });
    const { warnings } = await planner.plan(call, { horizonMs });
    return warnings.map(({ code }) => code);
  };
  const fixed = { passesFixedEnergy: true };
  const noCode = { deployer: undefined, energyFactor: 0n, updateCycle: 0, observesEnergy: false };

  test('is warned of across a maintenance', async () => {
    expect(await warned(fixed, {})).toEqual(['INNER_ENERGY_FIXED']);
    expect(await warned({}, fixed)).toEqual(['INNER_ENERGY_FIXED']);
    expect(await warned(fixed, {}, 0)).toEqual([]);
    expect(await warned({}, {})).toEqual([]);
  });

  test('is not warned of if the called account has no code', async () => {
    expect(await warned(fixed, noCode)).toEqual([]);
  });

  test('reading resources is warned of at any time', async () => {
    for (const horizonMs of [0, 6 * HOUR])
      expect(await warned({}, { readsResources: true }, horizonMs)).toEqual(['READS_RESOURCES']);
  });
});

describe('the owner', () => {
  const plan = (funds: Record<string, AccountFunds>, extra: object = {}, contract = state) =>
    createTestPlanner({ funds, contract: () => contract }).plan({ ...call, ...extra });

  test('lowers the expected fee by its resources, but not the limit', async () => {
    const staked = await plan({ TOwner: { ...owned, energy: 30_000n } });
    expect(staked).toMatchObject({ feeLimit: 3_710_500n, warnings: [] });
    expect(staked.expectedFee).toMatchObject({ energy: 710_500n, bandwidth: 0n, total: 710_500n });
  });

  test.each<[string, AccountFunds, object, bigint, bigint]>([
    ['lacks one small unit', { ...owned, balance: 3_710_499n }, {}, 37_104n, 100n],
    ['sends all its coin along', owned, { callValue: 10_000_000n }, 0n, 3_710_500n],
    ['sends more coin than it has', owned, { callValue: 10_000_001n }, 0n, 3_710_501n],
    [
      'has to burn coin for bandwidth first',
      { ...owned, balance: 3_710_500n, freeBandwidth: 0 },
      {},
      33_655n,
      345_000n,
    ],
    ['lacks one small unit besides its stake', { ...owned, balance: 710_400n, energy: 30_000n }, {}, 37_104n, 100n],
  ])('causes a warning if it %s', async (_, owner, extra, payable, missing) => {
    const { warnings } = await plan({ TOwner: owner }, extra);
    expect(warnings).toEqual([{ code: 'OWNER_CANNOT_FUND', payable, limit: 37_105n, expected: 37_105n, missing }]);
  });

  test('causes no warning if its coin and stake are exactly enough', async () => {
    expect((await plan({ TOwner: { ...owned, balance: 3_710_500n } })).warnings).toEqual([]);
    expect((await plan({ TOwner: { ...owned, balance: 710_500n, energy: 30_000n } })).warnings).toEqual([]);
  });

  test('is helped by the deployer within its stake and limit', async () => {
    const shared = { ...state, deployer: 'TDeployer', callerPercent: 50, deployerEnergyLimit: 20_000n };
    const half = { ...owned, balance: 1_855_300n };
    const deployer = { ...owned, energy: 1_000_000n };
    const enough = await plan({ TOwner: half, TDeployer: deployer }, {}, shared);
    expect(enough.warnings).toEqual([]);
    expect(enough.expectedFee.energy).toBe((37_105n - 18_552n) * 100n);
    const exhausted = await plan({ TOwner: half, TDeployer: { ...deployer, energy: 100n } }, {}, shared);
    expect(exhausted.warnings).toEqual([
      { code: 'OWNER_CANNOT_FUND', payable: 18_653n, limit: 37_105n, expected: 37_105n, missing: 1_845_200n },
    ]);
    const capped = await plan({ TOwner: half, TDeployer: deployer }, {}, { ...shared, deployerEnergyLimit: 100n });
    expect(capped.warnings).toEqual(exhausted.warnings);
    const all = await plan(
      { TOwner: { ...owned, balance: 0n }, TDeployer: deployer },
      {},
      { ...shared, callerPercent: 0, deployerEnergyLimit: 40_000n },
    );
    expect(all).toMatchObject({ warnings: [], expectedFee: { total: 0n } });
  });

  test('gets the deployer’s share in proportion to its own payment', async () => {
    const shared = { ...state, deployer: 'TDeployer', callerPercent: 80, deployerEnergyLimit: 10n ** 9n };
    const funds = { TOwner: { ...owned, balance: 800_000n }, TDeployer: { ...owned, energy: 10n ** 9n } };
    expect((await plan(funds, {}, shared)).warnings).toMatchObject([{ code: 'OWNER_CANNOT_FUND', payable: 10_000n }]);
  });

  test.each([
    ['that is not known', { callerPercent: 50 }],
    ['that pays nothing', { deployer: 'TDeployer', callerPercent: 100 }],
    ['that pays nothing by default', { deployer: 'TDeployer' }],
  ])('gets no share from a deployer %s, whose account is not read', async (_, deployed) => {
    const shared = { ...state, ...deployed, deployerEnergyLimit: 40_000n };
    expect((await plan({ TOwner: owned }, {}, shared)).expectedFee.energy).toBe(3_710_500n);
  });

  test('gets no share as the deployer of its own contract', async () => {
    const own = { ...state, deployer: 'TOwner', callerPercent: 0, deployerEnergyLimit: 40_000n };
    expect((await plan({ TOwner: { ...owned, energy: 30_000n } }, {}, own)).expectedFee.energy).toBe(710_500n);
  });

  test('gets no share if the contract cannot be read', async () => {
    const planner = createTestPlanner({ funds: { TOwner: owned }, contract: () => Promise.reject(new Error('gone')) });
    expect((await planner.plan(call)).expectedFee.energy).toBe(3_710_500n);
  });
});

describe('history', () => {
  test('warns of a new holder when a transfer costs one storage word more, and of another path when an earlier call cost more than the limit', async () => {
    const history = createEnergyHistory();
    for (const energy of [12_704n, 12_704n, 12_704n, 40_000n]) history.record({ ...call, energy });
    const { warnings } = await createTestPlanner({}, { history }).plan(call);
    expect(warnings.map(({ code }) => code)).toEqual(['NEW_HOLDER', 'PATH_MAY_CHANGE']);
    expect(warnings).toContainEqual({ code: 'PATH_MAY_CHANGE', highest: 40_000n, samples: 4 });
    const covered = await createTestPlanner({}, { history, marginBps: 5_000n }).plan(call);
    expect(covered.warnings.map(({ code }) => code)).toEqual(['NEW_HOLDER']);
  });

  test('causes no warning for other functions and usual costs', async () => {
    const usual = { ...simulation, energy: 12_704n, energyPenalty: 0n };
    const known = createEnergyHistory();
    known.record({ ...call, energy: 12_704n });
    expect((await createTestPlanner({ simulate: () => usual }, { history: known }).plan(call)).warnings).toEqual([]);
    for (const functionSelector of ['mint(uint256)', 'multitransfer(address,uint256)']) {
      const other = { ...call, functionSelector };
      known.record({ ...other, energy: 10_000n });
      expect((await createTestPlanner({}, { history: known }).plan(other)).warnings).toEqual([]);
    }
  });

  test('warns of another path, and not of a new holder, when the source does not report the penalty', async () => {
    const history = createEnergyHistory();
    for (const energy of [12_704n, 90_000n]) history.record({ ...call, energy });
    const searched = { kind: 'search', energy: 74_210n, touched: ['TToken'] } as const;
    const { warnings } = await createTestPlanner({ simulate: () => searched }, { history }).plan(call);
    expect(warnings).toEqual([{ code: 'PATH_MAY_CHANGE', highest: 90_000n, samples: 2 }]);
  });
});

describe('explain', () => {
  test('states the highest cost of a call, its expected fee, and the reasons', async () => {
    const planner = createTestPlanner({ funds: { TOwner: { ...owned, energy: 30_000n, freeBandwidth: 0 } } });
    expect(planner.explain(await planner.plan(call)).split('\n')).toEqual([
      'Fee limit: 3.7105 coin for energy; the call costs at most 4.0555 coin in total.',
      'Expected fee: 1.0555 coin, energy 0.7105, bandwidth 0.345.',
      'Energy: 37105, of which 9401 is penalty, from a constant call. Limit: as estimated.',
      'Valid until 2026-11-21T09:33:17.000Z.',
    ]);
  });

  test('describes every warning', async () => {
    const { explain, plan: planCall } = createTestPlanner();
    const plan: FeePlan = await planCall(call);
    const warnings: FeePlan['warnings'] = [
      { code: 'NEW_HOLDER', basicEnergy: 27_704n, usual: 12_704n },
      { code: 'PATH_MAY_CHANGE', highest: 40_000n, samples: 4 },
      { code: 'PRICE_CHANGE_SCHEDULED', at: NOW, from: 100n, to: 210n, covered: false },
      { code: 'PRICE_CHANGE_SCHEDULED', at: NOW, from: 100n, to: 210n, covered: true },
      { code: 'OWNER_CANNOT_FUND', payable: 1n, limit: 3n, expected: 2n, missing: 200n },
      { code: 'OWNER_CANNOT_FUND', payable: 2n, limit: 3n, expected: 2n, missing: 100n },
      { code: 'RULES_UNKNOWN', parameters: ['getAllowNext', 'parameter 99'] },
      { code: 'FACTOR_UNREADABLE', contracts: ['TOther'] },
      { code: 'FACTOR_UNREADABLE', contracts: [] },
      { code: 'MAX_FEE_LIMIT_REACHED', needed: 20_000_000_000n, max: 15_000_000_000n },
      { code: 'MAINTENANCE_WITHIN_HORIZON', at: NOW },
      { code: 'INNER_ENERGY_FIXED', at: NOW },
      { code: 'READS_RESOURCES' },
      { code: 'MAY_DEPEND_ON_ENERGY', used: 37_105n },
      { code: 'MAY_DEPEND_ON_ENERGY', used: 37_105n, suffices: 74_210n },
    ];
    expect(
      explain({ ...plan, warnings })
        .split('\n')
        .slice(4),
    ).toEqual([
      'Warning: 27704 basic energy, usually 12704: the recipient may not hold the token yet.',
      'Warning: one of 4 earlier calls used 40000 basic energy, above the limit.',
      'Warning: energy price 100 changes to 210 at 2026-11-21T08:33:20.000Z, not covered.',
      'Warning: energy price 100 changes to 210 at 2026-11-21T08:33:20.000Z, covered.',
      'Warning: the owner can pay for 1 of 3 energy, so the call will fail; 0.0002 coin missing.',
      'Warning: the owner can pay for 2 of 3 energy, enough for the expected energy; 0.0001 coin missing.',
      'Warning: the network may follow rules that the plan leaves out: getAllowNext, parameter 99.',
      'Warning: factors unreadable, highest assumed: TOther.',
      'Warning: factors unreadable, highest assumed: all.',
      'Warning: 20000 coin needed, above the maximum of 15000 coin: the call may run out of energy.',
      'Warning: the maintenance at 2026-11-21T08:33:20.000Z is not covered.',
      'Warning: an inner call gets a fixed amount of energy, which may not suffice after the maintenance at 2026-11-21T08:33:20.000Z.',
      'Warning: the call may depend on the bandwidth or energy that an account has left, which changes with time.',
      'Warning: the call uses 37105 energy but may fail unless it has more; the node could not search for it.',
      'Warning: the call uses 37105 energy but may fail unless it has more; 74210 suffice.',
    ]);
  });

  test('says nothing about a penalty that the source does not report', async () => {
    const searched = { kind: 'search', energy: 74_210n, touched: ['TToken'] } as const;
    const planner = createTestPlanner({ simulate: () => searched });
    expect(planner.explain(await planner.plan(call))).toContain(
      '\nEnergy: 74210 from estimateenergy, possibly twice the need. Limit: as estimated.\n',
    );
  });
});
