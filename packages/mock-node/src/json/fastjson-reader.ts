import {
  blank,
  createCursor,
  current,
  describePosition,
  END_OF_INPUT,
  markToken,
  matchHere,
  skipBlanks,
  skipBlanksAndCommas,
  skipControls,
  tokenName,
  type Cursor,
} from './fastjson-cursor.ts';
import { readString, stringProblems } from './fastjson-string.ts';
import { MAX_NUMBER_LENGTH, readDecimal } from './json-integer.ts';
import { writeJson, type Decimal, type JsonObject, type JsonValue } from './json-value.ts';
import { jsonError, RequestError, StackOverflowError } from './request-errors.ts';

/**
 * Reads a JSON text as the node's general reader does. It accepts single quotes, names without quotes and stray commas,
 * and rejects other mistakes with its own messages. Returns undefined for a blank text.
 *
 * Source: docs/protocol/http.md, Request body parsing.
 *
 * @throws RequestError JSONException.
 */
export function parseJson(text: string): JsonValue | undefined {
  if (/^[ \t\n\r\f\b]*$/.test(text)) return undefined;
  const cursor = createCursor(text);
  const value = readValue(cursor);
  skipControls(cursor);
  if (cursor.at < text.length) throw jsonError(`not close json text, token : ${tokenName(cursor)}`);
  return value;
}

/**
 * Reads a text that must be an object; returns undefined for a blank text and for `null`.
 *
 * @throws RequestError JSONException.
 */
export function parseJsonObject(text: string): JsonObject | undefined {
  const value = parseJson(text);
  if (value === undefined || value === null) return undefined;
  if (!(value instanceof Map)) throw jsonError('can not cast to JSONObject.');
  return value;
}

function readValue(cursor: Cursor): JsonValue {
  const char = current(cursor);
  switch (char) {
    case '{':
      if (cursor.depth >= MAX_OBJECT_DEPTH) throw new StackOverflowError();
      return nested(cursor, readObject);
    case '[':
      if (cursor.depth > MAX_ARRAY_DEPTH) throw jsonError('array level > 512');
      return nested(cursor, readArray);
    case '"':
    case "'":
      return readString(cursor, char);
    case 't':
      return readWord(cursor, 'true', true, 'error parse true');
    case 'f':
      return readWord(cursor, 'false', false, 'error parse false');
    case 'n':
      return readWord(cursor, 'null', null, `error parse ${cursor.text[cursor.at + 1] === 'u' ? 'null' : 'new'}`);
    case '+':
      cursor.at += 1;
      return readNumber(cursor);
    default:
      if (/[-0-9]/.test(char)) return readNumber(cursor);
      return readNothing(cursor);
  }
}

/** Maximum number of lists and objects around a list, minus one. */
const MAX_ARRAY_DEPTH = 513;
/** Maximum number of lists and objects around an object, about as many as the stack of a freshly started node holds. */
const MAX_OBJECT_DEPTH = 1_200;

function nested<T>(cursor: Cursor, read: (cursor: Cursor) => T): T {
  cursor.depth += 1;
  const value = read(cursor);
  cursor.depth -= 1;
  return value;
}

/** JavaScript's words that are read as null. */
const nothing = /(undefined|NaN)(?![\w$])/y;

function readNothing(cursor: Cursor): null {
  const word = matchHere(nothing, cursor)?.[0];
  if (word !== undefined) {
    cursor.at += word.length;
    return null;
  }
  if (current(cursor) === END_OF_INPUT) throw jsonError(`unterminated json string, ${describePosition(cursor)}`);
  cursor.at += 1;
  throw jsonError(`syntax error, ${describePosition(cursor)}`);
}

function readWord<T>(cursor: Cursor, word: string, value: T, problem: string): T {
  if (!cursor.text.startsWith(word, cursor.at)) throw jsonError(problem);
  cursor.at += word.length;
  const next = current(cursor);
  if (next !== END_OF_INPUT && !blank.test(next) && !/[,}\]:/]/.test(next)) throw jsonError(`scan ${word} error`);
  return value;
}

const numeral = /-?\d*(\.\d*)?([eE][+-]?\d*)?/y;

function readNumber(cursor: Cursor): bigint | Decimal {
  const [text = '', fraction, exponent] = matchHere(numeral, cursor) ?? [];
  if (text.length - (exponent?.length ?? 0) > MAX_NUMBER_LENGTH) throw jsonError('scanNumber overflow');
  cursor.at += text.length;
  // A letter after a number names its Java type.
  const isTyped = /[LSBFD]/.test(current(cursor));
  if (isTyped) cursor.at += 1;
  if (text.length > MAX_NUMBER_LENGTH) throw jsonError('decimal overflow');
  if (fraction !== undefined || exponent !== undefined) return checkedDecimal(cursor, text);
  if (text === '-') throw jsonError('illegal number format : -');
  return BigInt(text);
}

/** Rejects a number with another message than the text of a number. */
function checkedDecimal(cursor: Cursor, text: string): Decimal {
  try {
    return readDecimal(text);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const problem = error.message === 'null' ? 'No exponent digits.' : error.message;
    throw jsonError(`${problem}, ${describePosition(cursor)}`);
  }
}

function readArray(cursor: Cursor): readonly JsonValue[] {
  const values: JsonValue[] = [];
  cursor.at += 1;
  for (;;) {
    skipBlanksAndCommas(cursor);
    if (current(cursor) === ']') {
      cursor.at += 1;
      return values;
    }
    if (cursor.at >= cursor.text.length) throw jsonError('unclosed jsonArray');
    // Commas between values may be missing.
    if (current(cursor) !== '{' && current(cursor) !== '[') cursor.token = cursor.at;
    values.push(readValue(cursor));
  }
}

function readObject(cursor: Cursor): JsonObject {
  const object: JsonObject = new Map();
  cursor.at += 1;
  for (;;) {
    skipBlanksAndCommas(cursor);
    if (current(cursor) === '}') {
      cursor.at += 1;
      markToken(cursor);
      return object;
    }
    const name = readName(cursor);
    skipBlanks(cursor);
    const first = current(cursor);
    const isNested = first === '{' || first === '[';
    const isScalar = /["\d-]/.test(first);
    if (!isScalar) cursor.token = cursor.at;
    object.set(name, readValue(cursor));
    skipBlanks(cursor);
    if (!isNested && !isScalar && first !== "'") markToken(cursor);
    const next = current(cursor);
    if (next === ',' || next === '}') continue;
    if (first === '{') throw jsonError(`syntax error, ${tokenName(cursor)}`);
    if (first === '[') throw jsonError('syntax error');
    throw jsonError(`syntax error, position at ${cursor.token}, name ${name}`);
  }
}

function readName(cursor: Cursor): string {
  const char = current(cursor);
  if (char === END_OF_INPUT) throw jsonError('syntax error');
  if (/[-0-9]/.test(char)) return readNumberName(cursor);
  const isQuoted = char === '"' || char === "'";
  const name = isQuoted ? readString(cursor, char, stringProblems.name) : readBareName(cursor);
  skipBlanks(cursor);
  if (current(cursor) !== ':') {
    const detail = char === '"' ? `, name ${name}` : isQuoted ? '' : `, actual ${current(cursor)}`;
    throw jsonError(`expect ':' at ${cursor.token}${detail}`);
  }
  cursor.at += 1;
  return name;
}

function readNumberName(cursor: Cursor): string {
  const name = writeJson(readNumber(cursor));
  if (current(cursor) !== ':') throw jsonError(`parse number key error${describePosition(cursor)}`);
  cursor.at += 1;
  return name;
}

const bareName = /[-\w$]+/y;

function readBareName(cursor: Cursor): string {
  const name = matchHere(bareName, cursor)?.[0];
  if (name === undefined) throw jsonError(`illegal identifier : ${current(cursor)}${describePosition(cursor)}`);
  cursor.at += name.length;
  return name;
}
