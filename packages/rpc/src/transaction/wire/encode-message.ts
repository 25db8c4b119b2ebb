import { addressBytes } from '../../address/address.ts';
import { hexToBytes } from '../../encoding/hex.ts';
import { type JsonObject, type JsonValue } from '../../encoding/json.ts';
import { omitUndefined } from '../../encoding/omit-undefined.ts';
import { wireFields, type MessageLayout, type MessageValue, type WireField } from './message-layout.ts';
import { type ReadField } from './read-fields.ts';

// Transactions need six rules of the wire format; a library would bring all the others. The tests compare
// these bytes with those of a library, and with every recorded transaction.
function varint(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return [...bytes, Number(rest)];
}

const integer = (number: number, value: bigint): number[] => [...varint(BigInt(number << 3)), ...varint(value)];

const delimited = (number: number, bytes: ArrayLike<number>): number[] => [
  ...varint(BigInt((number << 3) | 2)),
  ...varint(BigInt(bytes.length)),
  ...Array.from(bytes),
];

/** The bytes of a field as it was read. */
export const encodeRead = ([number, value]: ReadField): number[] =>
  typeof value === 'bigint' ? integer(number, value) : delimited(number, value);

const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * The message's bytes; zeros are left out, as the node leaves them out. Source: docs/protocol/transfers.md, Protobuf
 * shapes.
 */
export const encodeMessage = <Layout extends MessageLayout>(
  layout: Layout,
  message: MessageValue<Layout>,
): Uint8Array => Uint8Array.from(wireFields(layout, message).flatMap(encodeField));

function encodeField([number, , kind, of, value]: WireField): number[] {
  switch (kind) {
    case 'repeated':
      return value.flatMap((item) => delimited(number, encodeMessage(of, item)));
    case 'repeatedBytes':
      return value.flatMap((item) => delimited(number, hexToBytes(item)));
    case 'map':
      return value.flatMap(([key, item]) => delimited(number, [...integer(1, key), ...integer(2, item)]));
    case 'message':
      return delimited(number, encodeMessage(of, value));
    case 'enum': {
      const index = of.indexOf(value);
      return index > 0 ? integer(number, BigInt(index)) : [];
    }
    case 'bool':
      return value ? integer(number, 1n) : [];
    case 'int64':
      return value === 0n ? [] : integer(number, value);
    case 'address':
    case 'bytes':
    case 'string':
    case 'text': {
      if (value === '') return [];
      const toBytes = {
        address: addressBytes,
        bytes: hexToBytes,
        string: textBytes,
        text: textBytes,
      };
      return delimited(number, toBytes[kind](value));
    }
  }
}

/** The message as the node prints it with visible true; zeros are left out. */
export const messageJson = <Layout extends MessageLayout>(layout: Layout, message: MessageValue<Layout>): JsonObject =>
  omitUndefined(Object.fromEntries(wireFields(layout, message).map((field) => [field[1], fieldJson(field)])));

/** A field's JSON; undefined for a zero. */
function fieldJson([, , kind, of, value]: WireField): JsonValue | undefined {
  if (kind === 'repeated') return value.length > 0 ? value.map((item) => messageJson(of, item)) : undefined;
  if (kind === 'map') return value.map(([key, item]) => ({ key, value: item }));
  if (kind === 'message') return messageJson(of, value);
  if (kind === 'enum') return of.indexOf(value) > 0 ? value : undefined;
  return value === '' || value === 0n || value === false ? undefined : value;
}
