import { toAddress } from '../encoding/address.ts';
import { bytesToHex } from '../encoding/hex.ts';
import { readFields, type ReadField } from './read-fields.ts';
import { type WireField, type WireMessage } from './wire-message.ts';

/** Number, name and kind of a message's field; of an enumeration its names, of a message its own fields. */
export type FieldLayout =
  | readonly [number: number, name: string, kind: 'address' | 'bytes' | 'string' | 'text' | 'int64' | 'bool' | 'map']
  | readonly [number: number, name: string, kind: 'enum', names: readonly string[]]
  | readonly [number: number, name: string, kind: 'message' | 'repeated', fields: MessageLayout];

/** The fields of a message in the order of their numbers. */
export type MessageLayout = readonly FieldLayout[];

type FieldValue = ReadField[1];

/** A field's integer; 0 when it is absent or of another kind. */
export const integerOf = (value: FieldValue | undefined): bigint =>
  typeof value === 'bigint' ? BigInt.asIntN(64, value) : 0n;

/** A field's bytes; none when it is absent or of another kind. */
export const bytesOf = (value: FieldValue | undefined): Uint8Array =>
  value instanceof Uint8Array ? value : new Uint8Array();

/** A field's text; what is not UTF-8 becomes other text, which is encoded as other bytes. */
export const textOf = (value: FieldValue | undefined): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytesOf(value));

/** A message's fields by number; of one that comes twice the last one counts. None when the bytes are not a message. */
export const fieldsByNumber = (value: FieldValue | undefined): Map<number, FieldValue> =>
  new Map(readFields(bytesOf(value)));

function decodeField(layout: FieldLayout, values: readonly FieldValue[]): WireField {
  const [number, name, kind] = layout;
  const last = values.at(-1);
  switch (kind) {
    case 'repeated':
      return [number, name, kind, values.map((value) => decodeMessage(layout[3], bytesOf(value)))];
    case 'map': {
      const entries = values.map(fieldsByNumber);
      return [number, name, kind, entries.map((entry) => [integerOf(entry.get(1)), integerOf(entry.get(2))] as const)];
    }
    case 'message':
      return [number, name, kind, decodeMessage(layout[3], bytesOf(last))];
    case 'enum': {
      const word = layout[3][Number(integerOf(last))];
      // Without a name, its JSON would say another value: it is left out, and the bytes differ.
      return [number, name, kind, { number: word === undefined ? 0 : Number(integerOf(last)), name: word ?? '' }];
    }
    case 'bool':
      return [number, name, kind, integerOf(last) !== 0n];
    case 'int64':
      return [number, name, kind, integerOf(last)];
    case 'address':
      return [number, name, kind, toAddress(bytesToHex(bytesOf(last)))];
    case 'bytes':
      return [number, name, kind, bytesToHex(bytesOf(last))];
    case 'string':
    case 'text':
      return [number, name, kind, textOf(last)];
  }
}

/**
 * The fields of a message that its bytes have. It accepts more than canonical bytes: only when the result is encoded to
 * the same bytes does it say what they say.
 *
 * @throws `ADDRESS_INVALID` when an address has other than 21 bytes, or does not begin with 41
 */
export function decodeMessage(layout: MessageLayout, bytes: Uint8Array): WireMessage {
  const fields = readFields(bytes) ?? [];
  return layout.flatMap((field) => {
    const values = fields.filter(([number]) => number === field[0]).map(([, value]) => value);
    return values.length === 0 ? [] : [decodeField(field, values)];
  });
}
