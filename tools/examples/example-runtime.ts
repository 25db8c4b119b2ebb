// The checks that instrumented examples call, in the process that runs them.
import { inspect, isDeepStrictEqual } from 'node:util';

const REST = Symbol('rest');

/** Spread as the last element of an expected object or array, it lets the actual one hold more. */
export const rest: Iterable<symbol> = Object.defineProperty({ [REST]: true } as never, Symbol.iterator, {
  value: function* () {
    yield REST;
  },
});

function matches(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null)
    return isDeepStrictEqual(actual, expected);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return false;
    const open = expected.at(-1) === REST;
    const listed = open ? expected.slice(0, -1) : expected;
    return (
      (open ? actual.length >= listed.length : actual.length === listed.length) &&
      listed.every((item, at) => matches(actual[at], item))
    );
  }
  if (Object.getPrototypeOf(expected) !== Object.prototype) return isDeepStrictEqual(actual, expected);
  const open = REST in expected;
  const keys = Object.keys(expected);
  return (
    (open || (Object.getPrototypeOf(actual) === Object.prototype && Object.keys(actual).length === keys.length)) &&
    keys.every(
      (key) =>
        key in actual && matches((actual as Record<string, unknown>)[key], (expected as Record<string, unknown>)[key]),
    )
  );
}

export function equal(line: number, actual: unknown, expected: unknown): void {
  if (!matches(actual, expected))
    throw new Error(`line ${line}: expected ${inspect(expected)}, got ${inspect(actual, { depth: 6 })}`);
}

export function threw(line: number, thrown: { error: unknown } | undefined, code: string): void {
  if (thrown === undefined) throw new Error(`line ${line}: expected ${code} to be thrown, nothing was`);
  const { error } = thrown;
  if (!(error instanceof Error && 'code' in error && error.code === code))
    throw new Error(`line ${line}: expected ${code} to be thrown, got ${inspect(error)}`, { cause: error });
}

export function logged(...values: readonly unknown[]): unknown {
  return values.length === 1 ? values[0] : values;
}
