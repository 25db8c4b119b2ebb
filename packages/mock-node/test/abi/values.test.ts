import { decodeValues, encodeValue } from '@coin/mock-node/abi';
import { expect, test } from 'vitest';

const word = (digits: string): string => digits.padStart(64, '0');

test('decodes every encoded value, with addresses and integers in every form', () => {
  const address = 'TTZhLCNXoCgudjmUbwsRwNUqhvFaD8y565';
  for (const form of [
    address,
    '41c0ffee00000000000000000000000000000000c0',
    '0xc0ffee00000000000000000000000000000000c0',
  ])
    expect(decodeValues([{ type: 'address' }], encodeValue({ type: 'address' }, form))).toEqual([address]);
  for (const form of [5, 5n, '5']) expect(encodeValue({ type: 'uint256' }, form)).toBe(word('5'));
});

test('rejects a value outside the type, and data that is not an encoding', () => {
  expect(() => encodeValue({ type: 'uint8' }, 256n)).toThrow(/^Invalid value "256": it must be a value of uint8 \(/);
  expect(() => decodeValues([{ type: 'bool' }, { type: 'uint8' }], word('2') + word('1'))).toThrow(
    /^Invalid data ".*": it must be an encoding of \(bool, uint8\) \(/,
  );
});
