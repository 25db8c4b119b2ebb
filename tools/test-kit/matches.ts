// Compares a value with what an example shows.

const REST = Symbol('rest');

/** Spread as the last element of an expected object or array, it lets the actual one hold more. */
export const rest: Iterable<symbol> = Object.defineProperty({ [REST]: true } as never, Symbol.iterator, {
  value: function* () {
    yield REST;
  },
});

/**
 * Whether a value is as an example shows it; what is neither a plain object nor an array is compared by `isEqual`.
 */
export function matches(actual: unknown, expected: unknown, isEqual: (a: unknown, b: unknown) => boolean): boolean {
  if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null)
    return isEqual(actual, expected);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return false;
    const open = expected.at(-1) === REST;
    const listed = open ? expected.slice(0, -1) : expected;
    return (
      (open ? actual.length >= listed.length : actual.length === listed.length) &&
      listed.every((item, at) => matches(actual[at], item, isEqual))
    );
  }
  if (Object.getPrototypeOf(expected) !== Object.prototype) return isEqual(actual, expected);
  const open = REST in expected;
  const keys = Object.keys(expected);
  return (
    (open || (Object.getPrototypeOf(actual) === Object.prototype && Object.keys(actual).length === keys.length)) &&
    keys.every(
      (key) =>
        key in actual &&
        matches((actual as Record<string, unknown>)[key], (expected as Record<string, unknown>)[key], isEqual),
    )
  );
}
