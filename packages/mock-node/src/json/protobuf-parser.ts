import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase58 } from '../protocol/address.ts';
import { parseInteger } from '../protocol/java/integer.ts';
import {
  type EnumSchema,
  type MapField,
  type MessageInit,
  type MessageSchema,
  type NamedField,
} from '../protocol/messages/schema.ts';
import { create } from '../protocol/messages/wire.ts';
import { hexFromText } from './hex-text.ts';
import { createTokenizer, type Tokenizer } from './protobuf-tokenizer.ts';

type Fields = Record<string, unknown>;
type Schema = MessageSchema<unknown>;

interface Reading {
  readonly tokens: Tokenizer;
  readonly visible: boolean;
}

/**
 * Reads a message from the node's protobuf-JSON. Unknown keys are skipped, `null` is an absent field, and integers are
 * bare. With `visible`, addresses are base58check and names are text; otherwise both are hexadecimal.
 *
 * Source: docs/protocol/http.md, Request body parsing.
 *
 * @throws RequestError with the line and column of the unexpected token.
 */
export function parseMessage<T>(schema: MessageSchema<T>, text: string, options: { readonly visible: boolean }): T {
  return create(schema, parseFields(schema, text, options));
}

/** Reads only the given fields, without defaults, for a query that needs one of dozens. */
export function parseFields<T>(
  schema: MessageSchema<T>,
  text: string,
  options: { readonly visible: boolean },
): MessageInit<T> {
  const tokens = createTokenizer(text);
  const message: Fields = {};
  tokens.consume('{');
  while (!tokens.tryConsume('}')) readField({ tokens, visible: options.visible }, schema, message);
  if (!tokens.isAtEnd()) {
    throw tokens.error(
      'Expecting the end of the stream, but there seems to be more data!  Check the input for a valid JSON format.',
    );
  }
  return mergeEntries(schema, message) as MessageInit<T>;
}

function readField(reading: Reading, schema: Schema, message: Fields): void {
  const { tokens } = reading;
  do {
    const name = tokens.consumeIdentifier();
    const numbered = /^[0-9]$/.test(name) ? schema.byNumber.get(Number(name)) : undefined;
    const field = schema.byName.get(name) ?? numbered;
    if (field === undefined) {
      skipValue(tokens);
      continue;
    }
    tokens.consume(':');
    if (!tokens.tryConsume('[')) {
      readInto(reading, schema, field, message);
      continue;
    }
    while (!tokens.tryConsume(']')) {
      readInto(reading, schema, field, message);
      tokens.tryConsume(',');
    }
  } while (tokens.tryConsume(','));
}

function readInto(reading: Reading, schema: Schema, field: NamedField, message: Fields): void {
  const { name } = field;
  const value = field.kind === 'map' ? readEntry(reading, field) : readValue(reading, schema, field);
  if (value === undefined) return;
  if (!field.repeated) message[name] = value;
  else if (Array.isArray(message[name])) message[name].push(value);
  else message[name] = [value];
}

interface MapEntry {
  readonly key: unknown;
  readonly value: unknown;
}

/** A later entry replaces an earlier one of the same key, in its place. */
function mergeEntries(schema: Schema, message: Fields): Fields {
  for (const { kind, name } of schema.fields) {
    const entries = message[name];
    if (kind === 'map' && Array.isArray(entries))
      message[name] = [...new Map(entries.map((entry: MapEntry) => [entry.key, entry])).values()];
  }
  return message;
}

/** Skips the value of an unknown key. It can be anything but a fraction, an empty list or an empty object. */
function skipValue(tokens: Tokenizer): void {
  /** The closing tokens still expected. */
  const open: ('}' | ']')[] = [];
  do {
    while (opensMore(tokens, open));
    skipScalar(tokens);
    for (let close = open.at(-1); close !== undefined && !tokens.tryConsume(','); close = open.at(-1)) {
      tokens.consume(close);
      open.pop();
    }
    if (open.at(-1) === '}') tokens.consumeIdentifier();
  } while (open.length > 0);
}

/** Enters a list, or an object up to its first value. */
function opensMore(tokens: Tokenizer, open: ('}' | ']')[]): boolean {
  tokens.tryConsume(':');
  if (tokens.tryConsume('{')) {
    open.push('}');
    tokens.consumeIdentifier();
    return true;
  }
  if (!tokens.tryConsume('[')) return false;
  open.push(']');
  return true;
}

function skipScalar(tokens: Tokenizer): void {
  if (tokens.tryConsume('null')) return;
  if (tokens.isAtInteger()) tokens.consumeInteger((token) => parseInteger(token, 64));
  else if (!tokens.tryConsume('true') && !tokens.tryConsume('false')) tokens.consumeString();
}

function readValue(reading: Reading, schema: Schema, field: Exclude<NamedField, MapField>): unknown {
  const { tokens } = reading;
  if (field.kind === 'message') return readObject(reading, field.schema);
  if (tokens.tryConsume('null')) return undefined;
  switch (field.kind) {
    case 'int64':
      return tokens.consumeInteger((token) => parseInteger(token, 64));
    case 'int32':
      return Number(tokens.consumeInteger((token) => parseInteger(token, 32)));
    case 'bool':
      if (tokens.tryConsume('true')) return true;
      if (tokens.tryConsume('false')) return false;
      throw tokens.error('Expected "true" or "false".');
    case 'string':
      return tokens.consumeString();
    case 'enum':
      return readEnum(tokens, field.enumeration);
    case 'address':
      return tokens.consumeQuoted(reading.visible ? addressReader(`${schema.name}.${field.name}`) : readHex);
    case 'text':
      return tokens.consumeQuoted(reading.visible ? readText : readHex);
    case 'bytes':
      return tokens.consumeQuoted(readHex);
  }
}

function readObject(reading: Reading, schema: Schema): Fields {
  const { tokens } = reading;
  const message: Fields = {};
  tokens.consume('{');
  while (!tokens.tryConsume('}')) {
    if (tokens.isAtEnd()) throw tokens.error('Expected "}".');
    readField(reading, schema, message);
    tokens.tryConsume(',');
  }
  return mergeEntries(schema, message);
}

const zero = { int64: 0n, string: '' } as const;

function readEntry(reading: Reading, field: MapField): MapEntry {
  const { key, value } = field.entry;
  const scalar = (name: string, number: number, kind: 'int64' | 'string') => ({
    name,
    number,
    kind,
    repeated: false,
    presence: 'always' as const,
  });
  const fields = [scalar('key', 1, key), scalar('value', 2, value)];
  const schema: Schema = {
    name: `${field.name}Entry`,
    fields,
    byName: new Map(fields.map((entry) => [entry.name, entry])),
    byNumber: new Map(fields.map((entry) => [entry.number, entry])),
  };
  const entry = readObject(reading, schema);
  return { key: entry['key'] ?? zero[key], value: entry['value'] ?? zero[value] };
}

function readEnum(tokens: Tokenizer, { name, byName, byNumber }: EnumSchema): number {
  if (tokens.isAtInteger()) {
    const number = Number(tokens.consumeInteger((token) => parseInteger(token, 32)));
    if (byNumber.has(number)) return number;
    throw tokens.errorAtPrevious(`Enum type "protocol.${name}" has no value with number ${number}.`);
  }
  const given = tokens.consumeIdentifier();
  const label = /^[a-z]+$/.test(given) ? given.charAt(0).toUpperCase() + given.slice(1) : given;
  const number = byName.get(label);
  if (number === undefined) throw tokens.errorAtPrevious(`Enum type "protocol.${name}" has no value named "${label}".`);
  return number;
}

function readHex(quoted: string): string {
  const hex = hexFromText(quoted);
  if (hex === undefined) throw new SyntaxError('INVALID hex String');
  return hex;
}

function readText(quoted: string): string {
  return bytesToHex(utf8ToBytes(quoted));
}

const addressReader =
  (name: string) =>
  (quoted: string): string => {
    const address = fromBase58(quoted);
    if (address === undefined) throw new SyntaxError(`invalid address for field: protocol.${name}`);
    return address;
  };
