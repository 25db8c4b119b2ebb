import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectedFee, type FeePrices, transactionSize } from '@coin/fee';
import { errorCodeOf } from './support/error-code.ts';

const prices = {
  energy: 100n,
  bandwidth: 1_000n,
  accountCreation: 100_000n,
  accountCreationInContract: 1_000_000n,
  memo: 1_000_000n,
  multiSign: 1_000_000n,
} satisfies FeePrices;
const nothing = { energy: 0n, bandwidth: 0n, accountCreation: 0n, memo: 0n, multiSign: 0n, total: 0n };

describe('bandwidth', () => {
  const transaction = { size: 267 };
  test.each([
    ['staked bandwidth pays', { stakedBandwidth: 267 }, 0n],
    ['free bandwidth pays', { freeBandwidth: 267 }, 0n],
    ['a part of either is not used', { stakedBandwidth: 266, freeBandwidth: 266 }, 267_000n],
    ['nothing is left', {}, 267_000n],
  ])('%s', (_, sender, bandwidth) => {
    expect(expectedFee({ transaction, prices, sender })).toEqual({ ...nothing, bandwidth, total: bandwidth });
  });
});

describe('creating an account', () => {
  const transaction = { size: 267, createsAccount: true };
  test.each([
    ['without stake 1.1 coins, bytes not charged', {}, 1_100_000n],
    ['free bandwidth does not help', { freeBandwidth: 600 }, 1_100_000n],
    ['staked bandwidth pays for the first part', { stakedBandwidth: 267 }, 1_000_000n],
  ])('%s', (_, sender, accountCreation) => {
    expect(expectedFee({ transaction, prices, sender })).toEqual({
      ...nothing,
      accountCreation,
      total: accountCreation,
    });
  });

  test('the rate multiplies the bytes', () => {
    const sender = { stakedBandwidth: 533 };
    const total = (rate: number) =>
      expectedFee({ transaction, prices: { ...prices, accountCreationBandwidthRate: rate }, sender }).total;
    expect([total(1), total(2)]).toEqual([1_000_000n, 1_100_000n]);
  });
});

describe('memo and signatures', () => {
  test.each([
    [{ memoSize: 1 }, 1_000_000n],
    [{ signatures: 1 }, 0n],
    [{ signatures: 2 }, 1_000_000n],
    [{ signatures: 5, memoSize: 200 }, 2_000_000n],
  ])('%o costs %d', (facts, total) => {
    expect(expectedFee({ transaction: { size: 0, ...facts }, prices }).total).toBe(total);
  });
});

describe('energy', () => {
  const call = (
    energy: bigint,
    sender = {},
    deployer?: { callerPercent: number; energy: bigint; originEnergyLimit: bigint },
  ) => expectedFee({ transaction: { size: 0, energy }, prices, sender, ...(deployer && { deployer }) }).energy;

  test('own stake first, coin for the rest', () => {
    expect(call(1_000n)).toBe(100_000n);
    expect(call(1_000n, { energy: 400n })).toBe(60_000n);
    expect(call(1_000n, { energy: 1_000n })).toBe(0n);
  });

  test('the deployer pays his share, rounded down, as far as stake and limit go', () => {
    const deployer = { callerPercent: 30, energy: 10_000n, originEnergyLimit: 10_000n };
    expect(call(1_001n, {}, deployer)).toBe(30_100n);
    expect(call(1_001n, {}, { ...deployer, energy: 500n })).toBe(50_100n);
    expect(call(1_001n, {}, { ...deployer, originEnergyLimit: 100n })).toBe(90_100n);
    expect(call(1_001n, {}, { ...deployer, callerPercent: 0 })).toBe(0n);
    expect(call(1_001n, {}, { ...deployer, callerPercent: 100 })).toBe(100_100n);
    expect(call(1_001n, { energy: 301n }, deployer)).toBe(0n);
  });

  test('no share is lost: deployer, stake and coin pay for all of it', () => {
    const amount = fc.bigInt({ min: 0n, max: 1_000_000n });
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.nat(100),
        amount,
        amount,
        (used, own, callerPercent, energy, originEnergyLimit) => {
          const burned = call(used, { energy: own }, { callerPercent, energy, originEnergyLimit }) / 100n;
          const share = [(used * BigInt(100 - callerPercent)) / 100n, energy, originEnergyLimit].reduce((a, b) =>
            a < b ? a : b,
          );
          const staked = own < used - share ? own : used - share;
          expect(share + staked + burned).toBe(used);
        },
      ),
    );
  });
});

test('prices that are not needed may be missing, those that are may not', () => {
  const transfer = { transaction: { size: 267 }, sender: { freeBandwidth: 600 } };
  expect(expectedFee({ ...transfer, prices: {} })).toEqual(nothing);
  expect(errorCodeOf(() => expectedFee({ transaction: { size: 267 }, prices: {} }))).toBe('WRONG_TYPE');
  expect(errorCodeOf(() => expectedFee({ transaction: { size: 0, energy: 1n }, prices: { energy: 0n } }))).toBe(
    'OUT_OF_RANGE',
  );
  expect(() => expectedFee({ transaction: { size: 0, memoSize: 1 }, prices: {} })).toThrow(
    'prices.memo must be of type bigint',
  );
});

test.each([
  ['a negative size', { transaction: { size: -1 }, prices }],
  ['negative energy', { transaction: { size: 0, energy: -1n }, prices }],
  [
    'a percent above 100',
    { transaction: { size: 0 }, prices, deployer: { callerPercent: 101, energy: 0n, originEnergyLimit: 0n } },
  ],
  ['a negative price', { transaction: { size: 1 }, prices: { bandwidth: -1n } }],
  ['negative stake', { transaction: { size: 1 }, prices, sender: { stakedBandwidth: -1 } }],
])('refused: %s', (_, options) => {
  expect(errorCodeOf(() => expectedFee(options))).toBe('OUT_OF_RANGE');
});

describe('sizes', () => {
  test('a memo, a permission, a later time and a second signature lengthen a transfer', () => {
    const size = (extra = {}) => transactionSize({ type: 'transfer', amount: 1_000_000n, ...extra });
    expect(size()).toBe(267);
    expect(size({ memoSize: 10 }) - size()).toBe(12);
    expect(size({ memoSize: 200 }) - size()).toBe(203);
    expect(size({ permissionId: 2 }) - size()).toBe(2);
    expect(size({ signatures: 2 }) - size()).toBe(67);
    expect(size({ timestamp: 2 ** 42, expiration: 2 ** 42 }) - size()).toBe(2);
    expect(size({ timestamp: 1_080_000_000_000, expiration: 2 ** 42 - 1 }) - size()).toBe(0);
  });

  test('names count in UTF-8', () => {
    const size = (name: string) => transactionSize({ type: 'deployment', bytecodeSize: 10, feeLimit: 1n, name });
    expect(size('Zähler') - size('Zahler')).toBe(1);
    expect(size('€') - size('')).toBe(5);
  });

  test('a fee limit of 0 is not written', () => {
    const size = (feeLimit: bigint) => transactionSize({ type: 'call', dataSize: 36, feeLimit });
    expect(size(1n) - size(0n)).toBe(3);
    expect(size(15_000_000_000n) - size(0n)).toBe(7);
  });

  test.each([
    ['a negative amount', () => transactionSize({ type: 'transfer', amount: -1n })],
    ['a negative length', () => transactionSize({ type: 'call', dataSize: -1, feeLimit: 0n })],
    ['a negative signature count', () => transactionSize({ type: 'encoded', rawDataSize: 1, signatures: -1 })],
  ])('refused: %s', (_, run) => {
    expect(errorCodeOf(run)).toBe('OUT_OF_RANGE');
  });

  test('refused: a permission that is no whole number', () => {
    expect(errorCodeOf(() => transactionSize({ type: 'transfer', amount: 1n, permissionId: 1.5 }))).toBe('WRONG_TYPE');
  });
});
