import { toAddress } from '../../address/address.ts';
import { bytesToHex } from '../../encoding/hex.ts';
import { type FieldLayout, type MessageLayout, type MessageValue } from './message-layout.ts';
import { readFields, type ReadField } from './read-fields.ts';

type RawValue = ReadField[1];

/** A field's integer; 0 when it is absent or of another kind. */
const toInteger = (value: RawValue | undefined): bigint => (typeof value === 'bigint' ? BigInt.asIntN(64, value) : 0n);

/** A field's bytes; none when it is absent or of another kind. */
const toBytes = (value: RawValue | undefined): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array());

/** A field's text. Bytes that are not UTF-8 become other text, which encodes to other bytes. */
const toText = (value: RawValue): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(toBytes(value));

/** Key and value of a map's entry; of a field that comes twice the last one counts. */
function decodeEntry(value: RawValue): readonly [key: bigint, value: bigint] {
  const entry = new Map(readFields(toBytes(value)));
  return [toInteger(entry.get(1)), toInteger(entry.get(2))];
}

/** A field's value. Of a field that comes several times the last one counts, unless it is repeated. */
function decodeField(layout: FieldLayout, values: readonly RawValue[], last: RawValue) {
  const [, , kind, of] = layout;
  switch (kind) {
    case 'repeated':
      return values.map((value) => decodeMessage(of, toBytes(value)));
    case 'repeatedBytes':
      return values.map((value) => bytesToHex(toBytes(value)));
    case 'map':
      return values.map(decodeEntry);
    case 'message':
      return decodeMessage(of, toBytes(last));
    case 'enum':
      // Without a name, its JSON would say another value: it is left out, and the bytes differ.
      return of[Number(toInteger(last))];
    case 'bool':
      return toInteger(last) !== 0n;
    case 'int64':
      return toInteger(last);
    case 'address':
      return toAddress(bytesToHex(toBytes(last)));
    case 'bytes':
      return bytesToHex(toBytes(last));
    case 'string':
    case 'text':
      return toText(last);
  }
}

/**
 * Decodes the fields of a message. Accepts more than canonical bytes: trust the result only if it encodes to the same
 * bytes.
 *
 * @throws `ADDRESS_INVALID` when an address has other than 21 bytes, or does not begin with 41
 */
export function decodeMessage<const Layout extends MessageLayout>(
  layout: Layout,
  bytes: Uint8Array,
): MessageValue<Layout> {
  const fields = readFields(bytes) ?? [];
  const entries = layout.flatMap((field) => {
    const values = fields.filter(([number]) => number === field[0]).map(([, value]) => value);
    const last = values.at(-1);
    return last === undefined ? [] : [[field[1], decodeField(field, values, last)] as const];
  });
  return Object.fromEntries(entries) as MessageValue<Layout>;
}

/** Names the fields that a layout lacks, to complete a sentence about bytes; empty if there are none. */
export function describeLaterFields(layout: MessageLayout, bytes: Uint8Array): string {
  const later = (readFields(bytes) ?? []).filter(([number]) => !layout.some(([own]) => own === number));
  return later.length === 0
    ? ''
    : `. Field ${[...new Set(later.map(([number]) => number))].join(', ')} is of a later version, such as a signature of another kind`;
}
