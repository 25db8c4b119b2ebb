// The defaults that decide on money and that no other test would notice.
import { expectedFee, splitReward, transactionSize } from '@coin/fee';
import { createBatchPlanner } from '@coin/fee/batch';
import { createFeePlanner, type AccountFunds } from '@coin/fee/planner';
import { scheduleDelegations } from '@coin/fee/resources';
import { expect, test } from 'vitest';
import { call, createFakeSource, createManualClock, NOW, rules, state, type Answers } from './support/fake-source.ts';

const COIN = 1_000_000n;
const prices = { accountCreation: 100_000n, accountCreationInContract: COIN, memo: 7n, multiSign: 9n };
const rich: AccountFunds = { balance: 10_000n * COIN, energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 };
const answers: Answers = {
  rules: () => ({ ...rules, prices }),
  funds: { TOwner: rich, TDeployer: { ...rich, energy: 50_000n } },
  accounts: ['TOwner', 'TOld'],
};

const planOf = (options: object, source: Answers = {}) =>
  createFeePlanner({ source: createFakeSource({ ...answers, ...source }), clock: createManualClock() }).plan(
    call,
    options,
  );

const batchOf = (items: readonly object[], options: object = {}) =>
  createBatchPlanner({ source: createFakeSource(answers), clock: createManualClock() }).planBatch(items as [], options);

const feeOf = (transaction: object, owner: object = {}) =>
  expectedFee({
    transaction: { size: 267, ...transaction },
    prices: { ...prices, bandwidth: 10n, energy: 100n },
    owner,
  });

/** A schedule with one call, for which there is too little stake. */
const scheduleOf = (options: object) =>
  scheduleDelegations({
    owner: 'A',
    account: { energy: { stake: 2n * COIN, delegated: COIN } },
    wallets: {
      B: {
        load: {
          kinds: { call: { size: 300, energy: 60_000_000n } },
          transactions: [{ kind: 'call', time: NOW + 120_000 }],
        },
      },
    },
    network: {
      energy: { limit: 180_000_000_000n, weight: 8_001n },
      bandwidth: { limit: 43_200_000_000n, weight: 2_000n },
      freeBandwidth: 600,
      prices: { energy: 100n, bandwidth: 1_000n },
    },
    from: NOW,
    ...options,
  });

const withDeployer = (parts: object) => ({
  contract: () => ({ ...state, deployer: 'TDeployer', callerPercent: 0, ...parts }),
});
const transfer = { kind: 'transfer', owner: 'TOwner', to: 'TOld', amount: 1n } as const;
const deployment = { kind: 'deployment', bytecodeSize: 100, feeLimit: 1n } as const;

type Observe = (options: object) => unknown;

/** What is observed, the default, and another value. */
const DEFAULTS: readonly [what: string, observe: Observe, stated: object, other: object][] = [
  ['a fee', (options) => feeOf(options), { signatures: 1, memoSize: 0, createsAccount: false }, { signatures: 2 }],
  ['a fee', (options) => feeOf(options), { energy: 0n }, { energy: 1n }],
  [
    'a fee',
    (owner) => feeOf({ energy: 10n }, owner),
    { energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 },
    { energy: 1n },
  ],
  [
    'a reward',
    (options) => splitReward({ reward: 10_000n, ...options }),
    { brokeragePercent: 20 },
    { brokeragePercent: 21 },
  ],
  [
    'the deployer’s share',
    (options) => planOf({}, withDeployer(options)),
    { deployerEnergyLimit: 0n },
    { deployerEnergyLimit: 1n },
  ],
  [
    'a deployment',
    (options) => transactionSize({ ...deployment, ...options }),
    { callerPercent: 100, deployerEnergyLimit: 10_000_000n },
    { callerPercent: 0 },
  ],
  [
    'a batch',
    (options) => batchOf([{ ...transfer, ...options }]),
    { signatures: 1, memoSize: 0, permissionId: 0 },
    { signatures: 2 },
  ],
  ['new stake', scheduleOf, { maxNewStake: 0n }, { maxNewStake: 1_000n * COIN }],
];

test.each(DEFAULTS)('%s is the same without %o', async (_, observe, stated, other) => {
  const observed = await observe({});
  expect(observed).toEqual(await observe(stated));
  expect(observed).not.toEqual(await observe(other));
});

test('a plan holds for a minute, and for clocks that differ by three seconds', async () => {
  const maintenanceIn = (ms: number) => ({ rules: () => ({ ...rules, prices, nextMaintenance: NOW + ms }) });
  for (const ms of [63_000, 63_001])
    expect(await planOf({}, maintenanceIn(ms))).toEqual(await planOf({ horizonMs: 60_000 }, maintenanceIn(ms)));
  expect((await planOf({}, maintenanceIn(63_000))).method).not.toBe((await planOf({}, maintenanceIn(63_001))).method);
});
