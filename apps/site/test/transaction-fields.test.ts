import { expect, test } from 'vitest';
import { readTransactionFields } from '../src/playground/transaction/read-fields.ts';

test.each([
  ['bytes that end inside a field', '0a02ab'],
  ['an integer without an end', '08ffffffffffffffffffffff'],
  ['a field of a type that no transaction has', '0d00000000'],
  ['what is not hexadecimal', 'xy'],
])('rejects %s', (_, hex) => {
  expect(() => readTransactionFields(hex)).toThrow(RangeError);
});
