import { END_OF_INPUT, type Cursor } from './fastjson-cursor.ts';
import { jsonError, numberFormatError } from './request-errors.ts';

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

/**
 * The reader's messages for an unterminated string and for an unknown escape, which depend on the string's position.
 */
interface StringProblems {
  readonly unclosed: string;
  readonly escape: (char: string) => string;
}

const SINGLE_QUOTED = 'unclosed single-quote string';
export const stringProblems: Readonly<Record<'name' | 'double' | 'single', StringProblems>> = {
  name: { unclosed: 'unclosed.str', escape: () => 'unclosed.str.lit' },
  double: { unclosed: `unclosed string : ${END_OF_INPUT}`, escape: (char) => `unclosed string : ${char}` },
  single: { unclosed: SINGLE_QUOTED, escape: () => SINGLE_QUOTED },
};

/** Reads the quoted string that starts here. @throws RequestError JSONException, NumberFormatException. */
export function readString(
  cursor: Cursor,
  quote: string,
  problems = stringProblems[quote === '"' ? 'double' : 'single'],
): string {
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

/** The character that an escape stands for, and the number of characters after its first one. */
function readEscape(text: string, at: number, problems: StringProblems): readonly [unescaped: string, length: number] {
  const char = text[at] ?? END_OF_INPUT;
  if (char === 'u' || char === 'x') {
    const digits = text.slice(at + 1, at + (char === 'u' ? 5 : 3)).padEnd(char === 'u' ? 4 : 2, END_OF_INPUT);
    // Java reads the digits of `\u` as a number, which may have a sign.
    if (
      !(char === 'u' ? /^[-+]?[0-9a-fA-F]+$/ : /^[0-9a-fA-F]+$/).test(digits) ||
      digits.length !== (char === 'u' ? 4 : 2)
    )
      throw char === 'u'
        ? numberFormatError(`For input string: "${digits}" under radix 16`)
        : jsonError('invalid escape character \\x' + digits);
    return [String.fromCharCode(Number.parseInt(digits, 16)), digits.length];
  }
  const unescaped = escapes[char];
  if (unescaped === undefined) throw jsonError(problems.escape(char));
  return [unescaped, 0];
}
