import { toAddress } from '@coin/rpc';
import { layoutOfContract, RAW_DATA, type FieldLayout, type MessageLayout } from './layouts.ts';

/** A field of a transaction's bytes, and where it is in them. */
export interface TransactionField {
  /** The names down to the field, as in `contract[0].parameter.value.amount`. */
  readonly path: string;
  readonly name: string;
  /** The field's number in its message. */
  readonly number: number;
  /** How many messages it is in, besides `raw_data`. */
  readonly depth: number;
  /** Offsets of bytes: of the tag, with the length where there is one; of the value; after the value. */
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
  readonly kind: FieldLayout['kind'] | 'unknown';
  /** As the node's JSON has it: integers as bigint, bytes as hexadecimal. Absent for a message, whose fields follow. */
  readonly value?: bigint | string | boolean;
}

/** An unsigned transaction as bytes. */
export interface TransactionBytes {
  /** `raw_data` as hexadecimal. */
  readonly hex: string;
  readonly txID: string;
  readonly fields: readonly TransactionField[];
}

const VARINT = 0;
const DELIMITED = 2;

interface Varint {
  readonly value: bigint;
  readonly end: number;
}

function readVarint(bytes: Uint8Array, at: number, end: number): Varint {
  let value = 0n;
  for (let shift = 0n, next = at; ; shift += 7n) {
    const byte = next < end ? bytes[next++] : undefined;
    if (byte === undefined || shift > 63n) throw new RangeError(`No integer of protobuf at byte ${at}.`);
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return { value: BigInt.asUintN(64, value), end: next };
  }
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The bytes of hexadecimal digits; undefined where they are none. */
export function bytesOf(hex: string): Uint8Array | undefined {
  if (!/^(?:[\da-f]{2})*$/i.test(hex)) return undefined;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** The value of a field that has no fields itself. */
function valueOf(layout: FieldLayout | undefined, value: bigint | Uint8Array): bigint | string | boolean {
  if (typeof value === 'bigint') {
    if (layout?.kind === 'flag') return value !== 0n;
    if (layout?.kind === 'choice') return layout.names[Number(value)] ?? value;
    return BigInt.asIntN(64, value);
  }
  if (layout?.kind === 'text') return new TextDecoder().decode(value);
  const hex = hexOf(value);
  return layout?.kind === 'address' && /^41.{40}$/.test(hex) ? toAddress(hex) : hex;
}

interface Message {
  readonly layout: MessageLayout;
  readonly start: number;
  readonly end: number;
  readonly path: string;
  readonly depth: number;
}

/** The number of a contract's type, which decides how the rest of the contract is read. */
function contractType(bytes: Uint8Array, start: number, end: number): number {
  const tag = readVarint(bytes, start, end);
  return tag.value === 8n ? Number(readVarint(bytes, tag.end, end).value) : 0;
}

function readMessage(bytes: Uint8Array, message: Message): TransactionField[] {
  const { layout, end, path, depth } = message;
  const fields: TransactionField[] = [];
  const seen = new Map<number, number>();
  for (let at = message.start; at < end;) {
    const start = at;
    const tag = readVarint(bytes, at, end);
    const [number, wireType] = [Number(tag.value >> 3n), Number(tag.value & 7n)];
    if (wireType !== VARINT && wireType !== DELIMITED)
      throw new RangeError(`Byte ${start} begins a field of type ${wireType}, which no transaction has.`);
    const first = readVarint(bytes, tag.end, end);
    const valueStart = wireType === VARINT ? tag.end : first.end;
    at = wireType === VARINT ? first.end : first.end + Number(first.value);
    if (at > end) throw new RangeError(`The field at byte ${start} is longer than the message that it is in.`);
    const known = layout[number];
    const name = known?.name ?? `field ${number}`;
    const index = seen.get(number) ?? 0;
    seen.set(number, index + 1);
    const own = `${path}${name}${known?.kind === 'list' ? `[${index}]` : ''}`;
    const kind = known?.kind ?? 'unknown';
    const field: TransactionField = { path: own, name, number, depth, start, valueStart, end: at, kind };
    if (wireType === DELIMITED && (known?.kind === 'message' || known?.kind === 'list')) {
      const isContract = layout === RAW_DATA && number === 11;
      const inner = isContract ? layoutOfContract(contractType(bytes, valueStart, at)) : known.fields;
      const place = { layout: inner, start: valueStart, end: at, path: `${own}.`, depth: depth + 1 };
      fields.push(field, ...readMessage(bytes, place));
    } else {
      const value = wireType === VARINT ? first.value : bytes.subarray(valueStart, at);
      fields.push({ ...field, value: valueOf(known, value) });
    }
  }
  return fields;
}

/**
 * The fields of an unsigned transaction in the order of its bytes, a message before its fields.
 *
 * @param hex - `raw_data_hex`
 * @throws RangeError where the bytes are no message of protobuf
 */
export function readTransactionFields(hex: string): readonly TransactionField[] {
  const bytes = bytesOf(hex);
  if (bytes === undefined) throw new RangeError('The bytes are not hexadecimal digits.');
  return readMessage(bytes, { layout: RAW_DATA, start: 0, end: bytes.length, path: '', depth: 0 });
}

/** @throws RangeError where the bytes are no message of protobuf */
export const openBytes = (hex: string, txID: string): TransactionBytes => ({
  hex,
  txID,
  fields: readTransactionFields(hex),
});
