import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { toBase58 } from '../protocol/address.ts';
import { type EnumSchema, type MessageInit, type MessageSchema, type NamedField } from '../protocol/messages/schema.ts';
import { parseJsonObject } from './fastjson-reader.ts';
import { composeJson, quoteJson, writeJson } from './json-value.ts';
import { RequestError } from './request-errors.ts';

type Fields = Readonly<Record<string, unknown>>;
type Schema = MessageSchema<unknown>;
type Entry = readonly [key: string, json: string];

/** Whether to print addresses in base58check and names as text (true), or everything in hexadecimal. */
export interface PrintOptions {
  readonly visible: boolean;
}

/**
 * One of the node's two ways to print a message: directly by its protobuf printer, or parsed and printed again by its
 * JSON library.
 */
interface Style {
  readonly message: (schema: Schema, message: Fields, options: PrintOptions) => string;
  readonly mapEntry: (key: string, value: string) => string;
  readonly string: (text: string) => string;
  /** Prints bytes that are text: the protobuf printer's output, and the JSON reader's conversion of it. */
  readonly text: (printed: string, value: string) => string;
  /** How the fields of each schema are printed, determined with the first message. */
  readonly printers: WeakMap<Schema, readonly FieldPrinter[]>;
}

type Print = (value: unknown, options: PrintOptions) => string;

interface FieldPrinter {
  readonly name: string;
  readonly isText: boolean;
  /** The key as the protobuf printer writes it. */
  readonly label: string;
  readonly print: Print;
}

const printed: Style = {
  message: (schema, message, options) => {
    let json = '{';
    for (const { name, label, print } of printersOf(printed, schema)) {
      const value = message[name];
      if (isAbsent(value)) continue;
      if (json !== '{') json += ',';
      json += label + print(value, options);
    }
    return json + '}';
  },
  mapEntry: (key, value) => `{"key": ${key},"value": ${value}}`,
  string: (text) => `"${escapeText(text)}"`,
  text: (json) => `"${json}"`,
  printers: /* @__PURE__ */ new WeakMap(),
};

const composed: Style = {
  message: (schema, message, options) => composeJson(composedEntries(schema, message, options)),
  mapEntry: (key, value) =>
    composeJson([
      ['key', key],
      ['value', value],
    ]),
  string: quoteJson,
  text: (_, value) => quoteJson(value),
  printers: /* @__PURE__ */ new WeakMap(),
};

/**
 * Prints a message as the node's protobuf printer does: a space after the colon, fields in ascending order, no
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

/** Composes single entries, for answers that add or replace keys. */
export function composeEntries<T>(
  schema: MessageSchema<T>,
  message: MessageInit<T>,
  options: PrintOptions,
): readonly Entry[] {
  return composedEntries(schema, message, options);
}

function composedEntries(schema: Schema, message: Fields, options: PrintOptions): readonly Entry[] {
  const printers = printersOf(composed, schema);
  // Text that closes its own string can change how the JSON library reads the whole message.
  if (options.visible && printers.some(({ name, isText }) => isText && closesString(message[name]))) {
    const read = parseJsonObject(printed.message(schema, message, options));
    return [...(read ?? [])].flatMap(([key, value]) => (value === null ? [] : [[key, writeJson(value)] as const]));
  }
  const entries: Entry[] = [];
  for (const { name, print } of printers) {
    const value = message[name];
    if (!isAbsent(value)) entries.push([name, print(value, options)]);
  }
  return entries;
}

const closesString = (hex: unknown): boolean => typeof hex === 'string' && hex.includes('5c22');

function printersOf(style: Style, schema: Schema): readonly FieldPrinter[] {
  const known = style.printers.get(schema);
  if (known !== undefined) return known;
  const printers = schema.fields.map((field): FieldPrinter => {
    const printValue = printerOf(style, field);
    const print = field.repeated ? listPrinter(printValue) : printValue;
    return { name: field.name, isText: field.kind === 'text', label: `"${field.name}": `, print };
  });
  style.printers.set(schema, printers);
  return printers;
}

const listPrinter =
  (print: Print): Print =>
  (value, options) => {
    if (!Array.isArray(value)) return print(value, options);
    let json = '[';
    for (const element of value) json += (json === '[' ? '' : ',') + print(element, options);
    return json + ']';
  };

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

function printerOf(style: Style, field: NamedField): Print {
  switch (field.kind) {
    case 'int64':
    case 'int32':
    case 'bool':
      return String;
    case 'string':
      return (value) => style.string(String(value));
    case 'bytes':
      return (value) => `"${String(value)}"`;
    case 'address':
      return (value, { visible }) => `"${visible ? toBase58(String(value)) : String(value)}"`;
    case 'text':
      return (value, { visible }) => (visible ? formatText(style, String(value)) : `"${String(value)}"`);
    case 'enum':
      return (value) => `"${enumName(field.enumeration, Number(value))}"`;
    case 'message':
      return (value, options) => (isFields(value) ? style.message(field.schema, value, options) : '{}');
    case 'map':
      return (value) => (isFields(value) ? mapEntry(style, value) : '{}');
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
 * Prints text with only its quotes escaped, as the node does, if its JSON reader accepts the result; hexadecimal
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

/** Writes characters outside the basic plane as pairs of escapes. */
function escapeText(text: string): string {
  if (!escaped.test(text)) return text;
  return text.replace(
    new RegExp(escaped, 'g'),
    (char) => shortEscapes[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Encodes text as the bytes of a `text` field. */
export function textBytes(text: string): string {
  return bytesToHex(new TextEncoder().encode(text));
}
