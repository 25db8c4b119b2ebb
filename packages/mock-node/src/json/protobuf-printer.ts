import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { toBase58 } from '../protocol/address.ts';
import { type EnumSchema, type MessageInit, type MessageSchema, type NamedField } from '../protocol/messages/schema.ts';
import { composeJson, quoteJson, writeJson } from './json-value.ts';
import { parseJsonObject } from './read-json.ts';
import { RequestError } from './request-errors.ts';

type Fields = Readonly<Record<string, unknown>>;
type Schema = MessageSchema<unknown>;
type Entry = readonly [key: string, json: string];

/** How to print a message. */
export interface PrintOptions {
  /** Whether to print addresses in base58check and names as text (true), or everything in hexadecimal. */
  readonly visible: boolean;
  /** Whether to print integers of 64 bits as strings. Defaults to false. */
  readonly int64AsString?: boolean;
}

/** The node prints a message directly, or composes it: parses that text and prints it again with its JSON library. */
interface Style extends PrintOptions {
  readonly isDirect: boolean;
}

type Print = (value: unknown, style: Style) => string;

interface FieldPrinter {
  readonly name: string;
  readonly isText: boolean;
  readonly directLabel: string;
  readonly print: Print;
}

/**
 * Prints a message as the node's protobuf printer does: a space after the colon, fields in ascending order, no
 * defaults. Text has only its quotes escaped.
 *
 * Source: docs/protocol/http.md, Response printing.
 */
export function printMessage<T>(schema: MessageSchema<T>, message: MessageInit<T>, options: PrintOptions): string {
  return printFields(schema, message, { ...styleOf(options), isDirect: true });
}

/** Prints a message as the node's JSON library does: compact, and with text escaped. */
export function composeMessage<T>(schema: MessageSchema<T>, message: MessageInit<T>, options: PrintOptions): string {
  return printFields(schema, message, styleOf(options));
}

/** Composes single entries, for answers that add or replace keys. */
export function composeEntries<T>(
  schema: MessageSchema<T>,
  message: MessageInit<T>,
  options: PrintOptions,
): readonly Entry[] {
  return composedEntries(schema, message, styleOf(options));
}

/** Callers pass larger objects. */
const styleOf = ({ visible, int64AsString = false }: PrintOptions): Style => ({
  visible,
  int64AsString,
  isDirect: false,
});

function printFields(schema: Schema, message: Fields, style: Style): string {
  if (!style.isDirect) return composeJson(composedEntries(schema, message, style));
  let json = '{';
  for (const { name, directLabel, print } of printersOf(schema)) {
    const value = message[name];
    if (!isAbsent(value)) json += (json === '{' ? '' : ',') + directLabel + print(value, style);
  }
  return json + '}';
}

function composedEntries(schema: Schema, message: Fields, style: Style): readonly Entry[] {
  const printers = printersOf(schema);
  // Text that closes its own string can change how the JSON library reads the whole message.
  if (style.visible && printers.some(({ name, isText }) => isText && closesString(message[name]))) {
    const read = parseJsonObject(printFields(schema, message, { ...style, isDirect: true }));
    return [...(read ?? [])].map(([key, value]) => [key, writeJson(value)] as const);
  }
  const entries: Entry[] = [];
  for (const { name, print } of printers) {
    const value = message[name];
    if (!isAbsent(value)) entries.push([name, print(value, style)]);
  }
  return entries;
}

const closesString = (hex: unknown): boolean => typeof hex === 'string' && hex.includes('5c22');

/** How the fields of each schema are printed, determined with the first message. */
const printersBySchema = /* @__PURE__ */ new WeakMap<Schema, readonly FieldPrinter[]>();

function printersOf(schema: Schema): readonly FieldPrinter[] {
  const known = printersBySchema.get(schema);
  if (known !== undefined) return known;
  const printers = schema.fields.map((field): FieldPrinter => {
    const { name, kind } = field;
    const print = field.repeated ? listPrinter(printerOf(field)) : printerOf(field);
    return { name, isText: kind === 'text', directLabel: `"${name}": `, print };
  });
  printersBySchema.set(schema, printers);
  return printers;
}

const listPrinter =
  (print: Print): Print =>
  (value, style) => {
    if (!Array.isArray(value)) return print(value, style);
    let json = '[';
    for (const element of value) json += (json === '[' ? '' : ',') + print(element, style);
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

function printerOf(field: NamedField): Print {
  switch (field.kind) {
    case 'int64':
      return printInt64;
    case 'int32':
    case 'bool':
      return String;
    case 'string':
      return printString;
    case 'bytes':
      return (value) => `"${String(value)}"`;
    case 'address':
      return (value, { visible }) => `"${visible ? toBase58(String(value)) : String(value)}"`;
    case 'text':
      return (value, style) => (style.visible ? formatText(String(value), style) : `"${String(value)}"`);
    case 'enum':
      return (value) => `"${enumName(field.enumeration, Number(value))}"`;
    case 'message':
      return (value, style) => (isFields(value) ? printFields(field.schema, value, style) : '{}');
    case 'map':
      return (value, style) => (isFields(value) ? printEntry(value, style) : '{}');
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** Prints an integer of 64 bits. */
export const printInt64 = (value: unknown, { int64AsString }: Pick<PrintOptions, 'int64AsString'>): string =>
  int64AsString ? `"${String(value)}"` : String(value);

const printString: Print = (text) => quoteJson(String(text));

function printEntry({ key, value }: Fields, style: Style): string {
  const [keyJson = '', valueJson = ''] = [key, value].map((part) =>
    typeof part === 'string' ? printString(part, style) : printInt64(part, style),
  );
  if (style.isDirect) return `{"key": ${keyJson},"value": ${valueJson}}`;
  return `{"key":${keyJson},"value":${valueJson}}`;
}

function enumName({ name, byNumber }: EnumSchema, value: number): string {
  return byNumber.get(value) ?? `UNKNOWN_ENUM_VALUE_${name.slice(name.lastIndexOf('.') + 1)}_${value}`;
}

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Prints text with only its quotes escaped, as the node does, if its JSON reader accepts the result; hexadecimal
 * otherwise.
 */
function formatText(hex: string, { isDirect }: Style): string {
  const json = utf8.decode(hexToBytes(hex)).replaceAll('"', '\\"');
  if (!json.includes('\\')) return isDirect ? `"${json}"` : quoteJson(json);
  try {
    const value = parseJsonObject(`{"key":"${json}"}`)?.get('key');
    return isDirect ? `"${json}"` : quoteJson(typeof value === 'string' ? value : json);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
  }
  return `"${hex}"`;
}

/** Encodes text as the bytes of a `text` field. */
export function textBytes(text: string): string {
  return bytesToHex(new TextEncoder().encode(text));
}
