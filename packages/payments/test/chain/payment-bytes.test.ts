// The part of a transaction that is the same whenever it is built.
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paymentBytes } from '../../src/outbox/chain/payment-bytes.ts';
import built from '../fixtures/transfer.json' with { type: 'json' };

const [MEMO, CONTRACT] = [10, 11];

function varint(value: bigint): string {
  let hex = '';
  let rest = value;
  for (; rest > 127n; rest >>= 7n) hex += ((rest & 127n) | 128n).toString(16).padStart(2, '0');
  return hex + rest.toString(16).padStart(2, '0');
}
const numberField = (field: number, value: bigint): string => varint(BigInt(field * 8)) + varint(value);
const bytesField = (field: number, hex: string): string =>
  varint(BigInt(field * 8 + 2)) + varint(BigInt(hex.length / 2)) + hex;

/** Its length is written as the bytes 128 and 3. */
const contract = bytesField(CONTRACT, 'cc'.repeat(384));
const rest = [bytesField(1, '0102'), bytesField(4, 'ff'.repeat(8)), numberField(8, 1_795_231_233_000n)];

describe('the action of a transaction', () => {
  test('is its memo and its contract, whatever else it has', () => {
    const action = `10:aa;11:${'cc'.repeat(384)};`;
    expect(paymentBytes(bytesField(MEMO, 'aa') + contract)).toBe(action);
    const [reference, hash, expiration] = rest;
    const timestamp = numberField(14, 1_795_231_173_466n);
    const all = [reference, hash, expiration, bytesField(MEMO, 'aa'), contract, timestamp, numberField(18, 0n)];
    expect(paymentBytes(all.join(''))).toBe(action);
  });

  test('tells a memo from a contract, and bytes from numbers', () => {
    expect(paymentBytes(bytesField(MEMO, 'aa'))).toBe('10:aa;');
    expect(paymentBytes(bytesField(CONTRACT, 'aa'))).toBe('11:aa;');
    expect(paymentBytes(numberField(MEMO, 170n) + numberField(CONTRACT, 170n))).toBe('');
    expect(paymentBytes(bytesField(MEMO, '') + bytesField(CONTRACT, ''))).toBe('10:;11:;');
  });

  test('is empty without both', () => {
    expect(paymentBytes('')).toBe('');
    expect(paymentBytes(rest.join(''))).toBe('');
  });

  test('is the contract of a recorded transfer', () => {
    const { raw_data_hex: hex } = built;
    const start = hex.indexOf('5a67') + 4;
    expect(paymentBytes(hex)).toBe(`11:${hex.slice(start, start + 2 * 0x67)};`);
  });

  test('is not read from bytes that end within a field', () => {
    const fields = [...rest, bytesField(MEMO, 'aa'), contract];
    const ends = fields.map((_, index) => fields.slice(0, index + 1).join('').length);
    const whole = fields.join('');
    for (let end = 2; end < whole.length; end += 2)
      if (ends.includes(end)) expect(paymentBytes(whole.slice(0, end))).toBeDefined();
      else expect(paymentBytes(whole.slice(0, end))).toBeUndefined();
  });

  test.each([
    ['of 8 bytes', 1],
    ['that begin a group', 3],
    ['that end a group', 4],
    ['of 4 bytes', 5],
    ['of no known form', 7],
  ])('is not read from fields %s', (_, form) => {
    expect(paymentBytes(varint(BigInt(8 * 3 + form)) + '00')).toBeUndefined();
    expect(paymentBytes(contract + varint(BigInt(8 * 3 + form)) + '01aa')).toBeUndefined();
  });

  test('is read from any order of its fields, as they are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(1, 3, 9, MEMO, CONTRACT, 12, 200), fc.uint8Array({ maxLength: 200 }))),
        (fields) => {
          const bytes = fields.map(([field, value]) => [field, Buffer.from(value).toString('hex')] as const);
          const expected = bytes.filter(([field]) => field === MEMO || field === CONTRACT);
          expect(paymentBytes(bytes.map(([field, hex]) => bytesField(field, hex)).join(''))).toBe(
            expected.map(([field, hex]) => `${field}:${hex};`).join(''),
          );
        },
      ),
      { numRuns: scaled(50) },
    );
  });
});
