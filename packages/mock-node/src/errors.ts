import {
  type ArgumentContext,
  argumentMessage,
  CodedError,
  describeValue,
  type ErrorTable,
  isCodedError,
  oneOfNames,
} from '@coin/errors';

/** The context of each code of a {@link MockNodeError}. */
export interface MockNodeErrorContexts {
  /**
   * An argument has the wrong type or is out of range, or an option has an unknown name. `argument` is the path to it,
   * and `value` is its value as text, which is never a private key. `min`, `max` and `unit` are present if a range is
   * allowed.
   *
   * Pass what `expected` describes. For an unknown option, the message suggests the closest known name.
   */
  ARGUMENT_INVALID: ArgumentContext;
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
  /**
   * A network that is to be forked has set chain parameters, or may soon, whose rules this version does not have.
   * `names` lists them, as getchainparameters does, or as `parameter 99` if only a proposal names the number. `reason` has
   * their values, and the allowed ones of a switch.
   *
   * Use a newer version of `@coin/mock-node`. To go on without these rules, pass the names as `acceptUnknown`: then
   * every answer lists them in its header `x-fork-unknowns`.
   */
  RULES_UNKNOWN: { readonly names: readonly string[]; readonly reason: string };
}

/** The literal codes of this package's errors. */
export type MockNodeErrorCode = keyof MockNodeErrorContexts;

/** The start of `expected` for an unknown option. The known names follow. */
export const KNOWN_NAMES = /* @__PURE__ */ oneOfNames([]);

const table: ErrorTable<MockNodeErrorContexts> = {
  package: 'mock-node',
  messages: {
    CONFIG_INVALID: ({ path, ...rest }) => argumentMessage({ argument: path, ...rest }, ' in the network description'),
    BLOCK_INVALID:
      'Invalid block {number}: {reason}. The chain is unchanged. Import blocks in order, as getblockbynum returns them.',
    DUMP_INVALID:
      'Invalid dump: {path} {reason}. The node is unchanged. Load a dump of a node of the same network and version.',
    DEPLOYMENT_FAILED: 'The contract was not deployed: {reason}. Correct its bytecode, its arguments or the fee limit.',
    SNAPSHOT_UNKNOWN: 'Unknown snapshot "{snapshot}". Pass one that snapshot() of this node returned.',
    PORT_TAKEN: 'Port {port} of {host} is in use. Choose another, or 0 for any free one.',
    LISTEN_FAILED: 'Cannot listen on {host}, port {port}: {reason}.',
    FORK_CACHE_FAILED: 'The cache {reason}. Name another file, or delete this one to start again.',
    FORK_UNREADABLE: 'Cannot read {record} from {endpoint}: {reason}. Try again, or use another endpoint.',
    RULES_UNKNOWN:
      'This version of @coin/mock-node lacks rules of chain parameters that the network has set or proposed: {reason}. Use a newer version, or pass these names as acceptUnknown to go on without the rules.',
    FORK_UNKNOWN: 'A fork cannot know {record}: {reason}. Use createMockNode if your test needs it.',
  },
};

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
export class MockNodeError<C extends MockNodeErrorCode = MockNodeErrorCode> extends CodedError<
  MockNodeErrorContexts,
  C
> {
  override readonly name = 'MockNodeError';

  constructor(code: C, context: MockNodeErrorContexts[C], options?: { readonly cause?: unknown }) {
    super(table, code, context, options);
  }
}

/**
 * Returns whether a value is an error of this package, with this code if one is given. Narrows `context`.
 *
 * It compares name and code, so it also recognizes errors of another copy of the package.
 *
 * @param code - one of the `MockNodeErrorCode`s
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
  return isCodedError(error, 'MockNodeError', code);
}

/** Creates the error of an invalid argument. `expected` completes "it must be …". */
export const argumentInvalid = (
  argument: string,
  value: unknown,
  expected: string,
  options?: { readonly cause?: unknown },
): MockNodeError<'ARGUMENT_INVALID'> =>
  new MockNodeError('ARGUMENT_INVALID', { argument, value: describeValue(value), expected }, options);

/** Creates the error of an invalid network description. `expected` completes "it must be …". */
export const configInvalid = (path: string, value: unknown, expected: string): MockNodeError<'CONFIG_INVALID'> =>
  new MockNodeError('CONFIG_INVALID', { path, value: describeValue(value), expected });

/** Replaces a value that may be a secret. */
export const HIDDEN = '(hidden)';
