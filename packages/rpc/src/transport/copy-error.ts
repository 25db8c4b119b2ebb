import { isArray } from '../encoding/arguments.ts';

/** Texts are cut after this many characters: an error's may be of any length. */
const MAX_LENGTH = 10_000;
/** Errors of a chain, and of a list, that are copied. */
const MAX_ERRORS = 16;

/** A property of any value; undefined if reading it throws, as a revoked proxy does. */
export function readProperty(value: unknown, key: string): unknown {
  try {
    return (Object(value) as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is object => Object(value) === value;

/**
 * A copy of an error from outside, with the secrets masked in its texts: name, message, code, stack, and the errors in
 * `cause` and `errors`. A custom fetch may keep a request with its headers in any other property, so none is copied.
 */
export function copyError(error: unknown, mask: (text: string) => string): unknown {
  const copies = new Map<unknown, object>();

  const copy = (value: unknown): unknown => {
    if (!isObject(value)) {
      const text = mask(String(value).slice(0, MAX_LENGTH));
      return text === String(value) ? value : text;
    }
    const known = copies.get(value);
    if (known !== undefined || copies.size === MAX_ERRORS) return known;
    const target = typeof readProperty(value, 'stack') === 'string' ? new Error() : {};
    copies.set(value, target);
    const define = (key: string, content: unknown) =>
      Object.defineProperty(target, key, { value: content, configurable: true, writable: true });
    for (const key of ['name', 'message', 'code', 'stack']) {
      const text = readProperty(value, key);
      if (typeof text === 'string' || typeof text === 'number') define(key, copy(text));
    }
    const cause = copy(readProperty(value, 'cause'));
    if (cause !== undefined) define('cause', cause);
    const errors = readProperty(value, 'errors');
    if (isArray(errors)) define('errors', itemsOf(errors).map(copy));
    return target;
  };
  return copy(error);
}

const itemsOf = (list: readonly unknown[]): unknown[] => {
  const length = Number(readProperty(list, 'length'));
  return Array.from({ length: Math.min(length, MAX_ERRORS) }, (_, index) => readProperty(list, String(index)));
};
