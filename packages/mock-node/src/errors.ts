import { closestName } from './closest-name.ts';

/** The context of each code of a {@link MockNodeError}. Source: Decision: codes and contexts are part of the API. */
export interface MockNodeErrorContexts {
  /** A network description is not valid. `path` is the key in its JSON, `problem` what is wrong with its value. */
  CONFIG_INVALID: { readonly path: string; readonly problem: string };
  /** A block cannot be imported. */
  BLOCK_INVALID: { readonly number: number; readonly problem: string };
  /** A dump cannot be loaded. */
  DUMP_INVALID: { readonly path: string; readonly problem: string };
  /** An option or an argument is not valid. `argument` is its name, with the path below it. */
  ARGUMENT_INVALID: { readonly argument: string; readonly problem: string };
  /** A contract was not deployed. `data` is what its constructor reverted with; no `txID`: no block has it. */
  DEPLOYMENT_FAILED: { readonly problem: string; readonly data: string; readonly txID?: string };
  SNAPSHOT_UNKNOWN: { readonly snapshot: string };
  PORT_TAKEN: { readonly host: string; readonly port: number };
  LISTEN_FAILED: { readonly host: string; readonly port: number; readonly problem: string };
  /** A fork's cache has another content, or cannot be written. */
  FORK_CACHE_FAILED: { readonly problem: string };
  /** A fork cannot read something of the network that it began from. `endpoint` has no path and no credentials. */
  FORK_UNREADABLE: { readonly piece: string; readonly endpoint: string; readonly problem: string };
  /** No interface of a node tells a fork something that an operation needs. */
  FORK_UNKNOWN: { readonly piece: string; readonly problem: string };
}

/** The literal codes of this package's errors. Source: Decision: programs tell failures apart by code. */
export type MockNodeErrorCode = keyof MockNodeErrorContexts;

const sentence = (text: string): string => (text.endsWith('?') ? text : `${text}.`);

const messages: { readonly [C in MockNodeErrorCode]: (context: MockNodeErrorContexts[C]) => string } = {
  CONFIG_INVALID: ({ path, problem }) => `${path} ${sentence(problem)}`,
  BLOCK_INVALID: ({ number, problem }) => `Invalid block ${number}: ${problem}. The chain is unchanged.`,
  DUMP_INVALID: ({ path, problem }) => `Invalid dump: ${path} ${problem}. The node is unchanged.`,
  ARGUMENT_INVALID: ({ argument, problem }) => `${argument} ${sentence(problem)}`,
  DEPLOYMENT_FAILED: ({ problem }) => `The contract was not deployed: ${problem}.`,
  SNAPSHOT_UNKNOWN: ({ snapshot }) => `Unknown snapshot ${snapshot}. Take one of this node with snapshot().`,
  PORT_TAKEN: ({ host, port }) => `Port ${port} of ${host} is in use. Choose another, or 0 for any free one.`,
  LISTEN_FAILED: ({ host, port, problem }) => `Cannot listen on ${host}, port ${port}: ${problem}.`,
  FORK_CACHE_FAILED: ({ problem }) => `cache ${problem}.`,
  FORK_UNREADABLE: ({ piece, endpoint, problem }) => `Cannot read ${piece} from ${endpoint}: ${problem}.`,
  FORK_UNKNOWN: ({ piece, problem }) => `A fork cannot know ${piece}: ${problem}.`,
};

/**
 * Misuse of the mock node's own interface. A request that the node refuses over HTTP is answered in the node's words
 * instead. `code` says what is wrong, `context` has the values.
 *
 * Source: Decision: one class a package, told apart by `code`.
 *
 * @example
 * ```ts
 * import { MockNodeError } from '@coin/mock-node';
 *
 * new MockNodeError('PORT_TAKEN', { host: '127.0.0.1', port: 9090 }).message;
 * // => 'Port 9090 of 127.0.0.1 is in use. Choose another, or 0 for any free one.'
 * ```
 */
export class MockNodeError<C extends MockNodeErrorCode = MockNodeErrorCode> extends Error {
  override readonly name = 'MockNodeError';
  readonly code: C;
  readonly context: MockNodeErrorContexts[C];

  constructor(code: C, context: MockNodeErrorContexts[C], options?: ErrorOptions) {
    super(messages[code](context), options);
    this.code = code;
    this.context = context;
  }
}

/**
 * Whether a value is an error of this package and, when a code is given, that one; narrows `context`.
 *
 * Source: Decision: by name and code, so that an error from another copy of the package is recognised too.
 *
 * @param error - any value, as caught.
 * @param code - one of the codes in the README's table.
 *
 * @example
 * ```ts
 * import { isMockNodeError, MockNodeError } from '@coin/mock-node';
 *
 * isMockNodeError(new MockNodeError('SNAPSHOT_UNKNOWN', { snapshot: '7' }), 'SNAPSHOT_UNKNOWN'); // => true
 * isMockNodeError(new Error('SNAPSHOT_UNKNOWN')); // => false
 * ```
 */
export function isMockNodeError<C extends MockNodeErrorCode = MockNodeErrorCode>(
  error: unknown,
  code?: C,
): error is { [Code in C]: MockNodeError<Code> }[C] {
  try {
    const { name, code: actual }: { name?: unknown; code?: unknown } = error ?? {};
    return name === 'MockNodeError' && (code === undefined || actual === code);
  } catch {
    // Reading the value throws, so it is no error of this package.
    return false;
  }
}

/** @throws MockNodeError `ARGUMENT_INVALID`. `problem` completes a sentence that begins with the argument's name. */
export function invalidArgument(argument: string, problem: string): never {
  throw new MockNodeError('ARGUMENT_INVALID', { argument, problem });
}

/** @throws MockNodeError `CONFIG_INVALID`. `problem` completes a sentence that begins with the path. */
export function invalidConfig(path: string, problem: string): never {
  throw new MockNodeError('CONFIG_INVALID', { path, problem });
}

/** The error of an operation on arguments that no check has refused and that it cannot work with. */
function argumentFailure(argument: string, error: unknown): unknown {
  if (isMockNodeError(error)) return error;
  const problem = error instanceof Error ? `cannot be used: ${error.message}` : 'cannot be used';
  return new MockNodeError('ARGUMENT_INVALID', { argument, problem }, { cause: error });
}

/** Runs an operation on a caller's arguments. What it throws is due to them and becomes an error of this package. */
export function refuseUnusable<T>(argument: string, run: () => T): T {
  try {
    const result = run();
    if (!(result instanceof Promise)) return result;
    const settled: Promise<unknown> = result.catch((error: unknown) => {
      throw argumentFailure(argument, error);
    });
    // A promise of the same value.
    return settled as T;
  } catch (error) {
    throw argumentFailure(argument, error);
  }
}

/** An object whose methods refuse arguments as {@link refuseUnusable} does. */
export function withRefusals<T extends object>(methods: T): T {
  const entries = Object.entries(methods).map(([name, method]: [string, unknown]) => [
    name,
    typeof method === 'function'
      ? (...args: unknown[]) =>
          refuseUnusable(`arguments of ${name}`, () => (method as (...given: unknown[]) => unknown)(...args))
      : method,
  ]);
  return Object.fromEntries(entries) as T;
}

/** What is wrong with a value, for `invalidArgument` and `invalidConfig`. */
export function mustBe(requirement: string, value: unknown): string {
  return `must be ${requirement}, but is ${describe(value)}`;
}

function describe(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`;
  if (typeof value === 'object' && value !== null) return isArray(value) ? 'an array' : 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}

/** Whether a value is an array; a revoked proxy is none. */
function isArray(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/** The keys of a type, each exactly once; a key that is missing here or there does not compile. */
export type KnownKeys<T> = { readonly [Key in keyof T]-?: true };

/** The first own key of an options object that is not known, and what is wrong with it. */
export function unknownKey(
  value: unknown,
  known: object,
): { readonly key: string; readonly problem: string } | undefined {
  const key = Object.keys(Object(value)).find((name) => !Object.hasOwn(known, name));
  if (key === undefined) return undefined;
  const names = Object.keys(known);
  if (names.length === 0) return { key, problem: 'is unknown: there are no members' };
  const closest = closestName(key, names);
  const hint = closest === undefined ? '' : `; did you mean ${closest}?`;
  return { key, problem: `is unknown; known are ${names.join(', ')}${hint}` };
}
