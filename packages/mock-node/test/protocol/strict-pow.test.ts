import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { strictPow } from '../../src/protocol/java/strict-pow.ts';

const view = new DataView(new ArrayBuffer(8));

function doubleOf(bits: string): number {
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return view.getFloat64(0);
}

/** What a JVM computed, as the bits of base, exponent and power. docs/protocol/exchanges.md, Powers. */
const table = brotliDecompressSync(readFileSync(new URL('../fixtures/strict-pow.txt.br', import.meta.url)))
  .toString()
  .trim()
  .split('\n')
  .map((line) => line.split(' ').map(doubleOf) as [base: number, exponent: number, power: number]);

test("a power equals a JVM's to the last bit", () => {
  expect(table.length).toBeGreaterThan(2500);
  const wrong = table.filter(([base, exponent, power]) => !Object.is(strictPow(base, exponent), power));
  expect(wrong).toEqual([]);
});

test('the table has powers that overflow, that vanish, and that an engine rounds differently', () => {
  const powers = table.map(([, , power]) => power);
  expect(powers).toContain(Number.POSITIVE_INFINITY);
  expect(powers).toContain(0);
  expect(powers.some((power) => power > 0 && power < 2 ** -1022)).toBe(true);
});
