import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { addressBytes } from '../address.ts';
import { hexToBytes } from '../hex.ts';
import type { JsonValue } from '../json.ts';

/** One field of a protobuf message: number, name in the node's JSON, kind, value. Fields stand in the order of their numbers. */
export type WireField =
  | readonly [number: number, name: string, kind: 'address' | 'hex' | 'text', value: string]
  | readonly [number: number, name: string, kind: 'int64', value: bigint]
  | readonly [number: number, name: string, kind: 'flag', value: boolean]
  | readonly [number: number, name: string, kind: 'enum', value: { number: number; name: string }]
  | readonly [number: number, name: string, kind: 'message', value: WireMessage]
  | readonly [number: number, name: string, kind: 'messages', value: readonly WireMessage[]];

/** A message as data: what is written to bytes and to JSON, so that both say the same. */
export type WireMessage = readonly WireField[];

const delimited = (writer: BinaryWriter, number: number, bytes: Uint8Array) =>
  writer.tag(number, WireType.LengthDelimited).bytes(bytes);

/** The message's bytes; zeros are left out, as the node does. Source: docs/protocol/transfers.md, Protobuf shapes. */
export function encodeMessage(message: WireMessage): Uint8Array {
  const writer = new BinaryWriter();
  for (const [number, , kind, value] of message) {
    if (kind === 'messages') for (const item of value) delimited(writer, number, encodeMessage(item));
    else if (kind === 'message') delimited(writer, number, encodeMessage(value));
    else if (kind === 'enum') {
      if (value.number !== 0) writer.tag(number, WireType.Varint).int32(value.number);
    } else if (kind === 'flag') {
      if (value) writer.tag(number, WireType.Varint).bool(value);
    } else if (kind === 'int64') {
      if (value !== 0n) writer.tag(number, WireType.Varint).int64(value);
    } else if (value !== '') {
      const bytes =
        kind === 'address' ? addressBytes(value) : kind === 'hex' ? hexToBytes(value) : new TextEncoder().encode(value);
      delimited(writer, number, bytes);
    }
  }
  return writer.finish();
}

/** The message as the node prints it with visible true; zeros are left out. */
export function messageJson(message: WireMessage): { [key: string]: JsonValue } {
  const json: { [key: string]: JsonValue } = {};
  for (const [, name, kind, value] of message) {
    if (kind === 'messages') {
      if (value.length > 0) json[name] = value.map(messageJson);
    } else if (kind === 'message') json[name] = messageJson(value);
    else if (kind === 'enum') {
      if (value.number !== 0) json[name] = value.name;
    } else if (value !== '' && value !== 0n && value !== false) json[name] = value;
  }
  return json;
}
