import { addressBytes } from '../encoding/address.ts';
import { hexToBytes } from '../encoding/hex.ts';
import type { JsonValue } from '../encoding/json.ts';

/** One field of a protobuf message: number, name in the node's JSON, kind, value. Fields stand in the order of their numbers. */
export type WireField =
  | readonly [number: number, name: string, kind: 'address' | 'hex' | 'text', value: string]
  | readonly [number: number, name: string, kind: 'int64', value: bigint]
  | readonly [number: number, name: string, kind: 'flag', value: boolean]
  | readonly [number: number, name: string, kind: 'enum', value: { number: number; name: string }]
  | readonly [number: number, name: string, kind: 'message', value: WireMessage]
  | readonly [number: number, name: string, kind: 'messages', value: readonly WireMessage[]]
  /** Keys and values of a map: both are always written, 0 too. */
  | readonly [number: number, name: string, kind: 'map', value: readonly (readonly [key: bigint, value: bigint])[]];

/** A message as data: what is written to bytes and to JSON, so that both say the same. */
export type WireMessage = readonly WireField[];

// Decision: six of the wire format's rules are all that transactions need, and its libraries bring the rest: the tests hold these bytes
// against one of them, and against every recorded transaction.
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

function encodeField(field: WireField): number[] {
  const [number, , kind, value] = field;
  switch (kind) {
    case 'messages':
      return value.flatMap((item) => delimited(number, encodeMessage(item)));
    case 'map':
      return value.flatMap(([key, item]) => delimited(number, [...integer(1, key), ...integer(2, item)]));
    case 'message':
      return delimited(number, encodeMessage(value));
    case 'enum':
      return value.number === 0 ? [] : integer(number, BigInt(value.number));
    case 'flag':
      return value ? integer(number, 1n) : [];
    case 'int64':
      return value === 0n ? [] : integer(number, value);
    case 'address':
    case 'hex':
    case 'text': {
      if (value === '') return [];
      const bytes = { address: addressBytes, hex: hexToBytes, text: (text: string) => new TextEncoder().encode(text) };
      return delimited(number, bytes[kind](value));
    }
  }
}

/** The message's bytes; zeros are left out, as the node does. Source: docs/protocol/transfers.md, Protobuf shapes. */
export const encodeMessage = (message: WireMessage): Uint8Array => Uint8Array.from(message.flatMap(encodeField));

/** The message as the node prints it with visible true; zeros are left out. */
export function messageJson(message: WireMessage): { [key: string]: JsonValue } {
  const json: { [key: string]: JsonValue } = {};
  for (const [, name, kind, value] of message) {
    if (kind === 'messages') {
      if (value.length > 0) json[name] = value.map(messageJson);
    } else if (kind === 'map') json[name] = value.map(([key, item]) => ({ key, value: item }));
    else if (kind === 'message') json[name] = messageJson(value);
    else if (kind === 'enum') {
      if (value.number !== 0) json[name] = value.name;
    } else if (value !== '' && value !== 0n && value !== false) json[name] = value;
  }
  return json;
}
