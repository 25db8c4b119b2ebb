/** A number with a fraction or an exponent, as written. */
export interface Decimal {
  readonly decimal: string;
}

export type JsonObject = Map<string, JsonValue>;

/** A JSON value: integers of any size, decimals unrounded. */
export type JsonValue = string | bigint | boolean | null | Decimal | readonly JsonValue[] | JsonObject;

/** `Array.isArray` does not narrow to a readonly array. */
export function isJsonArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

// oxlint-disable-next-line no-control-regex
const special = /["\\\0-\x1f\ud800-\udfff]/;

/** Quotes a string. Most need no escapes, and testing is faster than `JSON.stringify`. */
export function quoteJson(text: string): string {
  return special.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** Composes an object from values given as JSON. */
export function composeJson(entries: readonly (readonly [key: string, json: string])[]): string {
  let members = '';
  for (const [key, json] of entries) members += `${members === '' ? '' : ','}${quoteJson(key)}:${json}`;
  return `{${members}}`;
}

/** Writes a value compactly. */
export function writeJson(value: JsonValue): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return quoteJson(value);
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value instanceof Map) return composeJson([...value].map(([key, entry]) => [key, writeJson(entry)]));
  if ('decimal' in value) return decimalText(value);
  return `[${value.map(writeJson).join()}]`;
}

/** Splits a decimal into digits without trailing zeros and scale: its value is `digits × 10^-scale`. */
export function unscaled({ decimal }: Decimal): { readonly digits: bigint; readonly scale: number } {
  const [mantissa = '', exponent = '0'] = decimal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const written = whole + fraction;
  const kept = written.replace(/0+$/, '');
  if (!/[1-9]/.test(kept)) return { digits: 0n, scale: 0 };
  return { digits: BigInt(kept), scale: fraction.length - Number(exponent) - (written.length - kept.length) };
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
