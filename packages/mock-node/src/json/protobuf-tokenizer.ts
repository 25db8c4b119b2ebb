import { numberFormatError, parseError } from './request-errors.ts';

/** Reads the tokens of a protobuf-JSON text one by one. Errors name the line and column of the unexpected token. */
export interface Tokenizer {
  readonly isAtEnd: () => boolean;
  readonly isAtInteger: () => boolean;
  /** Consumes the next token if it is this one. */
  readonly tryConsume: (token: string) => boolean;
  readonly consume: (token: string) => void;
  /** Consumes a name, with or without quotes. */
  readonly consumeIdentifier: () => string;
  readonly consumeInteger: (parse: (token: string) => bigint) => bigint;
  /** Consumes a quoted string and resolves its escapes. */
  readonly consumeString: () => string;
  /**
   * Consumes the text between quotes, including its escapes. A SyntaxError of `parse` becomes an error at this token.
   */
  readonly consumeQuoted: <T>(parse: (quoted: string) => T) => T;
  readonly error: (problem: string) => Error;
  readonly errorAtPrevious: (problem: string) => Error;
}

const blanks = /(?:[ \t\n\v\f\r]|#.*$)+/my;
const word = /[a-zA-Z_][\w+-]*|\.?[\d+-][\w.+-]*/y;

/** The current token of a text. */
interface Scanner {
  readonly text: string;
  token: string;
  start: number;
  end: number;
  previousStart: number;
}

function advance(scanner: Scanner): void {
  const { text } = scanner;
  scanner.previousStart = scanner.start;
  blanks.lastIndex = scanner.end;
  scanner.start = blanks.test(text) ? blanks.lastIndex : scanner.end;
  scanner.end = tokenEnd(text, scanner.start);
  scanner.token = text.slice(scanner.start, scanner.end);
}

function errorAt({ text }: Scanner, index: number, problem: string): Error {
  const before = text.slice(0, index);
  const line = before.split('\n').length;
  return parseError(`${line}:${index - before.lastIndexOf('\n')}: ${problem}`);
}

export function createTokenizer(text: string): Tokenizer {
  const scanner: Scanner = { text, token: '', start: 0, end: 0, previousStart: 0 };
  advance(scanner);
  const error = (problem: string): Error => errorAt(scanner, scanner.start, problem);
  /** Parses the token, moves on, and turns a SyntaxError into an error at the token. */
  const consumeAs = <T>(parse: (token: string) => T, place: (problem: string) => Error): T => {
    const value = withPlace(() => parse(scanner.token), place);
    advance(scanner);
    return value;
  };
  const tryConsume = (expected: string): boolean => {
    if (scanner.token !== expected) return false;
    advance(scanner);
    return true;
  };
  const consumeQuoted = <T>(parse: (quoted: string) => T): T => {
    const { token } = scanner;
    const quote = token[0];
    if (quote !== '"' && quote !== "'") throw error('Expected string.');
    if (token.length < 2 || token.at(-1) !== quote) throw error('String missing ending quote.');
    return consumeAs(() => parse(token.slice(1, -1)), error);
  };
  return {
    isAtEnd: () => scanner.token === '',
    isAtInteger: () => /^[0-9+-]/.test(scanner.token),
    tryConsume,
    consume: (expected) => {
      if (!tryConsume(expected)) throw error(`Expected "${expected}".`);
    },
    consumeIdentifier: () => {
      const foreign = /[^a-zA-Z0-9_."]/.exec(scanner.token);
      if (foreign !== null) throw error(`Expected identifier. -${foreign[0]}`);
      return consumeAs((token) => token.replaceAll('"', ''), error);
    },
    consumeInteger: (parse) => consumeAs(parse, (problem) => error(`Couldn't parse integer: ${problem}`)),
    consumeString: () => consumeQuoted(unescape),
    consumeQuoted,
    error,
    errorAtPrevious: (problem) => errorAt(scanner, scanner.previousStart, problem),
  };
}

function withPlace<T>(parse: () => T, place: (problem: string) => Error): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SyntaxError) throw place(error.message);
    throw error;
  }
}

/**
 * Finds the end of the token that starts here: a word, a string (up to the end of the line if it is not closed), or one
 * character.
 */
function tokenEnd(text: string, start: number): number {
  const quote = text[start];
  if (quote === '"' || quote === "'") return stringEnd(text, start, quote);
  word.lastIndex = start;
  if (word.test(text)) return word.lastIndex;
  return Math.min(start + 1, text.length);
}

function stringEnd(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at];
    if (char === quote) return at + 1;
    if (char === '\n') return at;
    if (char === '\\') {
      if (text[at + 1] === '\n' || text[at + 1] === '\r') return at + 1;
      at += 1;
    }
  }
  return text.length;
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

function unescape(quoted: string): string {
  if (!quoted.includes('\\')) return quoted;
  return quoted.replace(/\\(u(.{4})|[^]|$)/g, (sequence, body: string, digits: string | undefined) => {
    if (digits !== undefined) {
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw numberFormatError(`For input string: "${digits}" under radix 16`);
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    if (body === '' || body === 'u')
      throw new SyntaxError(`Invalid escape sequence: '${sequence === '\\u' ? '\\u' : '\\'}' at end of string.`);
    const char = escapes[body];
    if (char === undefined) throw new SyntaxError(`Invalid escape sequence: '\\${body}'`);
    return char;
  });
}
