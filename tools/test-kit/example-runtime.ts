// The checks that instrumented examples call, in the process that runs them.
import { inspect, isDeepStrictEqual } from 'node:util';
import { matches } from './matches.ts';

export { rest } from './matches.ts';

export function equal(line: number, actual: unknown, expected: unknown): void {
  if (!matches(actual, expected, isDeepStrictEqual))
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
