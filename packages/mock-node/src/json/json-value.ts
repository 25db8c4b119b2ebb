import { inHashMapOrder, stringHash } from '../protocol/java/hash-map.ts';

/** A number with a fraction or an exponent, as written. */
export interface Decimal {
  readonly decimal: string;
}

export type JsonObject = Map<string, JsonValue>;

/** A value from the node's general JSON reader: integers of any size, decimals unrounded. */
export type JsonValue = string | bigint | boolean | null | Decimal | readonly JsonValue[] | JsonObject;

/** `Array.isArray` does not narrow to a readonly array. */
export function isJsonArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

// oxlint-disable-next-line no-control-regex
const special = /["\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
};

function escapeSpecial(char: string): string {
  return shortEscapes[char] ?? `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Quotes a string as the node's general JSON writer does. */
export function quoteJson(text: string): string {
  return special.test(text) ? `"${text.replace(new RegExp(special, 'g'), escapeSpecial)}"` : `"${text}"`;
}

/** The cached properties of an object's key. */
interface ComposedKey {
  readonly hash: number;
  /** The key as written, including the colon. */
  readonly label: string;
}

const composedKeys = new Map<string, ComposedKey>();
const MAX_COMPOSED_KEYS = 2000;

function composedKey(key: string): ComposedKey {
  const known = composedKeys.get(key);
  if (known !== undefined) return known;
  const composed = { hash: stringHash(key), label: `${quoteJson(key)}:` };
  // Requests contain keys of the client's choice, so the cache must be limited.
  if (composedKeys.size < MAX_COMPOSED_KEYS) composedKeys.set(key, composed);
  return composed;
}

/** Composes an object from values given as JSON, with keys in the node's order. */
export function composeJson(entries: readonly (readonly [key: string, json: string])[]): string {
  let members = '';
  for (const [key, json] of inHashMapOrder(entries, hashOfEntry))
    members += `${members === '' ? '' : ','}${composedKey(key).label}${json}`;
  return `{${members}}`;
}

const hashOfEntry = ([key]: readonly [key: string, json: string]): number => composedKey(key).hash;

/**
 * Writes a value as the node's general JSON writer does: compact, with keys in the node's order and without nulls in
 * objects.
 */
export function writeJson(value: JsonValue): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return quoteJson(value);
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value instanceof Map) {
    return composeJson(
      [...value].flatMap(([key, entry]) => (entry === null ? [] : [[key, writeJson(entry)] as const])),
    );
  }
  if ('decimal' in value) return decimalText(value);
  return `[${value.map(writeJson).join()}]`;
}

/** Splits a decimal into digits and scale: its value is `digits × 10^-scale`. */
export function unscaled({ decimal }: Decimal): { readonly digits: bigint; readonly scale: number } {
  const [mantissa = '', exponent = '0'] = decimal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}

/** Writes a decimal as Java does, with an exponent if the scale is negative or the value is tiny. */
function decimalText(value: Decimal): string {
  const { digits, scale } = unscaled(value);
  const sign = digits < 0n ? '-' : '';
  const text = (digits < 0n ? -digits : digits).toString();
  const exponent = text.length - 1 - scale;
  if (scale >= 0 && exponent >= -6) {
    const padded = text.padStart(scale + 1, '0');
    const whole = padded.slice(0, padded.length - scale);
    return sign + whole + (scale === 0 ? '' : `.${padded.slice(padded.length - scale)}`);
  }
  const mantissa = text.length === 1 ? text : `${text[0]}.${text.slice(1)}`;
  return `${sign}${mantissa}E${exponent < 0 ? '' : '+'}${exponent}`;
}

/** Reads a member as text; undefined for an absent member or null. */
export function stringMember(object: JsonObject, key: string): string | undefined {
  const value = object.get(key);
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  return writeJson(value);
}
