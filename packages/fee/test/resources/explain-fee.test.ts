import { expectedFee, type FeePrices } from '@coin/fee';
import { explainFee, type ExplainFeeOptions, type FeeInfo } from '@coin/fee/resources';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const COIN = 1_000_000n;
const PRICE = 100n;
const prices: FeePrices = {
  energy: PRICE,
  bandwidth: 1_000n,
  accountCreation: 100_000n,
  accountCreationInContract: COIN,
  memo: 2n * COIN,
  multiSign: 3n * COIN,
};

const none = { energyTotal: 0n, energyPenalty: 0n, energyFromStake: 0n, energyFromDeployer: 0n, energyFee: 0n };
const infoOf = (receipt: Partial<FeeInfo['receipt']>, more = 0n): FeeInfo => {
  const whole = { ...none, bandwidth: 0n, bandwidthFee: 0n, ...receipt };
  return { fee: whole.energyFee + whole.bandwidthFee + more, receipt: whole };
};
const planOf = (energy: bigint, basicEnergy: bigint, burned: bigint) => ({
  energy,
  basicEnergy,
  expectedFee: {
    energy: burned * PRICE,
    bandwidth: 0n,
    accountCreation: 0n,
    memo: 0n,
    multiSign: 0n,
    total: burned * PRICE,
  },
});

describe('energy', () => {
  const call = { energyTotal: 60_000n, energyPenalty: 10_000n, energyFromDeployer: 5_000n, energyFromStake: 20_000n };
  const info = infoOf({ ...call, energyFee: 3_500_000n });
  const paid = [
    { part: 'call', by: 'deployer', quantity: 5_000n, amount: 0n },
    { part: 'call', by: 'stake', quantity: 20_000n, amount: 0n },
  ];

  test('of a call without a plan is for the call and its penalty', () => {
    expect(explainFee({ info })).toEqual({
      lines: [
        ...paid,
        { part: 'call', by: 'coin', quantity: 25_000n, amount: 2_500_000n },
        { part: 'penalty', by: 'coin', quantity: 10_000n, amount: 1_000_000n },
      ],
      unexpected: [],
    });
  });

  test('of a call as planned has nothing unexpected', () => {
    const plan = planOf(60_000n, 50_000n, 35_000n);
    expect(explainFee({ info, plan })).toEqual({ lines: explainFee({ info }).lines, unexpected: [] });
  });

  test('of a factor that has risen is unexpected, and has a line beside the penalty', () => {
    const { lines, unexpected } = explainFee({ info, plan: planOf(54_000n, 50_000n, 29_000n) });
    expect(lines.slice(3)).toEqual([
      { part: 'penalty', by: 'coin', quantity: 4_000n, amount: 400_000n },
      { part: 'factor', by: 'coin', quantity: 6_000n, amount: 600_000n },
    ]);
    expect(unexpected).toEqual([{ part: 'factor', amount: 600_000n }]);
  });

  test('of another path has the penalty of that path under the same factor', () => {
    // 0.2 of 40,000 and of 50,000
    const { lines, unexpected } = explainFee({ info, plan: planOf(48_000n, 40_000n, 23_000n) });
    expect(lines.slice(2)).toEqual([
      { part: 'call', by: 'coin', quantity: 15_000n, amount: 1_500_000n },
      { part: 'path', by: 'coin', quantity: 10_000n, amount: 1_000_000n },
      { part: 'penalty', by: 'coin', quantity: 10_000n, amount: 1_000_000n },
    ]);
    expect(unexpected).toEqual([{ part: 'path', amount: 1_200_000n }]);
    // A shorter one costs less.
    expect(explainFee({ info, plan: planOf(72_000n, 60_000n, 47_000n) }).unexpected).toEqual([
      { part: 'path', amount: -1_200_000n },
    ]);
  });

  test('paid otherwise than planned is unexpected', () => {
    expect(explainFee({ info, plan: planOf(60_000n, 50_000n, 30_000n) }).unexpected).toEqual([
      { part: 'payment', amount: 500_000n },
    ]);
    const free = infoOf({ ...call, energyFromStake: 55_000n });
    expect(explainFee({ info: free, plan: planOf(60_000n, 50_000n, 30_000n) }).unexpected).toEqual([
      { part: 'payment', amount: -3_000_000n },
    ]);
  });

  test('of a plan that does not know its penalty has the share of the call', () => {
    const { basicEnergy: _, ...plan } = planOf(60_000n, 50_000n, 35_000n);
    expect(explainFee({ info, plan }).unexpected).toEqual([]);
  });
});

describe('bandwidth and the rest', () => {
  const lineOf = (part: string, amount: bigint) => ({ part, by: 'coin', amount });

  test.each([
    [{ stakedBandwidth: 267 }, 'stake'],
    [{ stakedBandwidth: 266, freeBandwidth: 600 }, 'free'],
    [undefined, 'stake-or-free'],
  ] as const)('bytes are from the resource that the owner had left: %j', (owner, by) => {
    const options: ExplainFeeOptions = { info: infoOf({ bandwidth: 267n }), ...(owner && { owner }) };
    expect(explainFee(options).lines).toEqual([{ part: 'bandwidth', by, quantity: 267n, amount: 0n }]);
  });

  test('a new account is paid in the receipt and in the fee', () => {
    const info = infoOf({ bandwidthFee: 100_000n }, COIN);
    const transaction = { size: 267, createsAccount: true };
    expect(explainFee({ info, transaction, prices }).lines).toEqual([lineOf('account', 1_100_000n)]);
    const plan = { expectedFee: expectedFee({ transaction, prices }) };
    expect(explainFee({ info, plan })).toEqual({ lines: [lineOf('account', 1_100_000n)], unexpected: [] });
    // With staked bandwidth only the fee is left.
    const staked = infoOf({ bandwidth: 267n }, COIN);
    expect(explainFee({ info: staked, transaction, prices }).lines).toEqual([
      { part: 'bandwidth', by: 'stake', quantity: 267n, amount: 0n },
      lineOf('account', COIN),
    ]);
    expect(explainFee({ info: staked, plan }).unexpected).toEqual([{ part: 'account', amount: -100_000n }]);
  });

  test('a memo, extra signatures and a separate price have a line each', () => {
    const info = infoOf({ bandwidthFee: 267_000n }, 1_029n * COIN);
    const transaction = { size: 267, memoSize: 5, signatures: 2 };
    const lines = [
      lineOf('bandwidth', 267_000n),
      lineOf('memo', 2n * COIN),
      lineOf('signatures', 3n * COIN),
      lineOf('other', 1_024n * COIN),
    ];
    expect(explainFee({ info, transaction, prices }).lines).toEqual(lines);
    const plan = { expectedFee: expectedFee({ transaction, prices }) };
    expect(explainFee({ info, plan })).toEqual({ lines, unexpected: [{ part: 'other', amount: 1_024n * COIN }] });
  });
});

const amounts = fc.bigInt(0n, 10n ** 12n);
const receipts = fc
  .record({
    deployer: amounts,
    stake: amounts,
    coin: amounts,
    price: fc.bigInt(0n, 500n),
    penaltyShare: fc.bigInt(0n, 100n),
  })
  .map(({ deployer, stake, coin, price, penaltyShare }) => ({
    energyTotal: deployer + stake + coin,
    energyPenalty: ((deployer + stake + coin) * penaltyShare) / 100n,
    energyFromDeployer: deployer,
    energyFromStake: stake,
    energyFee: coin * price,
  }));
const plans = fc
  .record({ energy: amounts, share: fc.bigInt(0n, 100n), parts: fc.array(amounts, { minLength: 5, maxLength: 5 }) })
  .map(({ energy, share, parts: [first = 0n, bandwidth = 0n, accountCreation = 0n, memo = 0n, multiSign = 0n] }) => ({
    energy,
    basicEnergy: (energy * share) / 100n,
    expectedFee: {
      energy: first,
      bandwidth,
      accountCreation,
      memo,
      multiSign,
      total: first + bandwidth + accountCreation + memo + multiSign,
    },
  }));
const transactions = fc.record({
  size: fc.nat(1_000),
  createsAccount: fc.boolean(),
  memoSize: fc.nat(3),
  signatures: fc.nat(3),
});

test('lines add up to the fee, quantities to the energy, and unexpected costs to the difference', () =>
  fc.assert(
    fc.property(
      fc.tuple(receipts, fc.constantFrom(0n, 267n), fc.constantFrom(0n, 100_000n), amounts),
      fc.option(plans, { nil: undefined }),
      fc.option(transactions, { nil: undefined }),
      ([receipt, bandwidth, bandwidthFee, more], plan, transaction) => {
        const info = infoOf({ ...receipt, bandwidth, bandwidthFee }, more);
        const { lines, unexpected } = explainFee({
          info,
          ...(plan && { plan }),
          ...(transaction && { transaction, prices }),
        });
        const sum = (list: readonly { amount: bigint }[]) => list.reduce((total, { amount }) => total + amount, 0n);
        expect(sum(lines)).toBe(info.fee);
        expect(lines.every(({ amount }) => amount >= 0n)).toBe(true);
        const energy = lines.filter(({ part }) => ['call', 'path', 'penalty', 'factor'].includes(part));
        expect(energy.reduce((total, { quantity = 0n }) => total + quantity, 0n)).toBe(receipt.energyTotal);
        expect(sum(energy)).toBe(receipt.energyFee);
        if (plan !== undefined) expect(sum(unexpected)).toBe(info.fee - plan.expectedFee.total);
      },
    ),
  ));

test.each<[string, Partial<ExplainFeeOptions>]>([
  ['a fee below its parts', { info: { ...infoOf({ energyFee: 5n }), fee: 4n } }],
  ['a plan of more basic energy than energy', { plan: planOf(5n, 6n, 0n) }],
  ['a memo without its price', { transaction: { size: 5, memoSize: 1 } }],
])('%s is rejected', (_, options) => {
  expect(() => explainFee({ info: infoOf({}), ...options })).toThrow(
    expect.objectContaining({ code: 'ARGUMENT_INVALID' }),
  );
});
