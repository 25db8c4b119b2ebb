import { numberFormatError, parseError } from './request-errors.ts';

/** The tokens of a protobuf-JSON text, one ahead. Errors name the line and column at which the token that does not fit begins. */
export interface Tokenizer {
  isAtEnd(): boolean;
  isAtInteger(): boolean;
  /** Takes the token if it is this one. */
  tryConsume(token: string): boolean;
  consume(token: string): void;
  /** A name, with or without quotes. */
  consumeIdentifier(): string;
  consumeInteger(parse: (token: string) => bigint): bigint;
  /** A quoted string with its escapes resolved. */
  consumeString(): string;
  /** What stands between quotes, as it is. A SyntaxError of `parse` becomes an error at this token. */
  consumeQuoted<T>(parse: (quoted: string) => T): T;
  error(problem: string): Error;
  errorAtPrevious(problem: string): Error;
}

const blanks = /(?:[ \t\n\v\f\r]|#.*$)+/my;
const word = /[a-zA-Z_][\w+-]*|\.?[\d+-][\w.+-]*/y;

export function createTokenizer(text: string): Tokenizer {
  let token = '';
  let start = 0;
  let end = 0;
  let previousStart = 0;

  const advance = (): void => {
    previousStart = start;
    blanks.lastIndex = end;
    if (blanks.test(text)) end = blanks.lastIndex;
    start = end;
    end = tokenEnd(text, start);
    token = text.slice(start, end);
  };

  const errorAt = (index: number, problem: string): Error => {
    const before = text.slice(0, index);
    const line = before.split('\n').length;
    return parseError(`${line}:${index - before.lastIndexOf('\n')}: ${problem}`);
  };
  const error = (problem: string): Error => errorAt(start, problem);

  const tryConsume = (expected: string): boolean => {
    if (token !== expected) return false;
    advance();
    return true;
  };

  const consumeQuoted = <T>(parse: (quoted: string) => T): T => {
    const quote = token[0];
    if (quote !== '"' && quote !== "'") throw error('Expected string.');
    if (token.length < 2 || token.at(-1) !== quote) throw error('String missing ending quote.');
    const value = withPlace(() => parse(token.slice(1, -1)), error);
    advance();
    return value;
  };

  advance();
  return {
    isAtEnd: () => token === '',
    isAtInteger: () => /^[0-9+-]/.test(token),
    tryConsume,
    consume: (expected) => {
      if (!tryConsume(expected)) throw error(`Expected "${expected}".`);
    },
    consumeIdentifier: () => {
      const foreign = /[^a-zA-Z0-9_."]/.exec(token);
      if (foreign !== null) throw error(`Expected identifier. -${foreign[0]}`);
      const name = token.replaceAll('"', '');
      advance();
      return name;
    },
    consumeInteger: (parse) => {
      const value = withPlace(
        () => parse(token),
        (problem) => error(`Couldn't parse integer: ${problem}`),
      );
      advance();
      return value;
    },
    consumeString: () => consumeQuoted(unescape),
    consumeQuoted,
    error,
    errorAtPrevious: (problem) => errorAt(previousStart, problem),
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

/** End of the token that begins here: a word, a string (up to the end of its line where the quote is missing), or one character. */
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
