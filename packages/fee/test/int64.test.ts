import * as fee from '@coin/fee';
import { createBatchPlanner } from '@coin/fee/batch';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { call, createFakeSource, createManualClock, createTestPlanner, rules } from './support/fake-source.ts';

const MAX = 2n ** 63n - 1n;
const MIN = -(2n ** 63n);
const fits = (amount: bigint) => amount >= MIN && amount <= MAX;

/** What an export is called with, and the amounts of coin, in small units, that go in and come out. */
interface Calculation {
  readonly given: readonly bigint[];
  readonly run: () => readonly bigint[] | Promise<readonly bigint[]>;
}

/** Amounts as any program may have them: everyday ones, and those at both sides of what 64 bits hold. */
const amount = fc.oneof(
  { arbitrary: fc.bigInt({ min: 0n, max: 10n ** 12n }), weight: 4 },
  fc.bigInt({ min: MAX - 2_048n, max: MAX }),
  fc.bigInt({ min: MAX + 1n, max: MAX + 2_048n }),
  fc.bigInt({ min: 0n, max: 2n ** 80n }),
);
const price = amount.map((drawn) => drawn + 1n);
/** A source reports no balance that 64 bits do not hold. */
const balance = fc.bigInt({ min: 0n, max: MAX });
const energy = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 8n }), fc.bigInt({ min: 0n, max: MAX }));
const percent = fc.constantFrom(0, 20, 29, 100);
const valuesOf = (breakdown: object) => Object.values(breakdown) as bigint[];

/** A limit by a formula, from prices and energies that are drawn. */
const limitBy = (formula: (energy: bigint, prices: fee.FeeLimitOptions) => bigint | fee.ClampedFeeLimit) =>
  fc
    .tuple(energy, price, amount, fc.constantFrom(0n, 10n ** 9n))
    .map(([drawn, energyPrice, maxFeeLimit, marginBps]): Calculation => ({
      given: [energyPrice, maxFeeLimit],
      run: () => {
        const limit = formula(drawn, { energyPrice, maxFeeLimit, marginBps });
        return typeof limit === 'bigint' ? [limit] : [limit.feeLimit, limit.needed];
      },
    }));

const rewards = fc.record({ blockReward: amount, votingReward: amount });
const votes = fc.array(fc.bigInt({ min: 0n, max: MAX }), { minLength: 1, maxLength: 4 });
const NO_COIN = 'no amount of coin';

const exports: { readonly [Name in keyof typeof fee]: fc.Arbitrary<Calculation> | typeof NO_COIN } = {
  feeLimitFromEstimate: limitBy((energy, prices) => fee.feeLimitFromEstimate({ energy, ...prices })),
  clampFeeLimit: limitBy((energy, prices) => fee.clampFeeLimit({ energy, ...prices })),
  feeLimitFromEnergyFactor: limitBy((basicEnergy, prices) =>
    fee.feeLimitFromEnergyFactor({ basicEnergy, energyFactor: 3_400n, ...prices }),
  ),
  feeLimitFromMaxFactor: limitBy((basicEnergy, prices) =>
    fee.feeLimitFromMaxFactor({ basicEnergy, maxFactor: 34_000n, ...prices }),
  ),
  feeLimitAcrossCycle: limitBy((basicEnergy, prices) =>
    fee.feeLimitAcrossCycle({ basicEnergy, contracts: [], increaseFactor: 2_000n, maxFactor: 34_000n, ...prices }),
  ),
  energyForFeeLimit: fc.record({ feeLimit: amount, energyPrice: price }).map((options) => ({
    given: valuesOf(options),
    run: () => (fee.energyForFeeLimit(options), []),
  })),
  expectedFee: fc
    .record({
      prices: fc.record({
        energy: price,
        bandwidth: amount,
        accountCreation: amount,
        accountCreationInContract: amount,
        memo: amount,
        multiSign: amount,
      }),
      used: energy,
      createsAccount: fc.boolean(),
    })
    .map(({ prices, used, createsAccount }) => ({
      given: [
        ...(used > 0n ? [prices.energy] : []),
        ...(createsAccount ? [prices.accountCreation, prices.accountCreationInContract] : [prices.bandwidth]),
        prices.memo,
        prices.multiSign,
      ],
      run: () => {
        const transaction = { size: 300, energy: used, createsAccount, memoSize: 1, signatures: 2 };
        return valuesOf(fee.expectedFee({ transaction, prices }));
      },
    })),
  maxTransfer: fc.record({ balance: amount, bandwidth: amount }).map(({ balance: held, bandwidth }) => ({
    given: [held, bandwidth],
    run: () => {
      const { amount: sent, fee: paid, left } = fee.maxTransfer({ balance: held, prices: { bandwidth } });
      return [sent, left, ...valuesOf(paid)];
    },
  })),
  transactionSize: fc.record({ feeLimit: amount, callValue: amount }).map((coin) => ({
    given: valuesOf(coin),
    run: () => (fee.transactionSize({ kind: 'call', dataSize: 4, ...coin }), []),
  })),
  splitReward: fc.record({ reward: amount, brokeragePercent: percent }).map((options) => ({
    given: [options.reward],
    run: () => valuesOf(fee.splitReward(options)),
  })),
  shareVotingReward: fc.record({ votingReward: amount, votes }).map((options) => ({
    given: [options.votingReward],
    run: () => fee.shareVotingReward(options),
  })),
  blockRewards: fc.tuple(rewards, votes, percent).map(([rules, votes, brokeragePercent]) => ({
    given: valuesOf(rules),
    run: () => {
      const witnesses = votes.map((count) => ({ votes: count, brokeragePercent }));
      const { minted, rewards: split } = fee.blockRewards({ ...rules, witnesses, producer: 0 });
      return [minted, ...split.flatMap(valuesOf)];
    },
  })),
  supplyChange: fc.tuple(rewards, amount, fc.nat()).map(([rules, burned, blocks]) => ({
    given: [...valuesOf(rules), burned],
    run: () => valuesOf(fee.supplyChange({ ...rules, burned, blocks })),
  })),
  CODE_DEPOSIT_PER_BYTE: NO_COIN,
  DEFAULT_FEE_LIMIT: fc.constant({ given: [], run: () => [fee.DEFAULT_FEE_LIMIT] }),
  DEFAULT_MAX_FEE_LIMIT: fc.constant({ given: [], run: () => [fee.DEFAULT_MAX_FEE_LIMIT] }),
  FeeError: NO_COIN,
  basicEnergy: NO_COIN,
  parseEnergyFactor: NO_COIN,
  energyWithFactor: NO_COIN,
  highestFactorNextCycle: NO_COIN,
  isFeeError: NO_COIN,
  nextEnergyFactor: NO_COIN,
};

/** The planners, from a source that answers the drawn amounts. */
const planners: Record<string, fc.Arbitrary<Calculation>> = {
  createFeePlanner: fc
    .record({ callValue: amount, balance, energyPrice: price, bandwidthPrice: amount })
    .map(({ callValue, balance, ...prices }): Calculation => ({
      given: [callValue, balance, ...valuesOf(prices)],
      run: async () => {
        const owned = { balance, energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 };
        const planner = createTestPlanner({ funds: { TOwner: owned }, rules: () => ({ ...rules, ...prices }) });
        const { feeLimit, expectedFee, warnings } = await planner.plan({ ...call, callValue });
        const warned = warnings.flatMap((warning) => (warning.code === 'OWNER_CANNOT_FUND' ? [warning.missing] : []));
        return [feeLimit, ...valuesOf(expectedFee), ...warned];
      },
    })),
  createBatchPlanner: fc
    .record({ amount, balance, bandwidthPrice: amount })
    .map(({ amount: sent, balance, bandwidthPrice }): Calculation => ({
      given: [sent, balance, bandwidthPrice],
      run: async () => {
        const funds = { TOwner: { balance, energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 } };
        const source = createFakeSource({
          funds,
          accounts: ['TReceiver'],
          rules: () => ({ ...rules, bandwidthPrice }),
        });
        const transfer = { kind: 'transfer', owner: 'TOwner', to: 'TReceiver', amount: sent } as const;
        const planner = createBatchPlanner({ source, clock: createManualClock() });
        const { expectedFee, warnings } = await planner.planBatch([transfer, transfer]);
        return [...valuesOf(expectedFee), ...warnings.flatMap((w) => ('missing' in w ? [w.missing] : []))];
      },
    })),
};

const drawn = Object.entries({ ...exports, ...planners }).flatMap(([name, calculation]) =>
  calculation === NO_COIN ? [] : [[name, calculation] as const],
);

test('every export is known to take and return coin, or not to', () => {
  expect(Object.keys(exports).sort()).toEqual(Object.keys(fee).sort());
});

test.each(drawn)('%s neither takes nor returns an amount of coin that 64 bits cannot hold', async (_, calculation) => {
  await fc.assert(
    fc.asyncProperty(calculation, async ({ given, run }) => {
      let returned: readonly bigint[];
      try {
        returned = await run();
      } catch (error) {
        expect(fee.isFeeError(error)).toBe(true);
        return;
      }
      expect(given.filter((coin) => !fits(coin))).toEqual([]);
      expect(returned.filter((coin) => !fits(coin))).toEqual([]);
    }),
  );
});
