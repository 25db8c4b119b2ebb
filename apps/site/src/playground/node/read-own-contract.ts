/** What a contract of the reader's own cannot be read as; the message says which field, and why. */
export class InvalidContract extends Error {
  override readonly name = 'InvalidContract';
}

function parseJson(field: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidContract(`${field} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The items of a JSON list; an empty text is an empty list. */
export function parseList<T>(field: string, text: string): readonly T[] {
  const value = text.trim() === '' ? [] : parseJson(field, text);
  if (!Array.isArray(value)) throw new InvalidContract(`${field} is no JSON list: it begins and ends with brackets.`);
  return value as T[];
}

/** Hexadecimal digits without `0x`. */
export function parseHex(field: string, text: string): string {
  const digits = text.trim().replace(/^0x/, '');
  if (!/^([\da-f]{2})*$/i.test(digits))
    throw new InvalidContract(`${field} is not hexadecimal: two digits from 0 to f for each byte.`);
  return digits;
}
