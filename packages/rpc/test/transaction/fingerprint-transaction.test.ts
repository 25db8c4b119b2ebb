import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
// The part of a transaction that is the same whenever it is built.
import { fingerprintTransaction } from '@coin/rpc';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { storedTransactions } from '../support/stored-transactions.ts';

const [MEMO, CONTRACT] = [10, 11];

type Field = readonly [field: number, value: string | number];

/** Raw data with these fields, as a protobuf library writes them: hex of bytes, and numbers. */
function rawDataOf(fields: readonly Field[]): string {
  const writer = new BinaryWriter();
  for (const [field, value] of fields)
    if (typeof value === 'string') writer.tag(field, WireType.LengthDelimited).bytes(Buffer.from(value, 'hex'));
    else writer.tag(field, WireType.Varint).int64(value);
  return Buffer.from(writer.finish()).toString('hex');
}
const fingerprintOf = (...fields: Field[]) => fingerprintTransaction({ rawDataHex: rawDataOf(fields) });

/** Its length takes two bytes. */
const contract: Field = [CONTRACT, 'cc'.repeat(384)];
const memo: Field = [MEMO, 'aa'];
const rest: Field[] = [
  [1, '0102'],
  [4, 'ff'.repeat(8)],
  [8, 1_795_231_233_000],
];

describe('the fingerprint of a transaction', () => {
  test('has its memo and its contract, whatever else it has', () => {
    const expected = `10:aa;11:${'cc'.repeat(384)};`;
    expect(fingerprintOf(memo, contract)).toBe(expected);
    expect(fingerprintOf(...rest, memo, contract, [14, 1_795_231_173_466], [18, 0])).toBe(expected);
  });

  test('tells a memo from a contract, and bytes from numbers', () => {
    expect(fingerprintOf(memo)).toBe('10:aa;');
    expect(fingerprintOf([CONTRACT, 'aa'])).toBe('11:aa;');
    expect(fingerprintOf([MEMO, 170], [CONTRACT, 170])).toBe('');
    expect(fingerprintOf([MEMO, ''], [CONTRACT, ''])).toBe('10:;11:;');
    expect(fingerprintOf(...rest)).toBe('');
  });

  test('is in the bytes of every recorded transaction', () => {
    for (const { rawDataHex } of storedTransactions) {
      const hexes = fingerprintTransaction({ rawDataHex })?.match(/(?<=:)[^;]+/g) ?? [];
      expect(hexes.length).toBeGreaterThan(0);
      for (const hex of hexes) expect(rawDataHex).toContain(hex);
    }
  });

  test('is undefined for bytes that end within a field, and for texts that are not hex', () => {
    const fields = [...rest, memo, contract];
    const ends = fields.map((_, index) => rawDataOf(fields.slice(0, index + 1)).length);
    const whole = rawDataOf(fields);
    for (let end = 2; end < whole.length; end += 2) {
      const fingerprint = fingerprintTransaction({ rawDataHex: whole.slice(0, end) });
      expect(fingerprint !== undefined).toBe(ends.includes(end));
    }
    for (const rawDataHex of ['0', 'zz', `${whole}0`]) expect(fingerprintTransaction({ rawDataHex })).toBeUndefined();
  });

  test.each([
    ['of 8 bytes', 1],
    ['that begin a group', 3],
    ['that end a group', 4],
    ['of 4 bytes', 5],
    ['of no known form', 7],
  ])('is undefined for fields %s', (_, form) => {
    const tag = (8 * 3 + form).toString(16);
    for (const rawDataHex of [`${tag}00`, `${rawDataOf([contract])}${tag}01aa`])
      expect(fingerprintTransaction({ rawDataHex })).toBeUndefined();
  });

  test('keeps the order of the fields', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(1, 3, 9, MEMO, CONTRACT, 12, 200), fc.uint8Array({ maxLength: 200 }))),
        (fields) => {
          const bytes = fields.map(([field, value]): Field => [field, Buffer.from(value).toString('hex')]);
          const expected = bytes.filter(([field]) => field === MEMO || field === CONTRACT);
          expect(fingerprintOf(...bytes)).toBe(expected.map(([field, hex]) => `${field}:${hex};`).join(''));
        },
      ),
      { numRuns: scaled(50) },
    );
  });
});
