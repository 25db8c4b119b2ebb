import { expectedFee, transactionSize } from '@coin/fee';
import { createBatchPlanner } from '@coin/fee/batch';
import { type AccountFunds, createFeePlanner } from '@coin/fee/planner';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Answers,
  call,
  createFakeSource,
  createManualClock,
  createTestPlanner,
  rules,
} from '../support/fake-source.ts';

const prices = { memo: 1_000_000n, multiSign: 2_000_000n, accountCreation: 1n, accountCreationInContract: 5n };
const answers: Answers = { rules: () => ({ ...rules, prices }) };
const rich: AccountFunds = { balance: 10n ** 12n, energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 };
const fields = fc.record(
  { memo: fc.string({ unit: 'binary' }), signatures: fc.integer({ min: 1, max: 5 }), permissionId: fc.nat(9) },
  { requiredKeys: [] },
);

describe('a plan with a memo, signatures and a permission', () => {
  test('counts their bytes and fees, and asks the network no more', () =>
    fc.assert(
      fc.asyncProperty(fields, async (given) => {
        const source = createFakeSource(answers);
        const plan = await createFeePlanner({ source, clock: createManualClock() }).plan({ ...call, ...given });
        const memoSize = Buffer.byteLength(given.memo ?? '');
        const { feeLimit } = plan;
        expect(plan.size).toBe(transactionSize({ kind: 'call', dataSize: 68, feeLimit, ...given, memoSize }));
        expect(plan.expectedFee).toMatchObject({
          bandwidth: 1_000n * BigInt(plan.size),
          memo: memoSize > 0 ? 1_000_000n : 0n,
          multiSign: (given.signatures ?? 1) > 1 ? 2_000_000n : 0n,
        });
        expect(source.requests).toEqual(['rules', 'simulate', 'contract TToken']);
      }),
    ));

  test('takes the length of a memo that is not written yet', async () => {
    const planner = createTestPlanner(answers);
    expect(await planner.plan({ ...call, memoSize: 4 })).toEqual(await planner.plan({ ...call, memo: 'rent' }));
    await expect(planner.plan({ ...call, memo: 5 } as never)).rejects.toMatchObject({ context: { argument: 'memo' } });
    await expect(planner.plan({ ...call, signatures: -1 })).rejects.toMatchObject({
      context: { argument: 'signatures' },
    });
  });

  test('is the same alone and in a batch', async () => {
    const source = createFakeSource(answers);
    const planner = createBatchPlanner({ source, clock: createManualClock() });
    const planned = { ...call, memo: 'ä€', signatures: 2, permissionId: 2 };
    expect((await planner.planBatch([planned])).plans).toEqual([await planner.plan(planned)]);
  });
});

describe('the most that a transaction can burn', () => {
  const shares = fc.record({
    energy: fc.bigInt(0n, 60_000n),
    stakedBandwidth: fc.nat(700),
    freeBandwidth: fc.nat(700),
  });

  test('does not depend on what the owner has, and is never less than what it is expected to burn', () =>
    fc.assert(
      fc.asyncProperty(shares, fields, async (has, given) => {
        const funds = { TOwner: { ...rich, ...has } };
        const plan = await createTestPlanner({ ...answers, funds }).plan({ ...call, ...given });
        const poor = await createTestPlanner({ ...answers, funds: { TOwner: rich } }).plan({ ...call, ...given });
        const { fee } = { fee: poor.expectedFee };
        expect(plan.maxFee).toBe(plan.feeLimit + fee.total - fee.energy);
        expect(plan.maxFee).toBe(poor.maxFee);
        expect(plan.expectedFee.total).toBeLessThanOrEqual(plan.maxFee);
        const burned = plan.expectedFee.energy / rules.energyPrice;
        expect(plan.energyFromStake + plan.energyFromDeployer + burned).toBe(plan.energy);
        expect(plan.energyFromStake).toBe(has.energy < plan.energy ? has.energy : plan.energy);
      }),
    ));

  test('is stated for transfers of coin in a batch, with their bytes', async () => {
    const funds = { TOwner: { ...rich, freeBandwidth: 600 } };
    const source = createFakeSource({ ...answers, funds, accounts: [] });
    const planner = createBatchPlanner({ source, clock: createManualClock() });
    const transfer = { kind: 'transfer', owner: 'TOwner', to: 'TNew', amount: 5n } as const;
    const { plans } = await planner.planBatch([transfer, { ...transfer, memo: 'rent' }]);
    const [first, second] = [{}, { memoSize: 4 }].map((more) => transactionSize({ ...transfer, ...more }));
    expect(plans).toMatchObject([
      { size: first, createsAccount: true, maxFee: 6n },
      {
        size: second,
        createsAccount: false,
        expectedFee: { total: 1_000_000n },
        maxFee: expectedFee({
          transaction: { size: second ?? 0, memoSize: 4 },
          prices: { ...prices, bandwidth: rules.bandwidthPrice },
        }).total,
      },
    ]);
  });
});

describe('whether the receiver of a token is new', () => {
  const word = (address: string) => address.slice(2).padStart(64, '0');
  const [from, to] = [`41${'aa'.repeat(20)}`, `41${'bb'.repeat(20)}`];
  const amount = '5'.padStart(64, '0');
  const callee = { owner: 'TOwner', contract: 'TToken' };
  const transfers = [
    { ...callee, functionSelector: 'transfer(address,uint256)', parameter: word(to) + amount },
    { ...callee, data: `a9059cbb${word(to)}${amount}` },
    { ...callee, data: `0xA9059CBB${word(to)}${amount}` },
    { ...callee, functionSelector: 'transferFrom(address,address,uint256)', parameter: word(from) + word(to) + amount },
    { ...callee, data: `23b872dd${word(from)}${word(to)}${amount}` },
  ];

  test.each(transfers)('is known from its balance for the transfer %o', async (transfer) => {
    for (const [balance, isNewHolder] of [
      [0n, true],
      [1n, false],
    ] as const) {
      const planner = createTestPlanner({ balances: { [`TToken ${to}`]: balance } });
      const plan = await planner.plan(transfer);
      expect(plan).toMatchObject({ isNewHolder });
      expect(planner.explain(plan).includes('The receiver holds none of the token yet')).toBe(isNewHolder);
    }
  });

  test('is not stated for other calls, without balances, and when a balance cannot be read', async () => {
    const [transfer] = transfers;
    const others = [
      { ...callee, functionSelector: 'approve(address,uint256)', parameter: word(to) + amount },
      { ...callee, functionSelector: 'transfer(address,uint256)', parameter: word(to) },
      { ...callee, data: 'a9059cbb' },
      { owner: 'TOwner', data: `a9059cbb${word(to)}${amount}` },
    ];
    for (const other of others) {
      const source = createFakeSource({ balances: {} });
      const plan = await createFeePlanner({ source, clock: createManualClock() }).plan(other);
      expect(plan).not.toHaveProperty('isNewHolder');
      expect(source.requests.filter((request) => request.startsWith('balance'))).toEqual([]);
    }
    const failing = () => {
      throw new Error('no balance');
    };
    for (const unknown of [{}, { balances: failing }])
      expect(await createTestPlanner(unknown).plan(transfer ?? call)).not.toHaveProperty('isNewHolder');
  });
});
