import { addressBytes } from '../encoding/address.ts';
import { hexToBytes } from '../encoding/hex.ts';
import { type JsonValue } from '../encoding/json.ts';

/** A value of a protobuf enumeration: its number in bytes, its name in JSON. */
export interface WireEnum {
  readonly number: number;
  readonly name: string;
}

/**
 * One field of a protobuf message: number, name in the node's JSON, kind, value (`bytes` as hex). Fields are listed in
 * the order of their numbers.
 */
export type WireField =
  | readonly [number: number, name: string, kind: 'address' | 'bytes' | 'string', value: string]
  /** Bytes that JSON has as text with visible true, and as hex with visible false. */
  | readonly [number: number, name: string, kind: 'text', value: string]
  | readonly [number: number, name: string, kind: 'int64', value: bigint]
  | readonly [number: number, name: string, kind: 'bool', value: boolean]
  | readonly [number: number, name: string, kind: 'enum', value: WireEnum]
  | readonly [number: number, name: string, kind: 'message', value: WireMessage]
  | readonly [number: number, name: string, kind: 'repeated', value: readonly WireMessage[]]
  /** Entries of a map: key and value are always written, zeros included. */
  | readonly [number: number, name: string, kind: 'map', value: readonly (readonly [key: bigint, value: bigint])[]];

/** A message as data, from which both its bytes and its JSON are written, so that the two agree. */
export type WireMessage = readonly WireField[];

// Decision: transactions need six rules of the wire format; a library would bring all the others. The tests compare
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

const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function encodeField(field: WireField): number[] {
  const [number, , kind, value] = field;
  switch (kind) {
    case 'repeated':
      return value.flatMap((item) => delimited(number, encodeMessage(item)));
    case 'map':
      return value.flatMap(([key, item]) => delimited(number, [...integer(1, key), ...integer(2, item)]));
    case 'message':
      return delimited(number, encodeMessage(value));
    case 'enum':
      return value.number === 0 ? [] : integer(number, BigInt(value.number));
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

/**
 * The message's bytes; zeros are left out, as the node leaves them out. Source: docs/protocol/transfers.md, Protobuf
 * shapes.
 */
export const encodeMessage = (message: WireMessage): Uint8Array => Uint8Array.from(message.flatMap(encodeField));

/** The message as the node prints it with visible true; zeros are left out. */
export function messageJson(message: WireMessage): { [key: string]: JsonValue } {
  const json: { [key: string]: JsonValue } = {};
  for (const [, name, kind, value] of message) {
    if (kind === 'repeated') {
      if (value.length > 0) json[name] = value.map(messageJson);
    } else if (kind === 'map') json[name] = value.map(([key, item]) => ({ key, value: item }));
    else if (kind === 'message') json[name] = messageJson(value);
    else if (kind === 'enum') {
      if (value.number !== 0) json[name] = value.name;
    } else if (value !== '' && value !== 0n && value !== false) json[name] = value;
  }
  return json;
}
