import { expectedFee, maxTransfer, type MaxTransferTransaction, transactionSize } from '@coin/fee';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const prices = fc.record({
  bandwidth: fc.bigInt({ min: 0n, max: 2_000n }),
  accountCreation: fc.constantFrom(0n, 100_000n),
  accountCreationInContract: fc.constantFrom(0n, 1_000_000n),
  accountCreationBandwidthRate: fc.constantFrom(1, 3),
  memo: fc.constantFrom(0n, 1_000_000n),
  multiSign: fc.constantFrom(0n, 1_000_000n),
});
const transaction = fc.record({
  createsAccount: fc.boolean(),
  memoSize: fc.constantFrom(0, 1, 9, 200),
  signatures: fc.integer({ min: 1, max: 5 }),
  permissionId: fc.constantFrom(0, 2),
});
const owner = fc.record({ stakedBandwidth: fc.nat(700), freeBandwidth: fc.integer({ min: 200, max: 600 }) });
/** Also near the amounts at which one more small unit needs another byte. */
const balance = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  fc.bigInt({ min: 0n, max: 5_000_000n }),
  fc
    .tuple(fc.integer({ min: 1, max: 8 }), fc.bigInt({ min: -2_000n, max: 2_500_000n }))
    .map(([bytes, more]) => 2n ** BigInt(7 * bytes) + more)
    .filter((drawn) => drawn >= 0n),
);

test('is the largest amount that the balance pays for with its fee', () =>
  fc.assert(
    fc.property(balance, transaction, prices, owner, (held, given, named, resources) => {
      const costOf = (amount: bigint): bigint => {
        const size = transactionSize({ ...given, kind: 'transfer', amount });
        return amount + expectedFee({ transaction: { ...given, size }, prices: named, owner: resources }).total;
      };
      const most = maxTransfer({ balance: held, transaction: given, prices: named, owner: resources });
      expect(most.amount + most.left + (most.amount > 0n ? most.fee.total : 0n)).toBe(held);
      expect(most.left).toBe(most.amount > 0n ? held - costOf(most.amount) : held);
      if (most.amount < 2n ** 63n - 1n) expect(costOf(most.amount + 1n)).toBeGreaterThan(held);
    }),
  ));

test.each<[string, bigint, MaxTransferTransaction, bigint, bigint]>([
  ['all of it', 2n ** 21n - 1n, {}, 2n ** 21n - 1n, 0n],
  ['without a longer amount that it cannot pay for', 2n ** 21n, {}, 2n ** 21n - 1n, 1n],
  ['with the longer amount', 2n ** 21n + 268_000n, {}, 2n ** 21n, 0n],
  ['less the memo', 3_000_000n, { memoSize: 1 }, 1_730_000n, 0n],
])('%s, for a balance of %d', (_, held, given, amount, left) => {
  const resources = { freeBandwidth: 267 };
  const named = { bandwidth: 1_000n, memo: 1_000_000n };
  const most = maxTransfer({ balance: held, transaction: given, prices: named, owner: resources });
  expect([most.amount, most.left]).toEqual([amount, left]);
});
