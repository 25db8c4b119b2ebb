import { createBatchPlanner } from '@coin/fee/batch';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeSource, createManualClock, rules } from '../support/fake-source.ts';

const FEE = 267_000n;
const NAMES = ['TFirst', 'TSecond', 'TThird'] as const;
const prices = { accountCreation: 100_000n, accountCreationInContract: 1_000_000n, memo: 0n, multiSign: 0n };

type Name = (typeof NAMES)[number];

/** Plans transfers between accounts that have nothing but coin. */
async function planTransfers(
  balances: Readonly<Record<Name, bigint>>,
  transfers: readonly { owner: Name; to: Name; amount: bigint }[],
) {
  const resources = { energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 };
  const funds = Object.fromEntries(NAMES.map((name) => [name, { ...resources, balance: balances[name] }]));
  const source = createFakeSource({ rules: () => ({ ...rules, prices }), funds, accounts: NAMES });
  return createBatchPlanner({ source, clock: createManualClock() }).planBatch(
    transfers.map((transfer) => ({ kind: 'transfer', ...transfer })),
  );
}

const name = fc.constantFrom(...NAMES);
// An amount of one size of encoding, so each transfer burns the same.
const amount = fc.bigInt(1_000_000n, 2_000_000n);

test('a warning names the first transaction that its owner cannot fund, and the most coin that is missing in the batch', () =>
  fc.assert(
    fc.asyncProperty(
      fc.record({ TFirst: amount, TSecond: amount, TThird: amount }),
      fc.array(fc.record({ owner: name, to: name, amount }), { minLength: 1, maxLength: 12 }),
      async (balances, transfers) => {
        const left: Record<Name, bigint> = { ...balances };
        const expected = new Map<Name, { index: number; balance: bigint; amount: bigint; missing: bigint }>();
        for (const [index, { owner, to, amount: sent }] of transfers.entries()) {
          const balance = left[owner];
          const short = sent + FEE - balance;
          left[owner] -= sent + FEE;
          left[to] += sent;
          if (short <= 0n) continue;
          const known = expected.get(owner) ?? { index, balance, amount: sent, missing: 0n };
          expected.set(owner, { ...known, missing: known.missing > short ? known.missing : short });
        }
        const plan = await planTransfers(balances, transfers);
        expect(plan.warnings).toEqual(
          [...expected].map(([owner, warning]) => ({ code: 'OWNER_CANNOT_FUND_BATCH', owner, fee: FEE, ...warning })),
        );
      },
    ),
  ));

test('counts the missing coin of an owner when it receives coin later, and when a later transaction lacks more', async () => {
  const balances = { TFirst: 0n, TSecond: 10_000_000n, TThird: 0n };
  const spend = { owner: 'TFirst', to: 'TThird', amount: 1_000_000n } as const;
  const fund = { owner: 'TSecond', to: 'TFirst', amount: 1_500_000n } as const;
  const missingOf = async (...transfers: Parameters<typeof planTransfers>[1]) =>
    (await planTransfers(balances, transfers)).warnings.map(({ owner, index, missing }) => ({ owner, index, missing }));
  const one = 1_000_000n + FEE;
  expect(await missingOf(spend)).toEqual([{ owner: 'TFirst', index: 0, missing: one }]);
  expect(await missingOf(spend, fund, spend)).toEqual([{ owner: 'TFirst', index: 0, missing: one }]);
  expect(await missingOf(spend, spend, fund)).toEqual([{ owner: 'TFirst', index: 0, missing: 2n * one }]);
  expect(await missingOf(spend, spend, fund, spend)).toEqual([{ owner: 'TFirst', index: 0, missing: 2n * one }]);
  expect(await missingOf(fund, spend, spend)).toEqual([{ owner: 'TFirst', index: 2, missing: 2n * one - 1_500_000n }]);
});
