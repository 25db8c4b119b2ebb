import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { scaled } from './scaled.ts';

/** A valid call of one export, or of one method of what an export returns. */
export interface Sample {
  readonly run: (...args: never[]) => unknown;
  /** Valid arguments, created anew for each call. */
  readonly args: () => readonly unknown[];
  /** Objects that are not opened to damage what is in them: a client, for instance, is only replaced as a whole. */
  readonly closed?: readonly unknown[];
  /** Errors of the caller's own functions that the documentation says are passed on. */
  readonly passesOn?: (error: unknown) => boolean;
  /** False for a function that takes long for some valid arguments: then only the listed values are tried. */
  readonly drawn?: boolean;
}

/** By the name of the export; `create().method` for a method of what `create` returns. */
export type Samples = Readonly<Record<string, Sample>>;

/** What a hostile function throws. */
const CALLER_ERROR = new Error('thrown by a function of the caller');

/** Its promise counts as handled, so a function that drops it does not end the process. */
const rejecting = (): Promise<never> => {
  const promise = Promise.reject(CALLER_ERROR);
  promise.catch(() => {});
  return promise;
};

const throwing = (): never => {
  throw new Error('thrown while an argument is read');
};
const traps = ['get', 'has', 'ownKeys', 'getPrototypeOf', 'getOwnPropertyDescriptor'] as const;
const throwingProxy = (target: object): object =>
  new Proxy(target, Object.fromEntries(traps.map((trap) => [trap, throwing])));

function revokedProxy(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

/** Values that no function expects, as their kinds are wrong or reading them fails. */
const hostileValues: readonly unknown[] = [
  undefined,
  null,
  '',
  'constructor',
  '__proto__',
  -1,
  0,
  1.5,
  Number.NaN,
  Infinity,
  2 ** 53,
  -1n,
  10n ** 40n,
  true,
  Symbol('x'),
  () => {},
  () => {
    throw CALLER_ERROR;
  },
  rejecting,
  [],
  [null],
  [undefined],
  Array(3),
  {},
  Object.create(null),
  { toString: null, valueOf: null },
  { [Symbol.toPrimitive]: throwing },
  new Date(Number.NaN),
  new Uint8Array(3),
  new Map(),
  cyclic,
  'x'.repeat(1_000),
  throwingProxy({}),
  throwingProxy([]),
  revokedProxy({}),
  revokedProxy([]),
  revokedProxy(() => {}),
];

const drawnValues = fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true, maxDepth: 2 });

const isOpen = (value: unknown): value is object => {
  if (Array.isArray(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
};

/** Every place in a value, as the keys that lead to it. */
function placesIn(value: unknown, closed: readonly unknown[], depth = 0): string[][] {
  if (!isOpen(value) || closed.includes(value) || depth >= 6) return [[]];
  // Of a long list, damage to one item is as good as to another.
  const entries = Object.entries(value).slice(0, 12);
  const inner = entries.flatMap(([key, item]) => placesIn(item, closed, depth + 1).map((rest) => [key, ...rest]));
  return [[], ...inner];
}

/** A copy of a value with the item at a place replaced, or read by a getter. */
function damaged(value: unknown, [key, ...rest]: readonly string[], damage: PropertyDescriptor): unknown {
  if (key === undefined) return damage.value;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  const inner = damaged(Reflect.get(copy, key), rest, damage);
  const property = rest.length === 0 ? damage : { value: inner, writable: true };
  Object.defineProperty(copy, key, { ...property, enumerable: true, configurable: true });
  return copy;
}

/** Whether an object defines its own methods. Their names need samples. */
function methodsOf(value: unknown): string[] {
  const names = new Set<string>();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  for (
    let level: object | null = value;
    level !== null && level !== Object.prototype && !isBuiltIn(level);
    level = Object.getPrototypeOf(level) as object | null
  )
    for (const name of Object.getOwnPropertyNames(level))
      if (name !== 'constructor' && typeof Reflect.get(value, name) === 'function') names.add(name);
  return [...names];
}

const isBuiltIn = (level: object): boolean =>
  Object.values(Object.getOwnPropertyDescriptors(globalThis)).some(
    ({ value }) => typeof value === 'function' && (value as { prototype?: unknown }).prototype === level,
  );

/** Runs a call to its end: awaits a promise, and takes one item of an async iterable. */
async function settle(run: () => unknown): Promise<unknown> {
  const result = await run();
  const isIterable = typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
  if (!isIterable) return result;
  const iterator = (result as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  await iterator.next();
  await iterator.return?.();
  return result;
}

/** The names of everything that a package exports and a caller can call, by the entries of its package.json. */
export async function callableExports(packageFile: string): Promise<readonly string[]> {
  const { exports } = JSON.parse(readFileSync(packageFile, 'utf8')) as {
    exports: Record<string, string | { readonly '@coin/source': string }>;
  };
  const names = new Set<string>();
  for (const target of Object.values(exports)) {
    if (typeof target === 'string') continue;
    const file = resolve(dirname(packageFile), target['@coin/source']);
    const module = (await import(/* @vite-ignore */ file)) as Record<string, unknown>;
    for (const [exported, value] of Object.entries(module)) {
      if (typeof value === 'function') names.add(exported);
      else for (const method of methodsOf(value)) names.add(`${exported}.${method}`);
    }
  }
  return [...names];
}

/** The names of an object's methods, and of those of the plain objects in it: `add`, `faults.add`. */
export function methodPaths(value: unknown, depth = 0): string[] {
  const nested = isOpen(value) && !Array.isArray(value) && depth < 2 ? Object.entries(value) : [];
  return [
    ...methodsOf(value),
    ...nested.flatMap(([key, item]) => methodPaths(item, depth + 1).map((path) => `${key}.${path}`)),
  ];
}

/** The names of methods of what samples return that have no sample. Runs each sample, which must succeed. */
export async function missingMethods(run: Samples, samples: Samples = run): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const [name, { run: call, args }] of Object.entries(run)) {
    const result = await settle(() => call(...(args() as never[])));
    for (const method of methodPaths(result))
      if (!Object.hasOwn(samples, `${name}().${method}`)) missing.push(`${name}().${method}`);
  }
  return missing;
}

/** Each place deep in an argument gets one in so many of the hostile values; all of them in `test:full`. */
const DEEP_STEP = Math.max(1, 3 / scaled(1));

/** Throws unless `isOwn` recognises every failure of a sample's function, whatever its arguments are. */
export async function expectOwnErrors(
  name: string,
  { run, args, closed = [], passesOn = () => false, drawn = true }: Sample,
  isOwn: (error: unknown) => boolean,
): Promise<void> {
  const check = async (given: readonly unknown[], what: string): Promise<void> => {
    let raw: string | undefined;
    try {
      await settle(() => run(...(given as never[])));
    } catch (error) {
      if (!isOwn(error) && !passesOn(error)) raw = shown(error);
    }
    // A message only where it is needed: there are many calls.
    if (raw !== undefined) expect.fail(`${name} with ${what} threw a raw error: ${raw}`);
  };
  await expect(check([], 'no arguments')).resolves.toBeUndefined();
  const places = placesIn(args(), closed).slice(1);
  for (const [turn, place] of places.entries()) {
    const where = place.join('.');
    for (const [index, value] of hostileValues.entries())
      if (place.length === 1 || (index + turn) % DEEP_STEP === 0)
        await check(damaged(args(), place, { value }) as unknown[], `hostile value ${index} at ${where}`);
    if (place.length > 1) await check(damaged(args(), place, { get: throwing }) as unknown[], `a getter at ${where}`);
  }
  if (!drawn || places.length === 0) return;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), drawnValues, (place, value) =>
      check(damaged(args(), place, { value }) as unknown[], `a drawn value at ${place.join('.')}`),
    ),
    { numRuns: scaled(15) },
  );
}

const shown = (error: unknown): string => {
  try {
    return String(error);
  } catch {
    return typeof error;
  }
};

/** Whether calling a hostile function threw an error: some documented callbacks pass their errors on. */
export const isCallerError = (error: unknown): boolean =>
  error === CALLER_ERROR || (error instanceof TypeError && /'apply' on a proxy .* revoked/.test(error.message));
