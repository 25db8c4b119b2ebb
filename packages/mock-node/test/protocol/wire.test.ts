import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TransferContract } from '../../src/protocol/messages/contract-messages.ts';
import { contractSchemas } from '../../src/protocol/messages/contract-schemas.ts';
import { transactionId, transactionSize } from '../../src/protocol/messages/ids.ts';
import {
  Account,
  Block,
  Transaction,
  TransactionContract,
  TransactionInfo,
  TransactionRaw,
} from '../../src/protocol/messages/messages.ts';
import { type MessageSchema } from '../../src/protocol/messages/schema.ts';
import { create, decode, encode } from '../../src/protocol/messages/wire.ts';
import { arbitraryMessage } from '../support/arbitrary-message.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const schemas: readonly MessageSchema<unknown>[] = [
  Account,
  Block,
  Transaction,
  TransactionInfo,
  ...contractSchemas.values(),
];

test.each(schemas.map((schema) => [schema.name, schema] as const))(
  '%s equals itself after encoding and decoding',
  (_, schema) => {
    fc.assert(
      fc.property(arbitraryMessage(schema), (message) => {
        const bytes = encode(schema, message);
        const decoded = decode(schema, bytes);
        expect(decoded).toEqual(create(schema, message));
        expect(encode(schema, decoded as object)).toEqual(bytes);
      }),
      { numRuns: 30 },
    );
  },
);

test('computes the size of a transaction without its bytes', () => {
  const transactions = arbitraryMessage(Transaction).map((message) => create(Transaction, message));
  fc.assert(
    fc.property(transactions, fc.nat(40_000), (transaction, length) => {
      const long = { ...transaction, raw_data: { ...create(TransactionRaw), data: 'ab'.repeat(length) } };
      for (const each of [transaction, long]) expect(transactionSize(each)).toBe(encode(Transaction, each).length);
    }),
    { numRuns: scaled(50) },
  );
});

test('writes text of any length as UTF-8', () => {
  const letters = fc.constantFrom('a', '\u007f', '\u0080', '\u{1f600}');
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 140 }), fc.nat(130), (text, letterCount) => {
      for (const name of [text, 'a'.repeat(letterCount)])
        expect(hexOf(encode(TransactionContract, { parameter: { type_url: name } }))).toBe(
          hexOf(new BinaryWriter().tag(2, WireType.LengthDelimited).fork().raw(textField(name)).join().finish()),
        );
    }),
    { numRuns: scaled(100) },
  );
});

const textField = (text: string): Uint8Array =>
  text === '' ? new Uint8Array() : new BinaryWriter().tag(1, WireType.LengthDelimited).string(text).finish();

test('a transfer of a public network has its bytes and its id there', () => {
  const raw =
    '0a0229272208939ece39d08a7abe40d8c483c1dd335a67080112630a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412320a1541dd791d6b49e190062d650e6a23c575510d35f2f912154192ad11c1bf16b3b14b0bd6b5c7e2db73a0b5e83a18c0843d70d68780c1dd33';
  const decoded = decode(TransactionRaw, bytesOf(raw));
  expect(hexOf(encode(TransactionRaw, decoded))).toBe(raw);
  expect(transactionId(decoded)).toBe('6303c7639f591407ef9f34a7ac8c9c9a21151f5a6af21924502515734fc267ab');
  expect(decode(TransferContract, bytesOf(decoded.contract[0]?.parameter?.value ?? '')).amount).toBe(1_000_000n);
});

test('encodes a message that is set, but no scalar with its default value', () => {
  expect(hexOf(encode(TransferContract, { amount: 0n, owner_address: '' }))).toBe('');
  expect(hexOf(encode(Transaction, { raw_data: {} }))).toBe('0a00');
  expect(decode(Transaction, new Uint8Array()).raw_data).toBeUndefined();
});

test('keeps fields that the schema lacks and writes them last', () => {
  const bytes = bytesOf('f801051801');
  const decoded = decode(TransferContract, bytes);
  expect(decoded.amount).toBe(1n);
  expect(hexOf(encode(TransferContract, { ...decoded, amount: 2n }))).toBe('1802f80105');
});

test('merges a message that occurs twice and replaces a scalar', () => {
  const twice = new Uint8Array([
    ...encode(Transaction, { raw_data: { timestamp: 1n, fee_limit: 7n } }),
    ...encode(Transaction, { raw_data: { timestamp: 2n } }),
  ]);
  expect(decode(Transaction, twice).raw_data).toMatchObject({ timestamp: 2n, fee_limit: 7n });
});

test.each(['0a05ff', '0a', '0aff', '1b'])('rejects %s, which is not a message', (bytes) => {
  expect(() => decode(Transaction, bytesOf(bytes))).toThrow('premature EOF');
});

test('numbers, text and nested lengths are those of another encoder', () => {
  const int64s = fc.oneof(
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.bigInt({ min: 0n, max: 2n ** 54n }),
  );
  const [varint, bytes] = [WireType.Varint, WireType.LengthDelimited];
  const data = fc.uint8Array({ maxLength: 300 }).map(hexOf);
  fc.assert(
    fc.property(
      int64s,
      fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      fc.string({ unit: 'grapheme' }),
      data,
      (amount, id, name, memo) => {
        const contract = { parameter: { type_url: name, value: memo }, Permission_id: id };
        const writer = new BinaryWriter()
          .tag(10, bytes)
          .bytes(bytesOf(memo))
          .tag(11, bytes)
          .fork()
          .tag(2, bytes)
          .fork();
        if (name !== '') writer.tag(1, bytes).string(name);
        if (memo !== '') writer.tag(2, bytes).bytes(bytesOf(memo));
        writer.join();
        if (id !== 0) writer.tag(5, varint).int32(id);
        writer.join();
        if (amount !== 0n) writer.tag(18, varint).int64(amount);
        const expected = hexOf(writer.finish());
        const encoded = hexOf(encode(TransactionRaw, { data: memo, contract: [contract], fee_limit: amount }));
        expect(encoded).toBe(memo === '' ? expected.slice(4) : expected);
      },
    ),
    { numRuns: scaled(200) },
  );
});

test.each([
  ['a number of 65 bits', { fee_limit: 2n ** 63n }, /does not fit into 64 bits/],
  ['a number of 33 bits', { contract: [{ Permission_id: 2 ** 31 }] }, /does not fit into 32 bits/],
  ['half a byte', { data: 'abc' }, /hex/],
  ['other characters', { data: 'zz' }, /hex/],
  ['long other characters', { data: 'zz'.repeat(100) }, /hex/],
])('rejects %s, and encodes the next message', (_, raw, message) => {
  expect(() => encode(TransactionRaw, { timestamp: 1n, ...raw })).toThrow(message);
  expect(hexOf(encode(TransactionRaw, { timestamp: 1n }))).toBe('7001');
});
