import { jsonError } from './request-errors.ts';

/** The character that the reader sees after the end of a text. */
export const END_OF_INPUT = '\u001a';

const BYTE_ORDER_MARK = '\ufeff';

/** A position in a text being read. */
export interface Cursor {
  readonly text: string;
  at: number;
  /** The start of the last token that the reader tracks. Error messages about an object name it. */
  token: number;
  /** Number of open lists and objects. */
  depth: number;
}

/** Starts reading a text. */
export function createCursor(text: string): Cursor {
  const cursor: Cursor = { text, at: text.startsWith(BYTE_ORDER_MARK) ? 1 : 0, token: 0, depth: 0 };
  markToken(cursor);
  return cursor;
}

export function current({ text, at }: Cursor): string {
  return text[at] ?? END_OF_INPUT;
}

export const blank = /[ \t\n\r\f\b]/;

/** Skips blanks and comments. @throws RequestError JSONException. */
export function skipBlanks(cursor: Cursor): void {
  const { text } = cursor;
  for (;;) {
    const code = text.charCodeAt(cursor.at);
    if (code === 32 || (code >= 8 && code <= 13 && code !== 11)) cursor.at += 1;
    else if (code === 47) skipComment(cursor);
    else return;
  }
}

/** Skips control characters too, as the reader does between tokens. @throws RequestError JSONException. */
export function skipControls(cursor: Cursor): void {
  for (;;) {
    skipBlanks(cursor);
    const code = cursor.text.charCodeAt(cursor.at);
    if (!(code < 32 || code === 127)) return;
    cursor.at += 1;
  }
}

/** A comment also ends at the character that marks the end of the text, wherever that occurs. */
const commentEnds: Readonly<Record<string, RegExp>> = {
  '/': new RegExp(`\n|(?=${END_OF_INPUT})|$`, 'g'),
  '*': new RegExp(`\\*/|(?=${END_OF_INPUT})|$`, 'g'),
};

function skipComment(cursor: Cursor): void {
  const { text, at } = cursor;
  const end = commentEnds[text[at + 1] ?? ''];
  if (end === undefined) throw jsonError('invalid comment');
  end.lastIndex = at + 2;
  end.test(text);
  cursor.at = end.lastIndex;
}

/** Matches a sticky pattern at the cursor, without moving it. */
export function matchHere(pattern: RegExp, { text, at }: Cursor): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Describes the current position in the reader's words: position, line, column, and the text. */
export function describePosition({ text, at }: Cursor): string {
  const before = text.slice(0, at);
  const lineBreak = before.lastIndexOf('\n');
  const line = before.split('\n').length;
  // The reader counts a line break as the first column of the next line.
  const column = at - Math.max(lineBreak, 0) + 1;
  return `pos ${at}, line ${line}, column ${column}${text.slice(0, 65_535)}`;
}

/** Tokens whose name is the token itself. */
const PUNCTUATION = '{}[],:;';

/** The reader's name for the token that starts here. */
export function tokenName(cursor: Cursor): string {
  const char = current(cursor);
  if (char === END_OF_INPUT) return 'EOF';
  if (char === '"' || char === "'") return 'string';
  if (PUNCTUATION.includes(char)) return char;
  if (/[-+0-9]/.test(char)) return 'int';
  return matchHere(/(true|false|null|undefined)\b/y, cursor)?.[0] ?? 'error';
}

/** The reader accepts any number of commas between values. */
export function skipBlanksAndCommas(cursor: Cursor): void {
  skipBlanks(cursor);
  while (current(cursor) === ',') {
    cursor.at += 1;
    skipBlanks(cursor);
  }
}

/** Records that a token starts after the blanks. */
export function markToken(cursor: Cursor): void {
  skipBlanks(cursor);
  cursor.token = cursor.at;
}
