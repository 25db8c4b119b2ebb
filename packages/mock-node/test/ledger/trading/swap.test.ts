import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { swapAmount } from '../../../src/ledger/trading/swap.ts';

/** What a JVM computed: sold, bought, amount and the amount received. docs/protocol/exchanges.md, Price under 98. */
const table = brotliDecompressSync(readFileSync(new URL('../../fixtures/exchange-swaps.txt.br', import.meta.url)))
  .toString()
  .trim()
  .split('\n')
  .map((line) => line.split(' ').map(BigInt) as [sold: bigint, bought: bigint, amount: bigint, received: bigint]);

test('a swap in decimals equals a JVM’s', () => {
  expect(table).toHaveLength(440);
  const wrong = table.filter(([sold, bought, amount, received]) => {
    return swapAmount({ sold, bought }, amount, 'decimals') !== received;
  });
  expect(wrong).toEqual([]);
});

test('the table has swaps that differ from doubles, and that would pay more than the exchange has', () => {
  const differs = table.filter(([sold, bought, amount, received]) => {
    return swapAmount({ sold, bought }, amount, 'doubles') !== received;
  });
  expect(differs.length).toBeGreaterThan(100);
  expect(table.some(([, bought, , received]) => received > bought)).toBe(true);
});

test('a sum beyond 64 bits is an overflow in decimals', () => {
  const swap = () => swapAmount({ sold: 2n ** 62n, bought: 5n }, 2n ** 62n, 'decimals');
  expect(swap).toThrow('long overflow');
});
