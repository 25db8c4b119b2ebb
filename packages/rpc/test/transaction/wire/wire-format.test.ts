// The wire format of this package, compared with a library.
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeMessage } from '../../../src/transaction/wire/encode-message.ts';
import { readFields } from '../../../src/transaction/wire/read-fields.ts';

const bytes = fc.uint8Array({ maxLength: 400 });
const bytesOf = (length: number) => new Uint8Array(length).fill(128);
const hex = (value: Uint8Array) => Buffer.from(value).toString('hex');

const number = fc.integer({ min: 1, max: 600 });
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

test('encodeMessage writes the bytes of a protobuf library, and readFields reads them', () =>
  fc.assert(
    fc.property(
      number,
      int64,
      number,
      bytes,
      number,
      fc.string(),
      fc.boolean(),
      (first, value, second, data, third, text, flag) => {
        const layout = [
          [first, 'value', 'int64'],
          [second, 'data', 'bytes'],
          [third, 'text', 'string'],
          [first, 'flag', 'bool'],
        ] as const;
        const inner = { value, data: hex(data), text, flag };
        const expected = new BinaryWriter();
        if (value !== 0n) expected.tag(first, WireType.Varint).int64(value);
        if (data.length > 0) expected.tag(second, WireType.LengthDelimited).bytes(data);
        if (text !== '') expected.tag(third, WireType.LengthDelimited).bytes(new TextEncoder().encode(text));
        if (flag) expected.tag(first, WireType.Varint).bool(true);
        const written = expected.finish();
        expect(hex(encodeMessage(layout, inner))).toBe(hex(written));
        const outer = new BinaryWriter().tag(second, WireType.LengthDelimited).bytes(written).finish();
        expect(hex(encodeMessage([[second, 'inner', 'message', layout]], { inner }))).toBe(hex(outer));
        expect(hex(encodeMessage([[second, 'inner', 'repeated', layout]], { inner: [inner] }))).toBe(hex(outer));
        expect(readFields(outer)).toEqual([[second, written]]);
      },
    ),
    {
      examples: [
        [1, 127n, 1, bytesOf(127), 2, '', false],
        [1, 128n, 16, bytesOf(128), 2, '', true],
      ],
    },
  ));

/** A message of an integer and of bytes, and where the first of the two ends. */
const message = (value: bigint, data: Uint8Array) => {
  const first = new BinaryWriter().tag(1, WireType.Varint).int64(value).finish();
  const second = new BinaryWriter().tag(2, WireType.LengthDelimited).bytes(data).finish();
  return { bytes: Uint8Array.of(...first, ...second), end: first.length };
};

test('readFields reads integers and bytes, and no message that is cut within a field', () =>
  fc.assert(
    fc.property(int64, bytes, (value, data) => {
      const { bytes: whole, end } = message(value, data);
      const read = (length: number) => readFields(whole.subarray(0, length));
      const integer: [number, unknown] = [1, BigInt.asUintN(64, value)];
      expect(read(whole.length)).toEqual([integer, [2, data]]);
      for (let length = 1; length < whole.length; length++)
        expect(read(length)).toEqual(length === end ? [integer] : undefined);
    }),
    {
      examples: [
        [127n, bytesOf(0)],
        [128n, bytesOf(127)],
        [-1n, bytesOf(128)],
      ],
    },
  ));

test.each([
  ['a fixed number of eight bytes', '0900'],
  ['a group', '0b00'],
  ['a fixed number of four bytes', '0d00'],
  ['an integer of eleven bytes', `08${'80'.repeat(10)}00`],
  ['bytes after those that are cut', '1205080108011201'],
])('readFields reads no message with %s', (_, text) => {
  expect(readFields(Buffer.from(text, 'hex'))).toBeUndefined();
});

test('encodeMessage writes the zeros of a map’s entries', () =>
  fc.assert(
    fc.property(int64, int64, (key, value) => {
      const reader = new BinaryReader(encodeMessage([[2, 'entries', 'map']], { entries: [[key, value]] }));
      reader.tag();
      const entry = new BinaryReader(reader.bytes());
      const read = [entry.tag(), entry.int64(), entry.tag(), entry.int64()];
      expect([read[1], read[3]].map(String)).toEqual([key, value].map(String));
    }),
  ));

test('readFields returns a list of fields or nothing and never throws, for any bytes', () =>
  fc.assert(
    fc.property(bytes, (message) => {
      expect(readFields(message) ?? []).toBeInstanceOf(Array);
    }),
  ));
