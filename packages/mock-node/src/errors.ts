import { closestName } from './closest-name.ts';

/** The context of each code of a {@link MockNodeError}. */
export interface MockNodeErrorContexts {
  /**
   * An argument has the wrong type or is out of range, or an option has an unknown name. `argument` is the path to it,
   * and `value` is its value as text, which is never a private key. `min`, `max` and `unit` are present if a range is
   * allowed.
   *
   * Pass what `expected` describes. For an unknown option, the message suggests the closest known name.
   */
  ARGUMENT_INVALID: {
    readonly argument: string;
    readonly value: string;
    readonly expected: string;
    readonly min?: bigint | number;
    readonly max?: bigint | number;
    readonly unit?: string;
  };
  /**
   * A network description is not valid. `path` is the key in its JSON.
   *
   * Correct that key. For comparison, `createMockNode().network` is a complete description.
   */
  CONFIG_INVALID: { readonly path: string; readonly value: string; readonly expected: string };
  /**
   * `importBlock` cannot import a block. It does not fit the chain, or its transactions had other results here. The
   * chain is unchanged.
   *
   * Import the blocks of one chain in order, in the form of `getblockbynum`, into a node of the same network.
   */
  BLOCK_INVALID: { readonly number: number; readonly reason: string };
  /**
   * `load` cannot read a dump. `path` is the key in its JSON. The node is unchanged.
   *
   * Load a dump that a node of the same network wrote with `dump`.
   */
  DUMP_INVALID: { readonly path: string; readonly reason: string };
  /**
   * A contract was not deployed. `data` is the data its constructor reverted with. If `txID` is absent, the node
   * rejected the transaction, and no block has it.
   *
   * Correct the bytecode, the constructor's arguments, the coin sent to it or the fee limit, as `reason` says.
   */
  DEPLOYMENT_FAILED: { readonly reason: string; readonly data: string; readonly txID?: string };
  /**
   * This node has no snapshot of that name.
   *
   * Pass a name that `snapshot()` of the same node returned. You can revert to a snapshot any number of times.
   */
  SNAPSHOT_UNKNOWN: { readonly snapshot: string };
  /**
   * Another process listens on the port.
   *
   * Choose another port, or 0 for any free one.
   */
  PORT_TAKEN: { readonly host: string; readonly port: number };
  /**
   * The node cannot listen. The address does not belong to this machine, the port needs more rights, the runtime has no
   * `node:http`, or Node is too old.
   *
   * Do what `reason` ends with: choose another address or port, use Node 22.12 or newer, or pass `node.fetch` to the
   * client.
   */
  LISTEN_FAILED: { readonly host: string; readonly port: number; readonly reason: string };
  /**
   * A fork's cache has other content, or cannot be read or written.
   *
   * Name another cache, or delete this one to read everything again.
   */
  FORK_CACHE_FAILED: { readonly reason: string };
  /**
   * A fork cannot read a record of the network that it started from. `record` describes it. `endpoint` omits the path
   * and any credentials.
   *
   * Check that the endpoint responds, and repeat the call. Set `requestsPerSecond` if the endpoint limits requests, and
   * `cache` to keep the records already read.
   */
  FORK_UNREADABLE: { readonly record: string; readonly endpoint: string; readonly reason: string };
  /**
   * An operation needs something that no interface of a full node reports, or only its JSON-RPC interface. `record`
   * describes it.
   *
   * Pass `jsonRpcUrl` for storage. Otherwise set the value with a control such as `setBalance` or `setStorage`, or test
   * this operation on a private network.
   */
  FORK_UNKNOWN: { readonly record: string; readonly reason: string };
}

/** The literal codes of this package's errors. */
export type MockNodeErrorCode = keyof MockNodeErrorContexts;

type ArgumentContext = MockNodeErrorContexts['ARGUMENT_INVALID'];

/** The start of `expected` for an unknown option. The known names follow. */
export const KNOWN_NAMES = 'one of the options ';

/** Maximum number of names in a message. There are more than a hundred chain parameters. */
const MAX_LISTED = 20;

function listNames(names: readonly string[]): string {
  const listed = names.slice(0, MAX_LISTED).join(', ');
  return listed === '' ? 'none' : `one of ${listed}${names.length > MAX_LISTED ? ', …' : ''}`;
}

function invalidValue({ argument, value, expected }: ArgumentContext, where = ''): string {
  if (!expected.startsWith(KNOWN_NAMES)) return `Invalid ${argument} "${value}"${where}: it must be ${expected}.`;
  const names = expected.slice(KNOWN_NAMES.length).split(', ');
  const closest = closestName(argument.replace(/^.*\./, ''), names);
  const advice = closest === undefined ? `Use ${listNames(names)}.` : `Did you mean ${closest}?`;
  return `Unknown option "${argument}"${where}. ${advice}`;
}

const DOCS = 'https://coin-packages.github.io/coin/errors/mock-node/';

const messages: { readonly [C in MockNodeErrorCode]: (context: MockNodeErrorContexts[C]) => string } = {
  ARGUMENT_INVALID: (context) => invalidValue(context),
  CONFIG_INVALID: ({ path, ...rest }) => invalidValue({ argument: path, ...rest }, ' in the network description'),
  BLOCK_INVALID: ({ number, reason }) =>
    `Invalid block ${number}: ${reason}. The chain is unchanged. Import blocks in order, as getblockbynum returns them.`,
  DUMP_INVALID: ({ path, reason }) =>
    `Invalid dump: ${path} ${reason}. The node is unchanged. Load a dump of a node of the same network and version.`,
  DEPLOYMENT_FAILED: ({ reason }) =>
    `The contract was not deployed: ${reason}. Correct its bytecode, its arguments or the fee limit.`,
  SNAPSHOT_UNKNOWN: ({ snapshot }) => `Unknown snapshot "${snapshot}". Pass one that snapshot() of this node returned.`,
  PORT_TAKEN: ({ host, port }) => `Port ${port} of ${host} is in use. Choose another, or 0 for any free one.`,
  LISTEN_FAILED: ({ host, port, reason }) => `Cannot listen on ${host}, port ${port}: ${reason}.`,
  FORK_CACHE_FAILED: ({ reason }) => `The cache ${reason}. Name another file, or delete this one to start again.`,
  FORK_UNREADABLE: ({ record, endpoint, reason }) =>
    `Cannot read ${record} from ${endpoint}: ${reason}. Try again, or use another endpoint.`,
  FORK_UNKNOWN: ({ record, reason }) =>
    `A fork cannot know ${record}: ${reason}. Use createMockNode if your test needs it.`,
};

function messageOf<C extends MockNodeErrorCode>(code: C, context: MockNodeErrorContexts[C]): string {
  return `${messages[code](context)}\nDocs: ${DOCS}${code}.html`;
}

/**
 * Misuse of the mock node's own interface. `code` identifies the problem, and `context` has the values.
 *
 * A request that the node rejects over HTTP is answered in the node's words instead.
 *
 * @example
 * ```ts
 * import { MockNodeError } from '@coin/mock-node';
 *
 * new MockNodeError('PORT_TAKEN', { host: '127.0.0.1', port: 9090 }).shortMessage;
 * // => 'Port 9090 of 127.0.0.1 is in use. Choose another, or 0 for any free one.'
 * ```
 */
export class MockNodeError<C extends MockNodeErrorCode = MockNodeErrorCode> extends Error {
  override readonly name = 'MockNodeError';
  readonly code: C;
  readonly context: MockNodeErrorContexts[C];

  constructor(code: C, context: MockNodeErrorContexts[C], options?: { readonly cause?: unknown }) {
    super(messageOf(code, context), options);
    this.code = code;
    this.context = context;
  }

  /** The message without its last line, the link. Use it in a log line or in a user interface. */
  get shortMessage(): string {
    return this.message.replace(/\nDocs: .*$/, '');
  }
}

/**
 * Returns whether a value is an error of this package, with this code if one is given. Narrows `context`.
 *
 * It compares name and code, so it also recognizes errors of another copy of the package.
 *
 * @param code - one of the codes in the README's table
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
    // Reading the value throws, so it is not an error of this package.
    return false;
  }
}

/** The allowed range of a number, including its ends. */
interface AllowedRange {
  readonly type: 'a bigint' | 'an integer' | 'a number';
  readonly min: bigint | number;
  readonly max?: bigint | number;
  readonly unit?: string;
}

/** Creates the error of an invalid argument. `expected` completes "it must be …". */
export function argumentInvalid(
  argument: string,
  value: unknown,
  expected: string | AllowedRange,
  options?: { readonly cause?: unknown },
): MockNodeError<'ARGUMENT_INVALID'> {
  const context = { argument, value: describeValue(value), ...expectation(expected) };
  return new MockNodeError('ARGUMENT_INVALID', context, options);
}

/** Creates the error of an invalid network description. `expected` completes "it must be …". */
export function configInvalid(
  path: string,
  value: unknown,
  expected: string | AllowedRange,
): MockNodeError<'CONFIG_INVALID'> {
  const context = { path, value: describeValue(value), expected: expectation(expected).expected };
  return new MockNodeError('CONFIG_INVALID', context);
}

function expectation(expected: string | AllowedRange): Omit<ArgumentContext, 'argument' | 'value'> {
  if (typeof expected === 'string') return { expected };
  const { type, ...range } = expected;
  const { min, max, unit } = range;
  const ends = max === undefined ? `of ${min} or more` : `from ${min} to ${max}`;
  return { expected: `${type} ${ends}${unit === undefined ? '' : ` ${unit}`}`, ...range };
}

/** Converts an operation's error, which unusable arguments caused that no check had rejected. */
function argumentFailure(argument: string, error: unknown): unknown {
  if (isMockNodeError(error)) return error;
  const value = error instanceof Error ? error.message : error;
  return argumentInvalid(argument, value, 'of the declared type', { cause: error });
}

/** Runs an operation on a caller's arguments, and converts whatever it throws to an error of this package. */
export function rejectUnusable<T>(argument: string, run: () => T): T {
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

/** Wraps an object's methods, which then reject arguments as {@link rejectUnusable} does. */
export function withRejections<T extends object>(methods: T): T {
  const entries = Object.entries(methods).map(([name, method]: [string, unknown]) => [
    name,
    typeof method === 'function'
      ? (...args: unknown[]) =>
          rejectUnusable(`arguments of ${name}`, () => (method as (...given: unknown[]) => unknown)(...args))
      : method,
  ]);
  return Object.fromEntries(entries) as T;
}

/** Replaces a value that may be a secret. */
export const HIDDEN = '(hidden)';

/** Maximum characters of a value in a message. */
const MAX_SHOWN = 80;

/** Formats a value for a message. A value with its own code is shown by its type only. */
function describeValue(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return isArray(value) ? 'an array' : 'an object';
  const text = String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Whether a value is an array. A revoked proxy is not. */
function isArray(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}
