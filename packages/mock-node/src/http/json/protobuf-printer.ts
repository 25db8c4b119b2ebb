import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { toBase58 } from '../../protocol/address.ts';
import { type EnumSchema, type MessageInit, type MessageSchema, type NamedField } from '../../protocol/schema.ts';
import { RequestError } from './request-errors.ts';
import { parseJsonObject } from './fastjson-reader.ts';
import { composeJson, quoteJson, writeJson } from './json-value.ts';

type Fields = Readonly<Record<string, unknown>>;
type Schema = MessageSchema<unknown>;
type Entry = readonly [key: string, json: string];

/** Whether addresses are printed in base58check and names as text (true), or everything in hexadecimal. */
export interface PrintOptions {
  readonly visible: boolean;
}

/**
 * The two ways in which the node prints a message: directly by its protobuf printer, or parsed and printed again by its
 * JSON library.
 */
interface Style {
  readonly message: (schema: Schema, message: Fields, options: PrintOptions) => string;
  readonly mapEntry: (key: string, value: string) => string;
  readonly string: (text: string) => string;
  /** Bytes that are text: what the protobuf printer makes of them, and what its JSON reader makes of that. */
  readonly text: (printed: string, value: string) => string;
}

const printed: Style = {
  message: (schema, message, options) => {
    let json = '{';
    for (const { field, label } of labelledFields(schema)) {
      const value = message[field.name];
      if (isAbsent(value)) continue;
      if (json !== '{') json += ',';
      json += label + formatField(printed, field, value, options);
    }
    return json + '}';
  },
  mapEntry: (key, value) => `{"key": ${key},"value": ${value}}`,
  string: (text) => `"${escapeText(text)}"`,
  text: (json) => `"${json}"`,
};

interface LabelledField {
  readonly field: NamedField;
  readonly label: string;
}

const knownLabels = /* @__PURE__ */ new WeakMap<Schema, readonly LabelledField[]>();

function labelledFields(schema: Schema): readonly LabelledField[] {
  const known = knownLabels.get(schema);
  if (known !== undefined) return known;
  const fields = schema.fields.map((field) => ({ field, label: `"${field.name}": ` }));
  knownLabels.set(schema, fields);
  return fields;
}

const composed: Style = {
  message: (schema, message, options) => composeJson(composedEntries(schema, message, options)),
  mapEntry: (key, value) =>
    composeJson([
      ['key', key],
      ['value', value],
    ]),
  string: quoteJson,
  text: (_, value) => quoteJson(value),
};

/**
 * Prints a message as the node's protobuf printer does: a space after the colon, fields by ascending number, no
 * defaults.
 *
 * Source: docs/protocol/http.md, Response printing.
 */
export function printMessage<T>(schema: MessageSchema<T>, message: MessageInit<T>, options: PrintOptions): string {
  return printed.message(schema, message, options);
}

/**
 * Prints a message as the node's JSON library does: compact, keys in hash order.
 *
 * Source: docs/protocol/http.md, Response printing.
 */
export function composeMessage<T>(schema: MessageSchema<T>, message: MessageInit<T>, options: PrintOptions): string {
  return composed.message(schema, message, options);
}

/** The same as single entries, for answers that add or replace keys. */
export function composeEntries<T>(
  schema: MessageSchema<T>,
  message: MessageInit<T>,
  options: PrintOptions,
): readonly Entry[] {
  return composedEntries(schema, message, options);
}

function composedEntries(schema: Schema, message: Fields, options: PrintOptions): readonly Entry[] {
  // Text that closes its own string may change what the JSON library reads of the whole message.
  if (options.visible && schema.fields.some(({ name, kind }) => kind === 'text' && closesString(message[name]))) {
    const read = parseJsonObject(printed.message(schema, message, options));
    return [...(read ?? [])].flatMap(([key, value]) => (value === null ? [] : [[key, writeJson(value)] as const]));
  }
  const entries: Entry[] = [];
  for (const field of schema.fields) {
    const value = message[field.name];
    if (!isAbsent(value)) entries.push([field.name, formatField(composed, field, value, options)]);
  }
  return entries;
}

const closesString = (hex: unknown): boolean => typeof hex === 'string' && hex.includes('5c22');

function formatField(style: Style, field: NamedField, value: unknown, options: PrintOptions): string {
  if (!field.repeated || !Array.isArray(value)) return formatValue(style, field, value, options);
  return `[${value.map((element) => formatValue(style, field, element, options)).join()}]`;
}

function isAbsent(value: unknown): boolean {
  return (
    value === undefined ||
    value === '' ||
    value === 0n ||
    value === 0 ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}

function formatValue(style: Style, field: NamedField, value: unknown, options: PrintOptions): string {
  switch (field.kind) {
    case 'int64':
    case 'int32':
    case 'bool':
      return String(value);
    case 'string':
      return style.string(String(value));
    case 'bytes':
      return `"${String(value)}"`;
    case 'address':
      return `"${options.visible ? toBase58(String(value)) : String(value)}"`;
    case 'text':
      return options.visible ? formatText(style, String(value)) : `"${String(value)}"`;
    case 'enum':
      return `"${enumName(field.enumeration, Number(value))}"`;
    case 'message':
      return isFields(value) ? style.message(field.schema, value, options) : '{}';
    case 'map':
      return isFields(value) ? mapEntry(style, value) : '{}';
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function mapEntry(style: Style, { key, value }: Fields): string {
  return style.mapEntry(formatScalar(style, key), formatScalar(style, value));
}

function formatScalar(style: Style, value: unknown): string {
  return typeof value === 'string' ? style.string(value) : String(value);
}

function enumName({ name, byNumber }: EnumSchema, value: number): string {
  return byNumber.get(value) ?? `UNKNOWN_ENUM_VALUE_${name.slice(name.lastIndexOf('.') + 1)}_${value}`;
}

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Text between quotes with only its quotes escaped, as the node prints it, if its JSON reader accepts that; hexadecimal
 * otherwise.
 */
function formatText(style: Style, hex: string): string {
  const json = utf8.decode(hexToBytes(hex)).replaceAll('"', '\\"');
  if (!json.includes('\\')) return style.text(json, json);
  try {
    const value = parseJsonObject(`{"key":"${json}"}`)?.get('key');
    return style.text(json, typeof value === 'string' ? value : json);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
  }
  return `"${hex}"`;
}

// oxlint-disable-next-line no-control-regex
const escaped = /[\u0000-\u001f"\\\ud800-\udfff]/;
const shortEscapes: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\\': '\\\\',
  '"': '\\"',
};

/** Characters outside the basic plane become pairs of escapes. */
function escapeText(text: string): string {
  if (!escaped.test(text)) return text;
  return text.replace(
    new RegExp(escaped, 'g'),
    (char) => shortEscapes[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Text as the bytes of a `text` field. */
export function textBytes(text: string): string {
  return bytesToHex(new TextEncoder().encode(text));
}
