import { scaled } from '@coin/test-kit/scaled';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeyTable, isSumOfMultiples } from '../../src/crypto/key-table.ts';

const { BASE, Fn } = secp256k1.Point;
const keys = [1n, 2n, Fn.ORDER - 1n, 0x1234567890abcdefn ** 4n % Fn.ORDER].map((factor) => BASE.multiply(factor));
const tables = keys.map((key) => createKeyTable(key.toAffine(), 4));

test('recognizes whether a sum of multiples is a point, even if summands are equal or cancel out', () => {
  const edge = fc.constantFrom(0n, 1n, 2n, 16n, 17n, Fn.ORDER - 1n, Fn.ORDER - 2n, 2n ** 255n);
  const scalar = fc.oneof(edge, fc.bigInt({ min: 0n, max: Fn.ORDER - 1n }));
  const second = fc.option(scalar, { nil: undefined });
  const isOther = fc.boolean();
  fc.assert(
    fc.property(scalar, second, fc.nat(3), fc.nat(3), isOther, (a, other, left, right, isOff) => {
      const b = other ?? a;
      const sum = keys[left]!.multiplyUnsafe(a).add(keys[right]!.multiplyUnsafe(b));
      const expected = (isOff ? sum.add(BASE) : sum).toAffine();
      const point = { x: expected.x, isOdd: expected.y % 2n === 1n };
      const answer = isSumOfMultiples([a, tables[left]!], [b, tables[right]!], point);
      // There is no point to compare the point at infinity with.
      expect(answer).toBe(!isOff && !sum.is0());
      if (answer)
        expect(isSumOfMultiples([a, tables[left]!], [b, tables[right]!], { ...point, isOdd: !point.isOdd })).toBe(
          false,
        );
    }),
    { numRuns: scaled(60) },
  );
});
