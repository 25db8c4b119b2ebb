/** Plain data, with `bigint` for the wire's int64. */
export type JsonValue = string | number | bigint | boolean | readonly JsonValue[] | JsonObject;

/** A request's body, or a part of it. What is undefined is left out. */
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

/** A whole string, with the colon that makes it a key, or a run of characters that is long enough for an unsafe integer. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"\s*:?|-?[\d.eE+-]{16,}/g;

const isUnsafe = (digits: string): boolean => /^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits));

/**
 * Parses JSON; an integer that a number cannot hold exactly becomes a bigint.
 * Throws SyntaxError, also for a duplicate key: which of the two values the sender meant cannot be known.
 */
export function parseJson(text: string): unknown {
  // Put before the digits of such an integer; extended until the text cannot contain it by chance.
  let mark = '\\u0001';
  while (text.includes(mark)) mark += '\\u0001';
  const tokens = text.match(TOKEN) ?? [];
  let keys = tokens.filter((token) => token.endsWith(':')).length;
  const marked = tokens.some(isUnsafe)
    ? text.replace(TOKEN, (token) => (isUnsafe(token) ? `"${mark}${token}"` : token))
    : text;
  const prefix = '\u0001'.repeat(mark.length / 6);
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string' && value.startsWith(prefix)) return BigInt(value.slice(prefix.length));
    if (value instanceof Object) {
      for (const [key, item] of Object.entries(value)) {
        if (!Array.isArray(value)) keys--;
        const exact = visit(item);
        if (exact !== item) (value as Record<string, unknown>)[key] = exact;
      }
    }
    return value;
  };
  const value = visit(JSON.parse(marked));
  if (keys !== 0) throw new SyntaxError('duplicate key');
  return value;
}
