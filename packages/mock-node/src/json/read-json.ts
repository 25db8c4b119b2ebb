import { type Decimal, type JsonObject, type JsonValue } from './json-value.ts';
import { jsonError } from './request-errors.ts';

/** What a reader accepts. Source: docs/protocol/http.md, Request body parsing. */
export interface JsonRules {
  /** Accepts single quotes, bare names, comments, one comma before a closing bracket, and more forms of numbers. */
  readonly isLenient: boolean;
  /** Maximum number of names, values and closing brackets. */
  readonly maxTokens: number;
}

/** The rules for bodies of HTTP requests. */
export const bodyRules: JsonRules = { isLenient: true, maxTokens: 100_000 };
/** The rules for bodies of JSON-RPC: standard JSON. */
export const standardRules: JsonRules = { isLenient: false, maxTokens: 100_000 };
/** The rules for texts of any size, such as dumps and the answers of another node. */
export const unlimitedRules: JsonRules = { isLenient: true, maxTokens: Infinity };

/** Maximum number of lists and objects inside each other, and of characters in a number. */
const MAX_DEPTH = 100;
const MAX_NUMBER_LENGTH = 1000;

/**
 * Reads the first value of a text, and ignores what follows it. Returns undefined if there is none.
 *
 * @throws RequestError JSONException. Its words are this package's own.
 */
export function readJson(text: string, rules: JsonRules): JsonValue | undefined {
  const cursor: Cursor = { text, at: 0, tokens: 0, depth: 0, ...rules };
  if (Number.isNaN(skipBlanks(cursor))) return undefined;
  const value = readValue(cursor);
  // A number at the root ends with a blank.
  const isNumber = typeof value === 'bigint' || (typeof value === 'object' && value !== null && 'decimal' in value);
  if (isNumber && !/[ \t\r\n]/.test(text.charAt(cursor.at) || ' ')) throw unexpected(cursor);
  return value;
}

/** Reads a text; undefined for a blank text and for `null`. @throws RequestError JSONException. */
export function parseJson(text: string, rules = unlimitedRules): JsonValue | undefined {
  // oxlint-disable-next-line no-control-regex
  if (/^[\0- ]*(null)?[\0- ]*$/.test(text)) return undefined;
  return readJson(text, rules) ?? undefined;
}

/**
 * Reads a text that must be an object; undefined for a blank text and for `null`. @throws RequestError JSONException.
 */
export function parseJsonObject(text: string, rules = unlimitedRules): JsonObject | undefined {
  const value = parseJson(text, rules);
  if (value === undefined) return undefined;
  if (!(value instanceof Map)) throw jsonError('can not cast to JSONObject.');
  return value;
}

interface Cursor extends JsonRules {
  readonly text: string;
  at: number;
  tokens: number;
  depth: number;
}

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const COMMA = 0x2c;
const SLASH = 0x2f;
const COLON = 0x3a;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const END_BRACKET = 0x5d;
const BRACE = 0x7b;
const END_BRACE = 0x7d;

function unexpected({ text, at }: Cursor): Error {
  if (at >= text.length) return jsonError('Unexpected end of the text');
  return jsonError(`Unexpected ${JSON.stringify(text.charAt(at))} at character ${at + 1}`);
}

function readValue(cursor: Cursor): JsonValue {
  const code = cursor.text.charCodeAt(cursor.at);
  if (code === BRACE) return nested(cursor, readObject);
  if (code === BRACKET) return nested(cursor, readArray);
  countToken(cursor);
  if (code === QUOTE || (code === APOSTROPHE && cursor.isLenient)) return readString(cursor, code);
  const word = matchHere(literal, cursor);
  if (word === undefined) return readNumber(cursor);
  return word === 'null' ? null : word === 'true';
}

const literal = /(?:true|false|null)(?![\p{ID_Continue}$])/uy;

/** Matches a sticky pattern at the cursor, and moves behind it. */
function matchHere(pattern: RegExp, cursor: Cursor): string | undefined {
  pattern.lastIndex = cursor.at;
  const match = pattern.exec(cursor.text)?.[0];
  if (match !== undefined) cursor.at += match.length;
  return match;
}

function countToken(cursor: Cursor): void {
  cursor.tokens += 1;
  if (cursor.tokens > cursor.maxTokens) throw jsonError(`Token count exceeds the maximum of ${cursor.maxTokens}`);
}

/** Reads what starts with a bracket. */
function nested<T>(cursor: Cursor, read: (cursor: Cursor) => T): T {
  cursor.depth += 1;
  if (cursor.depth > MAX_DEPTH) throw jsonError(`Nesting depth exceeds the maximum of ${MAX_DEPTH}`);
  countToken(cursor);
  cursor.at += 1;
  const value = read(cursor);
  countToken(cursor);
  cursor.at += 1;
  cursor.depth -= 1;
  return value;
}

function readArray(cursor: Cursor): readonly JsonValue[] {
  const values: JsonValue[] = [];
  while (hasMore(cursor, END_BRACKET, values.length > 0)) values.push(readValue(cursor));
  return values;
}

function readObject(cursor: Cursor): JsonObject {
  const object: JsonObject = new Map();
  let isFirst = true;
  while (hasMore(cursor, END_BRACE, !isFirst)) {
    isFirst = false;
    countToken(cursor);
    const name = readName(cursor);
    if (skipBlanks(cursor) !== COLON) throw unexpected(cursor);
    cursor.at += 1;
    skipBlanks(cursor);
    object.set(name, readValue(cursor));
  }
  return object;
}

/** Whether another element follows before the closing bracket, after a comma unless it is the first. */
function hasMore(cursor: Cursor, closing: number, needsComma: boolean): boolean {
  const code = skipBlanks(cursor);
  if (code === closing) return false;
  if (!needsComma) return true;
  if (code !== COMMA) throw unexpected(cursor);
  cursor.at += 1;
  return skipBlanks(cursor) !== closing || !cursor.isLenient;
}

const bareName = /[-+*#@$\w\x7f-\x9f\xad\p{ID_Continue}\p{Sc}\p{Cf}]+/uy;

function readName(cursor: Cursor): string {
  const code = cursor.text.charCodeAt(cursor.at);
  if (code === QUOTE || (code === APOSTROPHE && cursor.isLenient)) return readString(cursor, code);
  const name = cursor.isLenient ? matchHere(bareName, cursor) : undefined;
  if (name === undefined) throw unexpected(cursor);
  return name;
}

const standardNumber = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const lenientNumber = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;

function readNumber(cursor: Cursor): bigint | Decimal {
  const text = matchHere(cursor.isLenient ? lenientNumber : standardNumber, cursor);
  if (text === undefined) throw unexpected(cursor);
  if (text.length > MAX_NUMBER_LENGTH) throw jsonError(`Number longer than ${MAX_NUMBER_LENGTH} characters`);
  if (!/[.eE]/.test(text)) return BigInt(text);
  const exponent = Number(/[eE](.*)/.exec(text)?.[1] ?? 0);
  if (Math.abs(exponent) >= 2 ** 31) throw jsonError(`Malformed numeric value (${text})`);
  return { decimal: text.replace(/^\+/, '') };
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  '"': '"',
  '/': '/',
  '\\': '\\',
};

function readString(cursor: Cursor, quote: number): string {
  const { text, isLenient } = cursor;
  let from = cursor.at + 1;
  let value = '';
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      cursor.at = at + 1;
      return value + text.slice(from, at);
    }
    if (code < 32 && !isLenient) break;
    if (code !== BACKSLASH) continue;
    value += text.slice(from, at);
    at += 1;
    const char = text.charAt(at);
    const digits = char === 'u' ? text.slice(at + 1, at + 5) : '';
    const escaped = char === "'" && isLenient ? char : escapes[char];
    if (escaped === undefined && !/^[0-9a-fA-F]{4}$/.test(digits)) throw jsonError(`Unrecognized escape \\${char}`);
    value += escaped ?? String.fromCharCode(Number.parseInt(digits, 16));
    at += digits.length;
    from = at + 1;
  }
  throw jsonError('Unexpected end of a string');
}

/** Skips blanks and comments, and returns the character after them; NaN at the end. */
function skipBlanks(cursor: Cursor): number {
  const { text, isLenient } = cursor;
  for (;;) {
    const code = text.charCodeAt(cursor.at);
    if (code === 32 || code === 9 || code === 10 || code === 13) cursor.at += 1;
    else if (code !== SLASH || !isLenient) return code;
    else if (matchHere(comment, cursor) === undefined) throw unexpected(cursor);
  }
}

const comment = /\/\*[^]*?\*\/|\/\/[^\r\n]*/y;
