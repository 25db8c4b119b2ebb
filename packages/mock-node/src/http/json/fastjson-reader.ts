import { jsonError, numberFormatError, RequestError } from './request-errors.ts';
import { readDecimal } from './json-integer.ts';
import { writeJson } from './json-value.ts';
import type { Decimal, JsonObject, JsonValue } from './json-value.ts';

/** What the reader sees behind the end of a text. */
const endOfInput = '\u001a';

const byteOrderMark = '\ufeff';

interface Cursor {
  readonly text: string;
  at: number;
  /** Where the last token began, as far as the reader takes note of it: complaints about an object name this place. */
  token: number;
}

/**
 * Reads a JSON text as the node's general reader does: single quotes, names without quotes and stray commas are fine, and what is not comes with that
 * reader's words. `undefined` stands for a blank text.
 *
 * Source: docs/protocol/http.md, Request body parsing.
 *
 * @throws RequestError JSONException.
 */
export function parseJson(text: string): JsonValue | undefined {
  if (/^[ \t\n\r\f\b]*$/.test(text)) return undefined;
  const cursor: Cursor = { text, at: text.startsWith(byteOrderMark) ? 1 : 0, token: 0 };
  markToken(cursor);
  const value = readValue(cursor);
  skipBlanks(cursor);
  if (cursor.at < text.length) throw jsonError(`not close json text, token : ${tokenName(cursor)}`);
  return value;
}

/**
 * Reads a text that must be an object; blank text and `null` give undefined, as the reader gives null.
 *
 * @throws RequestError JSONException.
 */
export function parseJsonObject(text: string): JsonObject | undefined {
  const value = parseJson(text);
  if (value === undefined || value === null) return undefined;
  if (!(value instanceof Map)) throw jsonError('can not cast to JSONObject.');
  return value;
}

function current({ text, at }: Cursor): string {
  return text[at] ?? endOfInput;
}

const blank = /[ \t\n\r\f\b]/;

function skipBlanks(cursor: Cursor): void {
  const { text } = cursor;
  for (;;) {
    const code = text.charCodeAt(cursor.at);
    if (code === 32 || (code >= 8 && code <= 13 && code !== 11)) cursor.at += 1;
    else if (code === 47) skipComment(cursor);
    else return;
  }
}

function skipComment(cursor: Cursor): void {
  const { text, at } = cursor;
  if (text[at + 1] === '/') {
    const end = text.indexOf('\n', at);
    cursor.at = end === -1 ? text.length : end + 1;
    return;
  }
  if (text[at + 1] !== '*') throw jsonError('invalid comment');
  const end = text.indexOf('*/', at + 2);
  cursor.at = end === -1 ? text.length : end + 2;
}

/** Where the reader stands, in its words: position, line, column, and the text. */
function place({ text, at }: Cursor): string {
  const before = text.slice(0, at);
  const lineBreak = before.lastIndexOf('\n');
  const line = before.split('\n').length;
  // The reader counts a line break as the first column of its line.
  const column = at - Math.max(lineBreak, 0) + 1;
  return `pos ${at}, line ${line}, column ${column}${text.slice(0, 65_535)}`;
}

function tokenName(cursor: Cursor): string {
  switch (current(cursor)) {
    case '{':
      return '{';
    case '}':
      return '}';
    case '[':
      return '[';
    case ']':
      return ']';
    case ',':
      return ',';
    case ':':
      return ':';
    case '"':
    case "'":
      return 'string';
    case ';':
      return ';';
    case endOfInput:
      return 'EOF';
    default:
      if (/[-+0-9]/.test(current(cursor))) return 'int';
      return (
        /^(true|false|null|undefined)\b/.exec(cursor.text.slice(cursor.at, cursor.at + longestWord))?.[0] ?? 'error'
      );
  }
}

function readValue(cursor: Cursor): JsonValue {
  const char = current(cursor);
  switch (char) {
    case '{':
      return readObject(cursor);
    case '[':
      return readArray(cursor);
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
      if (nothing.test(cursor.text.slice(cursor.at, cursor.at + longestWord))) {
        cursor.at += char === 'u' ? 'undefined'.length : 'NaN'.length;
        return null;
      }
      if (char !== endOfInput) cursor.at += 1;
      throw jsonError(
        char === endOfInput ? 'unterminated json string, ' + place(cursor) : `syntax error, ${place(cursor)}`,
      );
  }
}

/** Words of JavaScript that are read as null. */
const nothing = /^(undefined|NaN)(?![\w$])/;
const longestWord = 10;

function readWord<T>(cursor: Cursor, word: string, value: T, problem: string): T {
  if (!cursor.text.startsWith(word, cursor.at)) throw jsonError(problem);
  cursor.at += word.length;
  const next = current(cursor);
  if (next !== endOfInput && !blank.test(next) && !/[,}\]:/]/.test(next)) throw jsonError(`scan ${word} error`);
  return value;
}

const numeral = /-?\d*(\.\d*)?([eE][+-]?\d*)?/y;

function readNumber(cursor: Cursor): bigint | Decimal {
  numeral.lastIndex = cursor.at;
  const [text, fraction, exponent] = numeral.exec(cursor.text)!;
  cursor.at += text.length;
  // A letter behind a number names its Java type.
  const isTyped = /[LSBFD]/.test(current(cursor));
  if (isTyped) cursor.at += 1;
  if (fraction !== undefined || exponent !== undefined) return checkedDecimal(cursor, text);
  if (text === '-') throw jsonError('illegal number format : -');
  return BigInt(text);
}

/** A decimal of a text is refused in other words than one of a string. */
function checkedDecimal(cursor: Cursor, text: string): Decimal {
  try {
    return readDecimal(text);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const problem = error.message === 'null' ? 'No exponent digits.' : error.message;
    throw jsonError(`${problem}, ${place(cursor)}`);
  }
}

const escapes: Readonly<Record<string, string>> = {
  0: '\0',
  1: '\u0001',
  2: '\u0002',
  3: '\u0003',
  4: '\u0004',
  5: '\u0005',
  6: '\u0006',
  7: '\u0007',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\u000b',
  f: '\f',
  F: '\f',
  r: '\r',
  '"': '"',
  "'": "'",
  '/': '/',
  '\\': '\\',
};

/** What the reader says of a string without an end, and of an escape that is none: it has a way of its own for each place. */
interface StringProblems {
  readonly unclosed: string;
  readonly escape: (char: string) => string;
}

const singleQuoted = 'unclosed single-quote string';
const problemsOf: Readonly<Record<'name' | 'double' | 'single', StringProblems>> = {
  name: { unclosed: 'unclosed.str', escape: () => 'unclosed.str.lit' },
  double: { unclosed: `unclosed string : ${endOfInput}`, escape: (char) => `unclosed string : ${char}` },
  single: { unclosed: singleQuoted, escape: () => singleQuoted },
};

function readString(cursor: Cursor, quote: string, problems = problemsOf[quote === '"' ? 'double' : 'single']): string {
  const { text } = cursor;
  let from = cursor.at + 1;
  let value = '';
  for (let at = from; ; at++) {
    const char = text[at];
    if (char === undefined) throw jsonError(problems.unclosed);
    if (char === quote) {
      cursor.at = at + 1;
      return value + text.slice(from, at);
    }
    if (char !== '\\') continue;
    value += text.slice(from, at);
    at += 1;
    const [unescaped, length] = readEscape(text, at, problems);
    value += unescaped;
    at += length;
    from = at + 1;
  }
}

/** The character behind a backslash, and how many more characters spell it. */
function readEscape(text: string, at: number, problems: StringProblems): readonly [unescaped: string, length: number] {
  const char = text[at] ?? endOfInput;
  if (char === 'u' || char === 'x') {
    const digits = text.slice(at + 1, at + (char === 'u' ? 5 : 3)).padEnd(char === 'u' ? 4 : 2, endOfInput);
    if (!/^[0-9a-fA-F]+$/.test(digits) || digits.length !== (char === 'u' ? 4 : 2))
      throw char === 'u'
        ? numberFormatError(`For input string: "${digits}" under radix 16`)
        : jsonError('invalid escape character \\x' + digits);
    return [String.fromCharCode(Number.parseInt(digits, 16)), digits.length];
  }
  const unescaped = escapes[char];
  if (unescaped === undefined) throw jsonError(problems.escape(char));
  return [unescaped, 0];
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
    // Commas between values may be missing, too.
    if (current(cursor) !== '{' && current(cursor) !== '[') cursor.token = cursor.at;
    values.push(readValue(cursor));
  }
}

function skipBlanksAndCommas(cursor: Cursor): void {
  skipBlanks(cursor);
  while (current(cursor) === ',') {
    cursor.at += 1;
    skipBlanks(cursor);
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

function markToken(cursor: Cursor): void {
  skipBlanks(cursor);
  cursor.token = cursor.at;
}

function readName(cursor: Cursor): string {
  const char = current(cursor);
  if (char === endOfInput) throw jsonError('syntax error');
  if (/[-0-9]/.test(char)) return readNumberName(cursor);
  const isQuoted = char === '"' || char === "'";
  const name = isQuoted ? readString(cursor, char, problemsOf.name) : readBareName(cursor);
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
  if (current(cursor) !== ':') throw jsonError(`parse number key error${place(cursor)}`);
  cursor.at += 1;
  return name;
}

const bareName = /[-\w$]+/y;

function readBareName(cursor: Cursor): string {
  bareName.lastIndex = cursor.at;
  const name = bareName.exec(cursor.text)?.[0];
  if (name === undefined) throw jsonError(`illegal identifier : ${current(cursor)}${place(cursor)}`);
  cursor.at += name.length;
  return name;
}
