import { type AbiEntry, expectedFee, type FeePrices, transactionSize } from '@coin/fee';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorCodeOf } from './support/error-code.ts';

const prices = {
  energy: 100n,
  bandwidth: 1_000n,
  accountCreation: 100_000n,
  accountCreationInContract: 1_000_000n,
  memo: 1_000_000n,
  multiSign: 1_000_000n,
} satisfies FeePrices;
const noFee = { energy: 0n, bandwidth: 0n, accountCreation: 0n, memo: 0n, multiSign: 0n, total: 0n };

describe('bandwidth', () => {
  const transaction = { size: 267 };
  test.each([
    ['covers all bytes with staked bandwidth', { stakedBandwidth: 267 }, 0n],
    ['covers all bytes with free bandwidth', { freeBandwidth: 267 }, 0n],
    ['uses neither source when neither covers all bytes', { stakedBandwidth: 266, freeBandwidth: 266 }, 267_000n],
    ['burns coin when no bandwidth is left', {}, 267_000n],
  ])('%s', (_, owner, bandwidth) => {
    expect(expectedFee({ transaction, prices, owner })).toEqual({ ...noFee, bandwidth, total: bandwidth });
  });
});

describe('account creation', () => {
  const transaction = { size: 267, createsAccount: true };
  test.each([
    ['costs 1.1 coins and nothing for bytes without staked bandwidth', {}, 1_100_000n],
    ['does not use free bandwidth', { freeBandwidth: 600 }, 1_100_000n],
    ['costs 1 coin when staked bandwidth covers the bytes', { stakedBandwidth: 267 }, 1_000_000n],
  ])('%s', (_, owner, accountCreation) => {
    expect(expectedFee({ transaction, prices, owner })).toEqual({
      ...noFee,
      accountCreation,
      total: accountCreation,
    });
  });

  test('multiplies the bytes by the rate', () => {
    const owner = { stakedBandwidth: 533 };
    const total = (rate: number) =>
      expectedFee({ transaction, prices: { ...prices, accountCreationBandwidthRate: rate }, owner }).total;
    expect([total(1), total(2)]).toEqual([1_000_000n, 1_100_000n]);
  });
});

describe('memo and signatures', () => {
  test.each([
    [{ memoSize: 1 }, 1_000_000n],
    [{ signatures: 1 }, 0n],
    [{ signatures: 2 }, 1_000_000n],
    [{ signatures: 5, memoSize: 200 }, 2_000_000n],
  ])('with %o cost %d', (facts, total) => {
    expect(expectedFee({ transaction: { size: 0, ...facts }, prices }).total).toBe(total);
  });
});

describe('energy', () => {
  const call = (
    energy: bigint,
    owner = {},
    deployer?: { callerPercent: number; energy: bigint; deployerEnergyLimit: bigint },
  ) => expectedFee({ transaction: { size: 0, energy }, prices, owner, ...(deployer && { deployer }) }).energy;

  test('is paid by the own stake first, then by coin', () => {
    expect(call(1_000n)).toBe(100_000n);
    expect(call(1_000n, { energy: 400n })).toBe(60_000n);
    expect(call(1_000n, { energy: 1_000n })).toBe(0n);
  });

  test('is paid by the deployer for its share, rounded down, within its stake and limit', () => {
    const deployer = { callerPercent: 30, energy: 10_000n, deployerEnergyLimit: 10_000n };
    expect(call(1_001n, {}, deployer)).toBe(30_100n);
    expect(call(1_001n, {}, { ...deployer, energy: 500n })).toBe(50_100n);
    expect(call(1_001n, {}, { ...deployer, deployerEnergyLimit: 100n })).toBe(90_100n);
    expect(call(1_001n, {}, { ...deployer, callerPercent: 0 })).toBe(0n);
    expect(call(1_001n, {}, { ...deployer, callerPercent: 100 })).toBe(100_100n);
    expect(call(1_001n, { energy: 301n }, deployer)).toBe(0n);
  });

  test('is paid completely by deployer, stake and coin', () => {
    const amount = fc.bigInt({ min: 0n, max: 1_000_000n });
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.nat(100),
        amount,
        amount,
        (used, own, callerPercent, energy, deployerEnergyLimit) => {
          const burned = call(used, { energy: own }, { callerPercent, energy, deployerEnergyLimit }) / 100n;
          const share = [(used * BigInt(100 - callerPercent)) / 100n, energy, deployerEnergyLimit].reduce((a, b) =>
            a < b ? a : b,
          );
          const staked = own < used - share ? own : used - share;
          expect(share + staked + burned).toBe(used);
        },
      ),
    );
  });
});

test('expectedFee throws for a missing price only if it is needed', () => {
  const transfer = { transaction: { size: 267 }, owner: { freeBandwidth: 600 } };
  expect(expectedFee({ ...transfer, prices: {} })).toEqual(noFee);
  expect(errorCodeOf(() => expectedFee({ transaction: { size: 267 }, prices: {} }))).toBe('ARGUMENT_INVALID');
  expect(errorCodeOf(() => expectedFee({ transaction: { size: 0, energy: 1n }, prices: { energy: 0n } }))).toBe(
    'ARGUMENT_INVALID',
  );
  expect(() => expectedFee({ transaction: { size: 0, memoSize: 1 }, prices: {} })).toThrow(
    'Invalid prices.memo "undefined": it must be a bigint',
  );
});

test.each([
  ['a negative size', { transaction: { size: -1 }, prices }],
  ['negative energy', { transaction: { size: 0, energy: -1n }, prices }],
  [
    'a percentage above 100',
    { transaction: { size: 0 }, prices, deployer: { callerPercent: 101, energy: 0n, deployerEnergyLimit: 0n } },
  ],
  ['a negative price', { transaction: { size: 1 }, prices: { bandwidth: -1n } }],
  ['negative free bandwidth', { transaction: { size: 0 }, prices, owner: { freeBandwidth: -1 } }],
  ['negative staked energy', { transaction: { size: 0 }, prices, owner: { energy: -1n } }],
  ['a negative memo', { transaction: { size: 0, memoSize: -1 }, prices }],
  ['a negative number of signatures', { transaction: { size: 0, signatures: -1 }, prices }],
  ['a negative stake', { transaction: { size: 1 }, prices, owner: { stakedBandwidth: -1 } }],
])('expectedFee rejects %s', (_, options) => {
  expect(errorCodeOf(() => expectedFee(options))).toBe('ARGUMENT_INVALID');
});

describe('transactionSize', () => {
  test('grows with a memo, a permission, a later time and a second signature', () => {
    const size = (extra = {}) => transactionSize({ kind: 'transfer', amount: 1_000_000n, ...extra });
    expect(size()).toBe(267);
    expect(size({ memoSize: 10 }) - size()).toBe(12);
    expect(size({ memoSize: 200 }) - size()).toBe(203);
    expect(size({ permissionId: 2 }) - size()).toBe(2);
    expect(size({ signatures: 2 }) - size()).toBe(67);
    expect(size({ timestamp: 2 ** 42, expiration: 2 ** 42 }) - size()).toBe(2);
    expect(size({ timestamp: 1_080_000_000_000, expiration: 2 ** 42 - 1 }) - size()).toBe(0);
  });

  test('counts names in UTF-8', () => {
    const size = (name: string) => transactionSize({ kind: 'deployment', bytecodeSize: 300, feeLimit: 1n, name });
    expect(size('Zähler') - size('Zahler')).toBe(1);
    expect(size('€') - size('')).toBe(5);
  });

  test('takes a deployment for one whose callers pay everything, as clients build it', () => {
    const deployment = { kind: 'deployment', bytecodeSize: 300, feeLimit: 1n } as const;
    const terms = { callerPercent: 100, deployerEnergyLimit: 10_000_000n };
    expect(transactionSize(deployment)).toBe(transactionSize({ ...deployment, ...terms }));
    expect(transactionSize(deployment) - transactionSize({ ...deployment, callerPercent: 0 })).toBe(2);
    expect(transactionSize(deployment) - transactionSize({ ...deployment, deployerEnergyLimit: 0n })).toBe(5);
  });

  test('does not count components of tuples, which the chain does not store', () => {
    const size = (extra: object) =>
      transactionSize({
        kind: 'deployment',
        bytecodeSize: 300,
        feeLimit: 1n,
        abi: [{ type: 'function', name: 'f', inputs: [{ type: 'tuple', name: 'point', ...extra }] }],
      });
    expect(size({ components: [{ type: 'uint256', name: 'x' }] })).toBe(size({}));
  });

  test('does not count a fee limit of 0', () => {
    const size = (feeLimit: bigint) => transactionSize({ kind: 'call', dataSize: 36, feeLimit });
    expect(size(1n) - size(0n)).toBe(3);
    expect(size(15_000_000_000n) - size(0n)).toBe(7);
  });

  test('counts the value and the number of a token that a call or a deployment carries', () => {
    const tokens = { callTokenValue: 127n, tokenId: 1_000_001n };
    const call = (extra = {}) => transactionSize({ kind: 'call', dataSize: 4, feeLimit: 1n, ...extra });
    expect(call(tokens) - call()).toBe(2 + 4);
    const deployment = (extra = {}) =>
      transactionSize({ kind: 'deployment', bytecodeSize: 300, feeLimit: 1n, ...extra });
    expect(deployment(tokens) - deployment()).toBe(2 + 4);
    expect(deployment({ callTokenValue: 128n }) - deployment()).toBe(3);
  });

  test('counts only the fields of an ABI entry that are set', () => {
    const size = (entry: Partial<AbiEntry>) =>
      transactionSize({ kind: 'deployment', bytecodeSize: 300, feeLimit: 1n, abi: [{ type: 'Event', ...entry }] });
    const flags = ['anonymous', 'constant', 'payable'] as const;
    expect(flags.map((flag) => size({ [flag]: true }) - size({}))).toEqual([2, 2, 2]);
    expect(flags.map((flag) => size({ [flag]: false }) - size({}))).toEqual([0, 0, 0]);
    const inputs = (indexed: boolean) => size({ inputs: [{ type: 'address', name: 'to', indexed }] });
    expect(inputs(true) - inputs(false)).toBe(2);
  });

  test.each([
    ['a negative amount', () => transactionSize({ kind: 'transfer', amount: -1n })],
    ['a negative length', () => transactionSize({ kind: 'call', dataSize: -1, feeLimit: 0n })],
    ['a negative signature count', () => transactionSize({ kind: 'encoded', rawDataSize: 1, signatures: -1 })],
  ])('rejects %s', (_, run) => {
    expect(errorCodeOf(run)).toBe('ARGUMENT_INVALID');
  });

  test('rejects a permission that is not an integer', () => {
    expect(errorCodeOf(() => transactionSize({ kind: 'transfer', amount: 1n, permissionId: 1.5 }))).toBe(
      'ARGUMENT_INVALID',
    );
  });
});
