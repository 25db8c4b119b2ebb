// What a payment costs, by its size, its resources and the prices of the network.
import { describe, expect, test } from 'vitest';
import { completePrices, computeCost, type CostFacts, type Spending } from '../../src/funds/spending.ts';

describe('the cost of a payment', () => {
  const COIN = 5_000_000n;
  const prices = completePrices({
    energy: 100n,
    bandwidth: 1000n,
    accountCreation: 100_000n,
    accountCreationInContract: 1_000_000n,
    memo: 2_000_000n,
    multiSign: 4_000_000n,
  });
  const nothing = { energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 };

  /** What a payment of 300 bytes costs besides the coin that it sends. */
  function costOf(spending: Partial<Spending>, facts: Partial<CostFacts> = {}) {
    const { needed, maxFee } = computeCost(
      { owner: 'T', coin: COIN, memoSize: 0, feeLimit: 0n, rawDataSize: 166, ...spending },
      { prices, resources: nothing, createsAccount: false, signatures: 1, ...facts },
    );
    return [needed - COIN, maxFee];
  }

  test.each([
    ['free bandwidth', 'freeBandwidth'],
    ['staked bandwidth', 'stakedBandwidth'],
  ])('is free of a fee for its bytes only if %s covers all of them', (_, resource) => {
    expect(costOf({}, { resources: { ...nothing, [resource]: 300 } })).toEqual([0n, 300_000n]);
    expect(costOf({}, { resources: { ...nothing, [resource]: 299 } })).toEqual([300_000n, 300_000n]);
  });

  test('takes no bytes from two sources', () => {
    expect(costOf({}, { resources: { ...nothing, stakedBandwidth: 299, freeBandwidth: 299 } })[0]).toBe(300_000n);
  });

  test('includes a fee for a memo', () => {
    expect(costOf({ memoSize: 1 })).toEqual([2_300_000n, 2_300_000n]);
  });

  test('includes the bytes and the fee of several signatures', () => {
    expect(costOf({}, { signatures: 2 })).toEqual([4_367_000n, 4_367_000n]);
    expect(costOf({}, { signatures: 3 })).toEqual([4_434_000n, 4_434_000n]);
  });

  describe('that creates its recipient', () => {
    const createsAccount = true;

    test('includes the creation instead of its bytes, for which free bandwidth does not count', () => {
      expect(costOf({}, { createsAccount })).toEqual([1_100_000n, 1_100_000n]);
      expect(costOf({}, { createsAccount, resources: { ...nothing, freeBandwidth: 9999 } })[0]).toBe(1_100_000n);
    });

    test('burns less if staked bandwidth covers its bytes at the rate of the network', () => {
      const resources = { ...nothing, stakedBandwidth: 300 };
      expect(costOf({}, { createsAccount, resources })).toEqual([1_000_000n, 1_100_000n]);
      const higher = { ...prices, accountCreationBandwidthRate: 2 };
      expect(costOf({}, { createsAccount, resources, prices: higher })[0]).toBe(1_100_000n);
      const enough = { ...nothing, stakedBandwidth: 600 };
      expect(costOf({}, { createsAccount, resources: enough, prices: higher })[0]).toBe(1_000_000n);
      expect(costOf({}, { createsAccount, resources: { ...nothing, stakedBandwidth: 299 } })[0]).toBe(1_100_000n);
    });
  });

  describe('with a fee limit', () => {
    const feeLimit = 1_000_000n;
    const withEnergy = (energy: bigint) => ({ resources: { ...nothing, energy, freeBandwidth: 300 } });

    test('includes the part of it that staked energy does not cover, and then its bytes', () => {
      expect(costOf({ feeLimit }, withEnergy(0n))).toEqual([1_300_000n, 1_300_000n]);
      expect(costOf({ feeLimit }, withEnergy(4_000n))).toEqual([900_000n, 1_300_000n]);
      expect(costOf({ feeLimit }, withEnergy(9_999n))).toEqual([300_100n, 1_300_000n]);
    });

    test('counts on free bandwidth if staked energy covers all of it', () => {
      expect(costOf({ feeLimit }, withEnergy(10_000n))).toEqual([0n, 1_300_000n]);
      expect(costOf({ feeLimit }, withEnergy(20_000n))).toEqual([0n, 1_300_000n]);
    });

    test('counts on staked bandwidth in any case', () => {
      const resources = { ...nothing, stakedBandwidth: 300 };
      expect(costOf({ feeLimit }, { resources })[0]).toBe(feeLimit);
    });
  });

  test('has no fees but for energy, at its usual price, on a network that names no prices', () => {
    const free = { prices: completePrices({}), resources: { ...nothing, energy: 5n } };
    for (const createsAccount of [false, true]) {
      const spending = { memoSize: 1, feeLimit: 799n };
      expect(costOf(spending, { ...free, createsAccount, signatures: 2 })).toEqual([200n, 700n]);
    }
    const resources = { ...nothing, stakedBandwidth: 300 };
    expect(costOf({}, { createsAccount: true, prices: completePrices({ accountCreation: 9n }), resources })).toEqual([
      0n,
      9n,
    ]);
  });

  test('rounds a fee limit down to whole units of energy, as the node does', () => {
    expect(costOf({ feeLimit: 1_099n }, { resources: { ...nothing, stakedBandwidth: 300 } })).toEqual([
      1_000n,
      301_000n,
    ]);
  });
});
