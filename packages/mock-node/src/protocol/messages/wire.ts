import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { bytesToHex } from '../hex.ts';
import { type MapField, type MessageInit, type MessageSchema, type NamedField, type ScalarKind } from './schema.ts';
import {
  beginMessage,
  discardBytes,
  endMessage,
  takeBytes,
  useBytes,
  writeHex,
  writeInt32,
  writeInt64,
  writeRaw,
  writeText,
  writeVarint,
} from './wire-buffer.ts';

/**
 * Fields that are not in a message's schema, as received. Like the node, the encoder writes them after the known ones,
 * so they count in transaction ids and sizes.
 */
export const unknownFields: unique symbol = Symbol('unknown fields');

type AnyMessage = Record<string | symbol, unknown>;
type Schema = MessageSchema<unknown>;

const varint = WireType.Varint;
const delimited = WireType.LengthDelimited;

const writeTag = (number: number, wireType: WireType): void => writeVarint(number * 8 + wireType);

const writeMapScalar = (number: number, kind: 'int64' | 'string', value: unknown): void => {
  if (kind === 'int64') {
    writeTag(number, varint);
    writeInt64((value as bigint | undefined) ?? 0n);
  } else {
    writeTag(number, delimited);
    writeText((value as string | undefined) ?? '');
  }
};

const writeValue = (field: NamedField, value: unknown): void => {
  writeTag(field.number, wireTypeOf(field));
  switch (field.kind) {
    case 'int64':
      return writeInt64(value as bigint);
    case 'int32':
    case 'enum':
      return writeInt32(value as number);
    case 'bool':
      return writeVarint(Number(value));
    case 'string':
      return writeText(value as string);
    case 'bytes':
    case 'address':
    case 'text':
      return writeHex(value as string);
    case 'message': {
      const start = beginMessage();
      writeMessage(field.schema, value as AnyMessage);
      return endMessage(start);
    }
    case 'map': {
      const { key, value: entryValue } = value as { key: unknown; value: unknown };
      const start = beginMessage();
      writeMapScalar(1, field.entry.key, key);
      writeMapScalar(2, field.entry.value, entryValue);
      return endMessage(start);
    }
  }
};

const isDefault = (value: unknown): boolean => value === 0n || value === '' || value === 0 || value === false;

const writeMessage = (schema: Schema, value: AnyMessage): void => {
  for (const field of schema.fields) {
    const fieldValue = value[field.name];
    if (fieldValue === undefined) continue;
    if (field.repeated) for (const element of fieldValue as readonly unknown[]) writeValue(field, element);
    else if (!isDefault(fieldValue)) writeValue(field, fieldValue);
  }
  const unknown = value[unknownFields];
  if (unknown !== undefined) for (const bytes of unknown as readonly Uint8Array[]) writeRaw(bytes);
};

/**
 * Encodes a message: fields in ascending order, scalars with default values omitted. Bytes are hexadecimal of even
 * length.
 */
export const encode = <T>(schema: MessageSchema<T>, value: MessageInit<T>): Uint8Array<ArrayBuffer> => {
  write(schema, value);
  return takeBytes();
};

/** Encodes a message for a function that only reads the bytes, such as a hash, and does not keep them. */
export const encodeFor = <T, Result>(
  schema: MessageSchema<T>,
  value: MessageInit<T>,
  use: (bytes: Uint8Array) => Result,
): Result => {
  write(schema, value);
  return useBytes(use);
};

const write = (schema: Schema, value: AnyMessage): void => {
  try {
    writeMessage(schema, value);
  } catch (error) {
    discardBytes();
    throw error;
  }
};

const zeros: Readonly<Record<ScalarKind | 'enum', unknown>> = {
  int64: 0n,
  int32: 0,
  enum: 0,
  bool: false,
  string: '',
  bytes: '',
  address: '',
  text: '',
};

/** The value of a repeated field without elements. */
const none: readonly unknown[] = /* @__PURE__ */ Object.freeze([]);

type Default = readonly [name: string, value: unknown];
const messageDefaults = /* @__PURE__ */ new WeakMap<Schema, readonly Default[]>();

/** The defaults of a schema's fields, collected once. Some messages have dozens, and a request sets few of them. */
const defaultsOf = (schema: Schema): readonly Default[] => {
  const known = messageDefaults.get(schema);
  if (known !== undefined) return known;
  const defaults = schema.fields.flatMap(({ kind, name, repeated }): readonly Default[] => {
    if (repeated) return [[name, none]];
    return kind === 'message' || kind === 'map' ? [] : [[name, zeros[kind]]];
  });
  messageDefaults.set(schema, defaults);
  return defaults;
};

/** A message whose fields have their defaults. */
const emptyMessage = (schema: Schema): AnyMessage => {
  const value: AnyMessage = {};
  // Spreading an object with that many members takes V8 eight times as long.
  for (const [name, zero] of defaultsOf(schema)) value[name] = zero;
  return value;
};

const completeValue = (field: NamedField, value: unknown): unknown =>
  field.kind === 'message' ? complete(field.schema, value as AnyMessage) : value;

const complete = (schema: Schema, init: AnyMessage): AnyMessage => {
  const value = emptyMessage(schema);
  for (const name of Object.keys(init)) {
    const field = schema.byName.get(name);
    const given = init[name];
    if (field === undefined || given === undefined) continue;
    value[name] = field.repeated
      ? (given as readonly unknown[]).map((element) => completeValue(field, element))
      : completeValue(field, given);
  }
  if (init[unknownFields] !== undefined) value[unknownFields] = init[unknownFields];
  return value;
};

/** Creates a message. Fields that `init` omits have their defaults. */
export const create = <T>(schema: MessageSchema<T>, init: MessageInit<T> = {}): T => complete(schema, init) as T;

interface Source {
  readonly reader: BinaryReader;
  readonly bytes: Uint8Array;
}

interface Entry {
  readonly key: unknown;
  readonly value: unknown;
}

const readMapScalar = (reader: BinaryReader, kind: 'int64' | 'string'): unknown =>
  kind === 'int64' ? BigInt(reader.int64()) : reader.string();

const readEntry = (reader: BinaryReader, kinds: MapField['entry']): Entry => {
  const end = reader.uint32() + reader.pos;
  let key: unknown = kinds.key === 'int64' ? 0n : '';
  let value: unknown = kinds.value === 'int64' ? 0n : '';
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    if (number === 1) key = readMapScalar(reader, kinds.key);
    else if (number === 2) value = readMapScalar(reader, kinds.value);
    else reader.skip(wireType, number);
  }
  return { key, value };
};

const readValue = (source: Source, field: NamedField, previous: unknown): unknown => {
  const { reader } = source;
  switch (field.kind) {
    case 'int64':
      return BigInt(reader.int64());
    case 'int32':
    case 'enum':
      return reader.int32();
    case 'bool':
      return reader.bool();
    case 'string':
      return reader.string();
    case 'bytes':
    case 'address':
    case 'text':
      return bytesToHex(reader.bytes());
    case 'map':
      return readEntry(reader, field.entry);
    case 'message': {
      const length = reader.uint32();
      return readMessage(
        source,
        length,
        field.schema,
        (previous as AnyMessage | undefined) ?? emptyMessage(field.schema),
      );
    }
  }
};

const wireTypeOf = (field: NamedField): WireType =>
  field.kind === 'int64' || field.kind === 'int32' || field.kind === 'bool' || field.kind === 'enum'
    ? varint
    : delimited;

const putEntry = (entries: Entry[], entry: Entry): void => {
  const same = entries.findIndex(({ key }) => key === entry.key);
  if (same === -1) entries.push(entry);
  else entries[same] = entry;
};

/** The list of a repeated field, for adding to it. The default list is shared by all messages. */
const elementsOf = (value: AnyMessage, name: string): unknown[] => {
  const elements = value[name];
  if (elements !== none) return elements as unknown[];
  const own: unknown[] = [];
  value[name] = own;
  return own;
};

/** Collects pieces, because joining them one by one would take quadratic time. */
const keepUnknown = (value: AnyMessage, bytes: Uint8Array): void => {
  const kept = value[unknownFields] as Uint8Array[] | undefined;
  if (kept === undefined) value[unknownFields] = [bytes];
  else kept.push(bytes);
};

const readMessage = (source: Source, length: number, schema: Schema, value: AnyMessage): AnyMessage => {
  const { reader, bytes } = source;
  const end = reader.pos + length;
  if (end > bytes.length) throw new RangeError('premature EOF');
  while (reader.pos < end) {
    const start = reader.pos;
    const [number, wireType] = reader.tag();
    const field = schema.byNumber.get(number);
    if (field === undefined || wireTypeOf(field) !== wireType) {
      reader.skip(wireType, number);
      keepUnknown(value, bytes.subarray(start, reader.pos));
    } else if (!field.repeated) {
      value[field.name] = readValue(source, field, value[field.name]);
    } else {
      const elements = elementsOf(value, field.name);
      if (field.kind === 'map') putEntry(elements as Entry[], readEntry(reader, field.entry));
      else elements.push(readValue(source, field, undefined));
    }
  }
  if (reader.pos > end) throw new RangeError('premature EOF');
  return value;
};

/**
 * Decodes a message. A repeated occurrence of a field is merged or replaces it, as proto3 specifies. Unknown fields are
 * kept for encoding.
 *
 * @throws RangeError or Error for bytes that are not a message of this schema.
 */
export const decode = <T>(schema: MessageSchema<T>, bytes: Uint8Array): T =>
  readMessage({ reader: new BinaryReader(bytes), bytes }, bytes.length, schema, emptyMessage(schema)) as T;
