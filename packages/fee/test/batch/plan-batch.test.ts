import { expectedFee, transactionSize } from '@coin/fee';
import { type BatchTransaction, type BatchPlan, createBatchPlanner } from '@coin/fee/batch';
import { type FeePlannerOptions, type AccountFunds, type Simulation } from '@coin/fee/planner';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Answers,
  call,
  countOf,
  createFakeSource,
  createManualClock,
  HOUR,
  pause,
  rules,
  simulation,
  state,
} from '../support/fake-source.ts';

useVirtualTime();

const COIN = 1_000_000n;
const CALL_SIZE = 345;
const TRANSFER_SIZE = 267;

const prices = { accountCreation: 100_000n, accountCreationInContract: COIN, memo: 7n, multiSign: 9n };
const rich: AccountFunds = { balance: 10_000n * COIN, energy: 0n, stakedBandwidth: 0, freeBandwidth: 600 };
const transfer = { kind: 'transfer', owner: 'TOwner', to: 'TOld', amount: COIN } as const;

function prepare(answers: Answers = {}, options: Partial<FeePlannerOptions> = {}) {
  const source = createFakeSource({
    rules: () => ({ ...rules, prices }),
    funds: { TOwner: rich, TOther: rich, TDeployer: rich },
    accounts: ['TOwner', 'TOther', 'TOld'],
    ...answers,
  });
  const planner = createBatchPlanner({ source, clock: createManualClock(), ...options });
  return { source, planner, planBatch: planner.planBatch };
}

const feesOf = ({ plans }: BatchPlan, reason: keyof BatchPlan['expectedFee'] = 'total') =>
  plans.map(({ expectedFee }) => expectedFee[reason]);

describe('in order', () => {
  test('transactions that fit the remaining free bandwidth use it up', async () => {
    const { planBatch } = prepare();
    const plan = await planBatch([transfer, call, transfer, transfer]);
    expect(feesOf(plan, 'bandwidth')).toEqual([0n, 345_000n, 0n, 267_000n]);
    expect(plan.expectedFee).toEqual({
      energy: 3_710_500n,
      bandwidth: 612_000n,
      accountCreation: 0n,
      memo: 0n,
      multiSign: 0n,
      total: 4_322_500n,
    });
  });

  test('staked bandwidth is used before free bandwidth, also for creating accounts', async () => {
    const funds = { TOwner: { ...rich, stakedBandwidth: 2 * TRANSFER_SIZE + 100 } };
    const { planBatch } = prepare({ funds });
    const plan = await planBatch([transfer, { ...transfer, to: 'TNew' }, { ...transfer, to: 'TNewer' }, transfer]);
    expect(feesOf(plan)).toEqual([0n, COIN, COIN + 100_000n, 0n]);
  });

  test('uses up the staked energy of the owner and of the deployer, who may be an owner too', async () => {
    const funds = {
      TOwner: { ...rich, energy: 50_000n, stakedBandwidth: 10_000 },
      TDeployer: { ...rich, energy: 60_000n, stakedBandwidth: 10_000 },
    };
    const contract = () => ({ ...state, deployer: 'TDeployer', callerPercent: 40, deployerEnergyLimit: 10n ** 9n });
    const { planBatch } = prepare({ funds, contract });
    const own = { ...call, owner: 'TDeployer' };
    const plan = await planBatch([call, own, call, { ...call, contract: 'TOtherToken' }]);
    // 60 % of 37,105 is 22,263, which leaves 37,737; the deployer's own call takes all but 632 of it.
    expect(feesOf(plan, 'energy')).toEqual([0n, 0n, (37_105n - 632n - 35_158n) * 100n, 3_710_500n]);
  });

  test('only the first transfer to a new account pays for its creation', async () => {
    const { planBatch, source } = prepare();
    const plan = await planBatch([{ ...transfer, to: 'TNew' }, transfer, { ...transfer, to: 'TNew' }]);
    expect(feesOf(plan, 'accountCreation')).toEqual([1_100_000n, 0n, 0n]);
    expect(plan.plans).toMatchObject([{ createsAccount: true }, { createsAccount: false }, { createsAccount: false }]);
    expect(countOf(source.requests, 'exists')).toBe(2);
  });

  test('a caller may state whether an account is new, and must if the source does not', async () => {
    const { planBatch } = prepare();
    const known = await planBatch([
      { ...transfer, createsAccount: true },
      { ...transfer, to: 'TNew', createsAccount: false },
    ]);
    expect(feesOf(known, 'accountCreation')).toEqual([1_100_000n, 0n]);
    const source = createFakeSource();
    const silent = createBatchPlanner({ source, clock: createManualClock() });
    await expect(silent.planBatch([transfer])).rejects.toMatchObject({ context: { argument: 'createsAccount' } });
    expect((await silent.planBatch([{ ...transfer, createsAccount: false }])).expectedFee.total).toBe(267_000n);
    await expect(silent.planBatch([{ ...transfer, createsAccount: true }])).rejects.toMatchObject({
      context: { argument: 'prices.accountCreationInContract' },
    });
  });

  test('memos, signatures and permissions make transactions longer and have fees', async () => {
    const { planBatch } = prepare({ funds: { TOwner: { ...rich, freeBandwidth: 0 } } });
    const more = { memoSize: 9, signatures: 2, permissionId: 3 };
    const plan = await planBatch([
      { ...transfer, ...more },
      { ...call, ...more },
    ]);
    const sizes = [
      transactionSize({ kind: 'transfer', amount: COIN, ...more }),
      transactionSize({ kind: 'call', dataSize: 68, feeLimit: 3_710_500n, ...more }),
    ];
    expect(feesOf(plan, 'bandwidth')).toEqual(sizes.map((size) => BigInt(size) * 1_000n));
    expect([plan.expectedFee.memo, plan.expectedFee.multiSign]).toEqual([14n, 18n]);
  });

  test('a batch of one call is planned as the call alone', async () => {
    const { planner } = prepare();
    const { plans } = await planner.planBatch([call]);
    expect(plans).toEqual([await planner.plan(call)]);
  });

  test('assumes no remaining resources if the source does not report them', async () => {
    const planner = createBatchPlanner({ source: createFakeSource(), clock: createManualClock() });
    const plan = await planner.planBatch([call, call]);
    expect(feesOf(plan, 'bandwidth')).toEqual([345_000n, 345_000n]);
    expect(plan.warnings).toEqual([]);
  });

  const amounts = fc.array(
    fc.record({ isCall: fc.boolean(), owner: fc.constantFrom<('TOwner' | 'TOther')[]>('TOwner', 'TOther') }),
  );

  test('the total is the sum of the fees, each computed from the remaining resources', () =>
    fc.assert(
      fc.asyncProperty(
        amounts,
        fc.nat(2_000),
        fc.nat(2_000),
        fc.bigInt(0n, 200_000n),
        async (list, staked, free, energy) => {
          const resources = { energy, stakedBandwidth: staked, freeBandwidth: free };
          const funds = { TOwner: { ...rich, ...resources }, TOther: { ...rich, ...resources } };
          const items = list.map(({ isCall, owner }): BatchTransaction =>
            isCall ? { ...call, owner } : { ...transfer, owner },
          );
          const plan = await prepare({ funds }).planBatch(items);
          const left = { TOwner: { ...resources }, TOther: { ...resources } };
          const fees = list.map(({ isCall, owner }) => {
            const own = left[owner];
            const transaction = isCall ? { size: CALL_SIZE, energy: 37_105n } : { size: TRANSFER_SIZE };
            const fee = expectedFee({ transaction, prices: { energy: 100n, bandwidth: 1_000n }, owner: own });
            if (isCall) own.energy = own.energy > 37_105n ? own.energy - 37_105n : 0n;
            if (transaction.size <= own.stakedBandwidth) own.stakedBandwidth -= transaction.size;
            else if (transaction.size <= own.freeBandwidth) own.freeBandwidth -= transaction.size;
            return fee.total;
          });
          expect(feesOf(plan)).toEqual(fees);
          expect(plan.expectedFee.total).toBe(fees.reduce((total, fee) => total + fee, 0n));
        },
      ),
    ));
});

describe('what an owner cannot fund', () => {
  const poor = { ...rich, balance: 5n * COIN, freeBandwidth: 0 };

  test('is one warning for each owner, with the first call that lacks coin and all that is missing', async () => {
    const { planBatch } = prepare({ funds: { TOwner: poor, TOther: { ...poor, balance: 4n * COIN } } });
    const items = [transfer, call, { ...transfer, owner: 'TOther' }, transfer, call, { ...call, owner: 'TOther' }];
    const plan = await planBatch(items);
    expect(plan.warnings).toEqual([
      {
        code: 'OWNER_CANNOT_FUND_BATCH',
        owner: 'TOwner',
        index: 1,
        balance: 3_733_000n,
        amount: 0n,
        fee: 4_055_500n,
        missing: 2n * (4_055_500n + 1_267_000n) - 5n * COIN,
      },
      {
        code: 'OWNER_CANNOT_FUND_BATCH',
        owner: 'TOther',
        index: 5,
        balance: 2_733_000n,
        amount: 0n,
        fee: 4_055_500n,
        missing: 1_322_500n,
      },
    ]);
    expect(plan.plans.flatMap((item) => ('warnings' in item ? item.warnings : []))).toEqual([]);
  });

  test('is the coin that it sends plus the coin that it burns, to the unit', async () => {
    const { planBatch } = prepare({ funds: { TOwner: { ...poor, balance: COIN + 267_000n } } });
    expect((await planBatch([transfer])).warnings).toEqual([]);
    const { warnings } = await planBatch([{ ...transfer, amount: COIN + 1n }]);
    expect(warnings).toMatchObject([{ index: 0, amount: COIN + 1n, missing: 1n }]);
    const sending = await planBatch([{ ...call, callValue: 2n * COIN }]);
    expect(sending.warnings).toMatchObject([{ amount: 2n * COIN }]);
  });

  test('counts the coin that it receives within the batch', async () => {
    const { planBatch } = prepare({ funds: { TOwner: rich, TOther: { ...poor, balance: 0n } } });
    const funding = { ...transfer, to: 'TOther', amount: 2n * COIN };
    const spending = { ...transfer, owner: 'TOther' };
    expect((await planBatch([funding, spending])).warnings).toEqual([]);
    expect((await planBatch([spending, funding])).warnings).toMatchObject([{ owner: 'TOther', missing: 1_267_000n }]);
  });
});

describe('a token transfer', () => {
  const word = (digit: string) => digit.repeat(64);
  const to = (receiver: string) => ({ ...call, parameter: word(receiver) + word('0') });
  const simulate = (item: { parameter?: string; data?: string }): Simulation => {
    const isNew = (item.parameter ?? item.data ?? '').replace(/^(0x)?a9059cbb/, '').startsWith('e');
    return isNew ? { ...simulation, energy: 37_105n + 20_100n, energyPenalty: 9_401n + 5_100n } : simulation;
  };
  const energies = async (items: readonly BatchTransaction[]) => {
    const { planBatch } = prepare({ simulate: (item) => simulate(item) });
    const { plans } = await planBatch(items);
    return plans.map((plan) => ('energy' in plan ? plan.energy : undefined));
  };

  test('to a new holder pays for the storage word once, if another shows the cost of a transfer to a holder', async () => {
    const asData = { owner: 'TOwner', contract: 'TToken', data: `0xA9059CBB${word('e')}${word('1')}` };
    const items = [to('e'), to('1'), to('e'), asData, to('e1')];
    expect(await energies(items)).toEqual([57_205n, 37_105n, 37_105n, 37_105n, 57_205n]);
  });

  test('keeps its fee limit, which holds if the earlier one fails', async () => {
    const { planBatch } = prepare({ simulate: (item) => simulate(item) });
    const { plans } = await planBatch([to('e'), to('1'), to('e')]);
    expect(plans.map(({ feeLimit }) => feeLimit)).toEqual([5_720_500n, 3_710_500n, 5_720_500n]);
  });

  test('is expected to cost as much as if it were first, if the order is unknown', async () => {
    expect(await energies([to('e'), to('e')])).toEqual([57_205n, 57_205n]);
    expect(await energies([to('e'), { ...to('1'), contract: 'TOtherToken' }, to('e')])).toEqual([
      57_205n,
      37_105n,
      57_205n,
    ]);
    const other = (receiver: string) => ({ ...to(receiver), functionSelector: 'mint(address,uint256)' });
    expect(await energies([other('e'), other('1'), other('e')])).toEqual([57_205n, 37_105n, 57_205n]);
  });
});

describe('sent over time', () => {
  const quotas = {
    energy: { used: 0n, limit: 0n },
    stakedBandwidth: { used: 0n, limit: 0n },
    freeBandwidth: { used: 600n, limit: 600n },
  };
  const used: AccountFunds = { ...rich, freeBandwidth: 0, quotas };

  test('a batch uses resources that recover meanwhile, if the source reports limits and usage', async () => {
    const items = [transfer, transfer, transfer];
    const slowly = { intervalMs: 12 * HOUR };
    const { planBatch } = prepare({ funds: { TOwner: used } });
    expect(feesOf(await planBatch(items))).toEqual([267_000n, 267_000n, 267_000n]);
    // 299 bytes recover in the first half of a day, of which 32 remain, and then half of what was used.
    expect(feesOf(await planBatch(items, slowly))).toEqual([267_000n, 0n, 0n]);
    const { planBatch: withoutQuotas } = prepare({ funds: { TOwner: { ...rich, freeBandwidth: 0 } } });
    expect(feesOf(await withoutQuotas(items, slowly))).toEqual([267_000n, 267_000n, 267_000n]);
  });

  test('a call that may land after a maintenance has a limit that holds across it', async () => {
    const { planBatch } = prepare();
    const { plans } = await planBatch([call, call], { intervalMs: HOUR });
    expect(plans).toMatchObject([{ method: 'estimate' }, { method: 'across-cycle', feeLimit: 4_454_900n }]);
  });
});

describe('reads', () => {
  test('are shared: each account and each different call once, parameters and contracts once a cycle', async () => {
    const contract = () => ({ ...state, deployer: 'TDeployer', callerPercent: 40, deployerEnergyLimit: 1n });
    const { planBatch, source } = prepare({ contract });
    const calls = Array.from({ length: 50 }, (_, index) => ({ ...call, owner: index % 2 === 0 ? 'TOwner' : 'TOther' }));
    await planBatch([...calls, transfer, transfer, { owner: 'TOwner', contract: 'TToken', data: 'ff' }]);
    expect(source.requests.toSorted()).toEqual([
      'contract TToken',
      'exists TOld',
      'funds TDeployer',
      'funds TOther',
      'funds TOwner',
      'rules',
      'simulate',
      'simulate',
      'simulate',
    ]);
  });

  test('are about at most `concurrency` transactions at a time', async () => {
    let [active, most] = [0, 0];
    const simulate = async () => {
      most = Math.max(most, ++active);
      await pause(1);
      active--;
      return simulation;
    };
    const calls = Array.from({ length: 20 }, (_, index) => ({ ...call, callValue: BigInt(index) }));
    const { planBatch } = prepare({ simulate });
    await planBatch(calls, { concurrency: 3 });
    expect(most).toBe(3);
    await planBatch(calls);
    expect(most).toBe(8);
  });

  test('end with the first that fails, with its error', async () => {
    const reverted = new Error('reverted');
    const { planBatch, source } = prepare({
      simulate: ({ callValue }) => (callValue === 3n ? Promise.reject(reverted) : simulation),
    });
    const calls = Array.from({ length: 100 }, (_, index) => ({ ...call, callValue: BigInt(index) }));
    await expect(planBatch(calls, { concurrency: 2 })).rejects.toBe(reverted);
    expect(countOf(source.requests, 'simulate')).toBeLessThan(10);
  });

  test('end when the signal aborts', async () => {
    const controller = new AbortController();
    const { planBatch } = prepare({ simulate: () => new Promise(() => {}) });
    const planned = planBatch([call, call], { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(planned).rejects.toThrow('enough');
  });
});

test.each([
  ['a negative interval', 'ARGUMENT_INVALID', [], { intervalMs: -1 }],
  ['a concurrency of 0', 'ARGUMENT_INVALID', [], { concurrency: 0 }],
  ['a fraction of a millisecond', 'ARGUMENT_INVALID', [], { intervalMs: 1000.5 }],
  ['an amount that is a number', 'ARGUMENT_INVALID', [{ ...transfer, amount: 1 }], {}],
  ['a negative amount', 'ARGUMENT_INVALID', [{ ...transfer, amount: -1n }], {}],
])('%s are rejected with %s', async (_, code, calls, options) => {
  await expect(prepare().planBatch(calls as never, options)).rejects.toMatchObject({ name: 'FeeError', code });
});

test('an empty batch burns nothing', async () => {
  expect(await prepare().planBatch([])).toMatchObject({ plans: [], expectedFee: { total: 0n }, warnings: [] });
});
