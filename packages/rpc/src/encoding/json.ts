/** Plain data, with `bigint` for the wire's int64. */
export type JsonValue = string | number | bigint | boolean | readonly JsonValue[] | JsonObject;

/** A request's body, or a part of it. Undefined values are left out. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/**
 * Writes JSON with every bigint as a bare integer with all its digits: the node accepts int64 in no other form.
 * Source: docs/protocol/http.md, Request body parsing.
 */
export function stringifyJson(value: JsonValue): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(stringifyJson).join(',')}]`;
  const entries = Object.entries(value).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${stringifyJson(item)}`).join(',')}}`;
}

/** Deeper nesting is rejected: no answer of a node comes near it, and it could exhaust the stack of a reader. */
const MAX_DEPTH = 256;
/** A longer number is rejected; the largest value of a token, 2^256 - 1, has 78 digits. */
const MAX_NUMBER_LENGTH = 100;

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DIGIT_ZERO = 0x30;
const DIGIT_NINE = 0x39;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Whether a character may be part of a number, true, false or null. */
const isWordCode = (code: number): boolean =>
  code > SPACE && code !== COMMA && code !== CLOSING_BRACKET && code !== CLOSING_BRACE;

/** Where the string that starts at an index ends: after its closing quote, or at the end of the text. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index + 1;
    index += code === BACKSLASH ? 2 : 1;
  }
  return text.length;
}

/** A longer integer is never safe. */
const MAX_SAFE_LENGTH = 17;

/** Whether `JSON.parse` is known to read a number exactly: it rounds, and makes -0 of 0. */
function isPlainInteger(text: string, start: number, end: number): boolean {
  if (end - start > MAX_SAFE_LENGTH) return false;
  const token = text.slice(start, end);
  return /^(?:0|-?[1-9]\d*)$/.test(token) && Number.isSafeInteger(Number(token));
}

interface Outline {
  /** Members of all objects. */
  readonly members: number;
  /**
   * Whether `JSON.parse` reads the text exactly: its numbers are safe integers, and nothing is escaped. After a key
   * that is a backslash V8 13.6 reads other escaped keys as that one.
   */
  readonly isPlain: boolean;
}

/** Throws if brackets nest too deeply, in any text: `JSON.parse` itself needs seconds for millions of levels. */
function outline(text: string): Outline {
  let depth = 0;
  let members = 0;
  let isPlain = !text.includes('\\');
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index) - 1;
    else if (code === COLON) members++;
    else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) depth--;
    else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      if (++depth > MAX_DEPTH) throw new SyntaxError(`more than ${MAX_DEPTH} levels`);
    } else if (code === MINUS || (code >= DIGIT_ZERO && code <= DIGIT_NINE)) {
      const start = index;
      while (isWordCode(text.charCodeAt(index + 1))) index++;
      isPlain &&= isPlainInteger(text, start, index + 1);
    }
  }
  return { members, isPlain };
}

/** Counts the members of all objects in a parsed value: of several with one key there is one left. */
function countMembers(value: unknown): number {
  if (!(value instanceof Object)) return 0;
  const items: unknown[] = Object.values(value);
  let count = Array.isArray(value) ? 0 : items.length;
  for (const item of items) count += countMembers(item);
  return count;
}

/** A decimal in its only form: `digits` without zeros at their ends, times ten to the power of `exponent`. */
function normalizeDecimal(token: string): { digits: string; exponent: number } {
  const [, integer = '', fraction = '', power = ''] = /^-?(\d+)\.?(\d*)e?(.*)$/i.exec(token) ?? [];
  const [, digits = '', zeros = ''] = /^0*(.*?)(0*)$/.exec(integer + fraction) ?? [];
  return { digits, exponent: Number(power) - fraction.length + zeros.length };
}

const duplicateKey = () => new SyntaxError('duplicate key');
const inexactNumber = () => new RangeError('a number that cannot be held exactly');

/** The exact value of a number: a bigint if it is an integer that a number cannot hold. Throws rather than round. */
function exactNumber(token: string): number | bigint {
  if (token.length > MAX_NUMBER_LENGTH) throw inexactNumber();
  const number = Number(token);
  const { digits, exponent } = normalizeDecimal(token);
  if (exponent < 0) {
    // Rounded to the nearest number, a decimal cannot keep its digits and change its exponent.
    if (normalizeDecimal(String(number)).digits !== digits) throw inexactNumber();
  } else if (!Number.isSafeInteger(number)) {
    if (digits.length + exponent > MAX_NUMBER_LENGTH) throw inexactNumber();
    return BigInt(`${token.startsWith('-') ? '-' : ''}${digits}${'0'.repeat(exponent)}`);
  }
  // Adding 0 makes 0 of -0.
  return number + 0;
}

/** Reads valid JSON, whose brackets and commas need no check. */
function readExactly(text: string): unknown {
  let index = 0;
  const skipSpace = (): number => {
    while (text.charCodeAt(index) <= SPACE) index++;
    return text.charCodeAt(index);
  };
  const readString = (): string => {
    const start = index;
    index = endOfString(text, start);
    // Also without escapes: a mere slice would keep the whole text in memory.
    return JSON.parse(text.slice(start, index)) as string;
  };
  /** Reads the items between two brackets, the first of them at the index. */
  const readItems = (closing: number, readItem: () => void): void => {
    index++;
    if (skipSpace() !== closing) {
      readItem();
      while (skipSpace() !== closing) {
        index++;
        skipSpace();
        readItem();
      }
    }
    index++;
  };
  const readObject = (): unknown => {
    const object: Record<string, unknown> = {};
    readItems(CLOSING_BRACE, () => {
      const key = readString();
      if (Object.hasOwn(object, key)) throw duplicateKey();
      skipSpace();
      index++;
      const value = readValue();
      // Assigned, it would become the object's prototype.
      if (key === '__proto__')
        Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
      else object[key] = value;
    });
    return object;
  };
  const readArray = (): unknown[] => {
    const array: unknown[] = [];
    readItems(CLOSING_BRACKET, () => array.push(readValue()));
    return array;
  };
  const readValue = (): unknown => {
    const first = skipSpace();
    if (first === QUOTE) return readString();
    if (first === OPENING_BRACE) return readObject();
    if (first === OPENING_BRACKET) return readArray();
    const start = index;
    while (isWordCode(text.charCodeAt(index))) index++;
    const word = text.slice(start, index);
    if (first <= DIGIT_NINE) return exactNumber(word);
    return word === 'null' ? null : word === 'true';
  };
  return readValue();
}

/**
 * Parses JSON in linear time and loses nothing: an integer that a number cannot hold is a bigint, also when it is
 * written with a fraction or an exponent; a fraction is a number if that prints the same digits. Throws RangeError
 * for a fraction that would be rounded and for a number of more than 100 characters or digits; SyntaxError for invalid
 * JSON, for more than 256 levels, and for a duplicate key, because the intended value is unknown.
 */
export function parseJson(text: string): unknown {
  const { members, isPlain } = outline(text);
  const value: unknown = JSON.parse(text);
  if (!isPlain) return readExactly(text);
  if (countMembers(value) !== members) throw duplicateKey();
  return value;
}
