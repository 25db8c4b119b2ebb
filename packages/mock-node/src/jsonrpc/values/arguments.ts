import { isJsonArray, type JsonValue } from '../../json/json-value.ts';
import { fitsLong } from '../../protocol/java/long.ts';
import { MalformedArgument } from '../envelope/failures.ts';
import { scalarText } from '../envelope/json-text.ts';

// Readers of arguments, which convert as the node's library does. Each throws MalformedArgument for a wrong shape.
// Source: docs/protocol/json-rpc.md, Arguments.

/** Reads an argument or a member of one. */
export type Reader<T> = (value: JsonValue) => T;

/** Text. Numbers and booleans are converted. */
export const text: Reader<string | null> = (value) => {
  if (value === null) return null;
  const written = scalarText(value);
  if (written === undefined) throw new MalformedArgument();
  return written;
};

/** Any value. */
export const anything: Reader<JsonValue> = (value) => value;

/** A list of any values. Anything but null stands for a list with itself. */
export const list: Reader<readonly JsonValue[] | null> = (value) => {
  if (value === null || isJsonArray(value)) return value;
  return [value];
};

/** A boolean, possibly as text or as an integer. */
export const flag: Reader<boolean | null> = (value) => {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return value !== 0n;
  if (typeof value === 'string') return flagTexts(value.trim(), value === '');
  throw new MalformedArgument();
};

function flagTexts(word: string, isEmpty: boolean): boolean | null {
  if (isEmpty || word === 'null') return null;
  if (/^(true|True|TRUE)$/.test(word)) return true;
  if (/^(false|False|FALSE)$/.test(word)) return false;
  throw new MalformedArgument();
}

/** A boolean for which null means false. */
export const plainFlag: Reader<boolean> = (value) => flag(value) ?? false;

/** An integer, possibly as text. A fraction is truncated. */
const integer =
  (fits: (value: bigint) => boolean): Reader<bigint | null> =>
  (value) => {
    const read = integerOf(value);
    if (read !== null && !fits(read)) throw new MalformedArgument();
    return read;
  };

export const int64 = integer(fitsLong);
export const int32 = integer((value) => BigInt.asIntN(32, value) === value);

function integerOf(value: JsonValue): bigint | null {
  if (value === null || typeof value === 'bigint') return value;
  if (typeof value === 'string') return integerText(value.trim(), value === '');
  if (typeof value === 'object' && 'decimal' in value && Number.isFinite(Number(value.decimal)))
    return BigInt(Math.trunc(Number(value.decimal)));
  throw new MalformedArgument();
}

function integerText(word: string, isEmpty: boolean): bigint | null {
  if (isEmpty || word === 'null') return null;
  if (!/^[+-]?[0-9]{1,30}$/.test(word)) throw new MalformedArgument();
  return BigInt(word.replace('+', ''));
}

/** An object with exactly these members. `defaults` apply to missing ones. */
export function object<T extends object>(
  readers: { readonly [K in keyof T]: Reader<T[K]> },
  defaults: T,
): Reader<T | null> {
  const known = new Map<string, Reader<unknown>>(Object.entries<Reader<unknown>>(readers));
  return (value) => {
    if (value === null) return null;
    if (!(value instanceof Map)) throw new MalformedArgument();
    return { ...defaults, ...Object.fromEntries([...value].map((member) => readMember(known, member))) };
  };
}

function readMember(
  known: ReadonlyMap<string, Reader<unknown>>,
  [key, value]: readonly [string, JsonValue],
): readonly [string, unknown] {
  const reader = known.get(key);
  if (reader === undefined) throw new MalformedArgument(key);
  try {
    return [key, reader(value)];
  } catch (error) {
    throw error instanceof MalformedArgument ? new MalformedArgument(key) : error;
  }
}
