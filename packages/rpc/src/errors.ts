import { reasonOf, type ArgumentContext, CodedError, type ErrorTable, isCodedError, quoteContext } from '@coin/errors';

/** What is wrong with a text that is not an address: words to translate. */
export type AddressReason =
  | 'not a string'
  | 'wrong length'
  | 'wrong character'
  | 'wrong checksum'
  | 'wrong first byte'
  | 'EVM address'
  | 'not an EVM address'
  | 'not 20 bytes';

/** Why a transaction has no valid signature: words to translate. */
export type SignatureReason =
  | 'unsigned'
  | 'signer failed'
  | 'wallet locked'
  | 'not for wallets'
  | 'wrong form'
  | 'wrong id'
  | 'wrong key'
  | 'no key'
  | 'no permission'
  | 'type not allowed'
  | 'signed twice';

/** The context of each code. `path` is the requested path, without host, query or credentials. */
export interface RpcErrorContexts {
  /**
   * A text is not an address: neither base58check with a valid checksum nor 41-hex.
   *
   * Ask for the address again; `reason` says why. Convert an `EVM address` with `fromEvmAddress`.
   */
  ADDRESS_INVALID: { readonly value: string; readonly reason: AddressReason };
  /**
   * An argument has the wrong type or is out of range, or an option has an unknown name.
   *
   * Pass a value that `expected` describes. For an unknown option, the message suggests the closest known name.
   */
  ARGUMENT_INVALID: ArgumentContext;
  /**
   * The `signal` of the call was aborted.
   *
   * Nothing, if you aborted it. A transaction that was sent before may still get into a block: resume it.
   */
  ABORTED: { readonly path: string };
  /**
   * One of your hooks, limits or planners threw, which ended the call. Its error is the `cause`.
   *
   * Correct the callback. Let a hook that only observes catch its own errors.
   */
  CALLBACK_FAILED: { readonly path: string; readonly callback: string; readonly reason: string };
  /**
   * No complete answer arrived within `timeoutMs`, including retries.
   *
   * Raise `timeoutMs` of the call or `totalTimeout` of `http`, or add a second endpoint with `fallback`.
   */
  TIMEOUT: { readonly path: string; readonly timeoutMs: number };
  /**
   * The connection to the endpoint failed or broke. `reason` is the platform's description.
   *
   * Check the URL and the network, and repeat the call. In a browser, `Failed to fetch` may mean CORS: the endpoint does
   * not allow the origin of your page, or the header of an API key. Send the request through a server of your own.
   */
  NETWORK_FAILED: { readonly path: string; readonly reason: string };
  /**
   * The endpoint answered with a failure status that no other code covers. `body` is the beginning of its answer.
   *
   * Repeat the call after a 5xx. Otherwise check the URL: a gateway may have answered instead of a node.
   */
  HTTP_STATUS: { readonly path: string; readonly status: number; readonly body: string };
  /**
   * The endpoint answered 401, or 403 without mentioning a limit.
   *
   * Check the `apiKey` and the `apiKeyHeader` of this endpoint.
   */
  UNAUTHORIZED: { readonly path: string; readonly status: number; readonly body: string };
  /**
   * The endpoint answered 429, or 403 or an error that mentions a limit.
   *
   * Wait `retryAfterMs` if the error has it. Send less with `createRateLimit`, or add an endpoint.
   */
  RATE_LIMITED: { readonly path: string; readonly status: number; readonly body: string };
  /**
   * The endpoint rejected the request for its size, or a batch of too many calls.
   *
   * Send less per request, or raise the limit of your node or gateway. A node takes 4 MiB by default.
   */
  REQUEST_TOO_LARGE: { readonly path: string; readonly status: number; readonly body: string };
  /**
   * The endpoint does not know this path, or has switched the call off.
   *
   * Use an endpoint that offers it. `estimateEnergy` falls back to a simulation automatically.
   */
  NOT_SUPPORTED: { readonly path: string; readonly status: number; readonly nodeMessage: string };
  /**
   * The answer has no body.
   *
   * Repeat the call, or use another endpoint.
   */
  RESPONSE_EMPTY: { readonly path: string; readonly status: number };
  /**
   * The answer is not JSON: a page, a text, a part of an answer, or an object with the same key twice.
   *
   * Repeat the call. If it happens again, look at `contentType` and `body`: something in front of the node answered.
   */
  RESPONSE_NOT_JSON: {
    readonly path: string;
    readonly contentType: string;
    readonly body: string;
    readonly reason: string;
  };
  /**
   * The answer is larger than `limitBytes`. It was not read to its end.
   *
   * Raise `maxResponseBytes` of the transport, or request fewer blocks per call.
   */
  RESPONSE_TOO_LARGE: { readonly path: string; readonly limitBytes: number };
  /**
   * The answer is JSON of an unexpected shape, or does not match the request. `field` says where.
   *
   * If the error is `retryable`, the node may be behind: repeat the call. Otherwise ask another endpoint: the node is
   * faulty, of another version, or lies.
   */
  RESPONSE_INVALID: { readonly path: string; readonly field: string; readonly reason: string };
  /**
   * The node failed while it handled the request. Nodes after 4.8.2 name no class as `nodeCode`, and call most errors
   * `internal server error`.
   *
   * Read `nodeMessage`. If the arguments are right, ask another endpoint or repeat the call later.
   */
  NODE_ERROR: { readonly path: string; readonly nodeCode: string; readonly nodeMessage: string };
  /**
   * The node rejected the request by the rules of the chain: too little coin, no such account or contract.
   *
   * Correct the problem that `nodeMessage` names. The same request will fail on every node.
   */
  VALIDATION_FAILED: { readonly path: string; readonly nodeMessage: string };
  /**
   * An endpoint belongs to another network than the transport, the stored transaction or the cursor. `expected` and
   * `actual` are ids of genesis blocks.
   *
   * Correct the URL or the `genesisId`. Do not send the transaction on the other network.
   */
  ENDPOINT_MISMATCH: { readonly expected: string; readonly actual: string };
  /**
   * The contract reverted. `reason` is decoded by the ABI if there is one.
   *
   * Correct the call: its arguments, its sender, the coin it sends or the state that the contract asks for.
   */
  CALL_REVERTED: {
    readonly path: string;
    readonly reason: string;
    readonly data: string;
    readonly energyUsed?: bigint;
  };
  /**
   * The virtual machine stopped the contract: an invalid instruction, too little energy, too much memory.
   *
   * Check the contract and its arguments. More energy helps only if `result` is OUT_OF_ENERGY.
   */
  CALL_FAILED: { readonly path: string; readonly result: string; readonly nodeMessage: string };
  /**
   * The node built a transaction that differs from the request. `field` names the difference.
   *
   * Do not sign it. Use another node: this one is faulty or lies. If `field` is `expiration`, `maxLifeMs` may be too
   * short for this network.
   */
  TRANSACTION_MISMATCH: { readonly field: string; readonly requested: string; readonly built: string };
  /**
   * The node repeatedly built `txID`, which this client has built before. Sending both would pay once. Nothing was sent.
   *
   * Repeat the call. If it fails again, the node's clock stands still, or a cache answers.
   */
  SAME_TRANSACTION: { readonly path: string; readonly txID: string };
  /**
   * The clocks of the node and the client are more than ten seconds apart. `skewMs` is the node's time less the
   * client's. Nothing was signed.
   *
   * Synchronize both clocks. If the client's is right, use another node.
   */
  CLOCK_WRONG: { readonly skewMs: number };
  /**
   * The newest block of the node is more than half a minute old: the node is still syncing, or has lost its peers.
   * Nothing was signed.
   *
   * Repeat the call once the node has caught up, or use another node.
   */
  NODE_LAGS: { readonly lagMs: number };
  /**
   * A signature is missing, belongs to another transaction, or was made by a key that may not sign this one. `txID` is
   * the id of the transaction, or the hash of a message. `reason` says why in words to translate, and `detail` in a
   * sentence.
   *
   * Sign the same bytes with a key of the permission that the transaction names. If the signer failed (`cause`), repeat
   * the call if the error is `retryable`.
   */
  SIGNATURE_INVALID: { readonly txID: string; readonly reason: SignatureReason; readonly detail: string };
  /**
   * The user of a wallet refused to sign. `reason` has the wallet's words.
   *
   * Nothing was signed or sent. Ask again if the user wants to.
   */
  REJECTED_BY_USER: { readonly txID: string; readonly reason: string };
  /**
   * A wallet returned another transaction than the one that it was asked to sign.
   *
   * Nothing was sent from here, but the wallet may have sent its own: look up `changedTxID` before you sign again.
   * `sendTransaction` throws it when no block has `txID` after ten seconds.
   */
  TRANSACTION_CHANGED: { readonly txID: string; readonly changedTxID: string };
  /**
   * A wallet or service signed with a key that does not belong to `expected`.
   *
   * Ask the user to select this account in the wallet, or correct the name of the key in the service.
   */
  WRONG_SIGNER: { readonly txID: string; readonly expected: string; readonly actual: string };
  /**
   * The node rejected these bytes. Bytes that were sent before, or by another process, may still get into a block until
   * they expire.
   *
   * On the first try, correct the transaction and sign another one. Otherwise pass the whole transaction to
   * `waitForTransaction`, and sign another one only after `TRANSACTION_EXPIRED`.
   */
  BROADCAST_REJECTED: { readonly txID: string; readonly nodeCode: string; readonly nodeMessage: string };
  /**
   * The transaction may be in a block or may still get into one. `reason` says why the outcome is not proven.
   *
   * Pass its bytes to `resumeTransaction`, or the whole transaction to `waitForTransaction`. Do not sign another one
   * before `TRANSACTION_EXPIRED`.
   */
  BROADCAST_OUTCOME_UNKNOWN: { readonly txID: string; readonly expiration: number; readonly reason: string };
  /**
   * The transaction is in a block, but failed. `fee` is its cost in small units.
   *
   * Correct what `reason` names before you send another one: the outcome is final once the block is solid.
   */
  TRANSACTION_FAILED: {
    readonly txID: string;
    readonly result: string;
    readonly reason: string;
    readonly data: string;
    readonly fee: bigint;
  };
  /**
   * The transaction is in no block, and none can include it any more.
   *
   * Sign another one. This is the only code after which that is safe.
   */
  TRANSACTION_EXPIRED: { readonly txID: string; readonly expiration: number; readonly solidTime: number };
  /**
   * A fork dropped the block of a cursor and an unknown number of blocks before it.
   *
   * Go back to a solid block and follow the chain from there.
   */
  BLOCK_DROPPED: { readonly number: number; readonly blockID: string };
  /**
   * The id of a block is not the hash of its header.
   *
   * Ask another node: this one is faulty or lies.
   */
  BLOCK_ID_MISMATCH: { readonly number: number; readonly reason: string };
  /**
   * A block does not name the block before it as its parent.
   *
   * Read the blocks again: a fork may have replaced them in between. If it happens again, ask another node.
   */
  PARENT_MISMATCH: { readonly number: number; readonly reason: string };
  /**
   * The id of a transaction is not the hash of its raw data, or the block does not contain the transaction.
   *
   * Ask another node: this one is faulty or lies.
   */
  TRANSACTION_ID_MISMATCH: { readonly number: number; readonly reason: string };
  /**
   * The header of a block commits to other transactions, another order, or other results; or what is listed are not
   * whole transactions, or one of them twice.
   *
   * Do not credit it. Ask another node: this one is faulty or lies. A stored certificate was changed.
   */
  TRANSACTION_ROOT_MISMATCH: { readonly number: number; readonly reason: string };
  /**
   * The signature of a block is not by the key of the witness that is said to have produced it.
   *
   * Check whether the witness has changed its key since the list of witnesses was read. Otherwise the block is forged.
   */
  BLOCK_SIGNATURE_INVALID: { readonly number: number; readonly reason: string };
  /**
   * A witness produced a block out of turn.
   *
   * Check the order of the list of witnesses and the times of its cycle. Otherwise the block is forged.
   */
  WITNESS_OUT_OF_TURN: { readonly number: number; readonly reason: string };
  /**
   * The list of witnesses has no cycle for the time of the block.
   *
   * Add the cycle, from a source that you trust or as several nodes agree on it.
   */
  WITNESSES_UNKNOWN: { readonly number: number; readonly reason: string };
  /**
   * Too few witnesses have produced the block or a later one, so a fork may still undo it.
   *
   * Wait for further blocks, and prove the transaction again.
   */
  BLOCK_NOT_SOLID: { readonly number: number; readonly reason: string };
  /**
   * Fewer than `atLeast` nodes gave the same answer. `replies` has what each of them said.
   *
   * Compare the replies: a node may lie, be behind, or be on another network.
   */
  NODES_DISAGREE: {
    readonly path: string;
    readonly atLeast: number;
    readonly reason: string;
    readonly replies: readonly NodeReply[];
  };
}

/** The answer of one of several nodes. */
export interface NodeReply {
  /** Origin of the endpoint. */
  readonly endpoint: string;
  readonly status: 'differs' | 'failed';
  /** Absent if it failed. */
  readonly value?: unknown;
  /** Why it failed. */
  readonly error?: unknown;
}

/** The literal codes of this package's errors: public API. */
export type RpcErrorCode = keyof RpcErrorContexts;

/** What browsers say of a request that failed, also of one that they blocked. */
export const BROWSER_WORDS = /^(?:Failed to fetch|Load failed|NetworkError)/;

const table: ErrorTable<RpcErrorContexts> = {
  package: 'rpc',
  messages: {
    ADDRESS_INVALID: ({ value, reason }) =>
      `Invalid address "${value}": ${reason}. ${reason === 'EVM address' ? 'Convert it with fromEvmAddress' : 'Use base58check (34 characters) or 41-hex (42)'}.`,
    ABORTED: '{path}: aborted by the signal.',
    CALLBACK_FAILED: '{path}: {callback} threw and ended the call. Correct it: {reason}',
    TIMEOUT: '{path}: no complete answer within {timeoutMs} ms. Raise the timeout or add an endpoint.',
    NETWORK_FAILED: ({ path, reason }) =>
      `${path}: connection failed: ${reason}. Check the URL and the network${BROWSER_WORDS.test(reason) ? ', and whether the endpoint allows your page (CORS)' : ''}.`,
    HTTP_STATUS: '{path}: status {status}. Retry or check the URL: {body}',
    UNAUTHORIZED: '{path}: status {status}. Check the API key: {body}',
    RATE_LIMITED: '{path}: status {status}, rate limited. Send fewer requests: {body}',
    REQUEST_TOO_LARGE: '{path}: status {status}, request too large. Send less per request: {body}',
    NOT_SUPPORTED: '{path}: status {status}, not supported. Use another endpoint: {nodeMessage}',
    RESPONSE_EMPTY: '{path}: status {status}, empty body. Use another endpoint.',
    RESPONSE_NOT_JSON: '{path}: not valid JSON: {reason}, content type {contentType}. Retry or check the URL: {body}',
    RESPONSE_TOO_LARGE: '{path}: answer larger than {limitBytes} bytes. Raise maxResponseBytes or request less.',
    RESPONSE_INVALID: '{path}: unexpected answer at {field}: {reason}. Use another endpoint.',
    NODE_ERROR: ({ path, nodeCode, nodeMessage }) =>
      `${path}: the node failed${nodeCode && ` with ${nodeCode}`}. Use another endpoint: ${nodeMessage}`,
    VALIDATION_FAILED: '{path}: rejected by the node. Correct the request: {nodeMessage}',
    ENDPOINT_MISMATCH:
      'The endpoint belongs to another network: genesis block {actual}, expected {expected}. Correct the URL.',
    CALL_REVERTED: 'The contract reverted. Correct the call: {reason}',
    CALL_FAILED: 'The contract failed with {result}. Correct the call: {nodeMessage}',
    TRANSACTION_MISMATCH:
      'The node built another transaction: {field} is {built}, requested {requested}. Do not sign it. Use another endpoint.',
    SAME_TRANSACTION: '{path}: the node built {txID} again. Sending it twice pays once. Repeat the call.',
    CLOCK_WRONG:
      "The node's clock minus the client's is {skewMs} ms, and at most 10000 ms in either direction are allowed. Synchronize both clocks.",
    NODE_LAGS:
      "The node's newest block is {lagMs} ms old, and at most 30000 ms are allowed. Retry, or use another endpoint.",
    SIGNATURE_INVALID: 'There is no valid signature of {txID}: {detail}. Sign these bytes with a key that may.',
    REJECTED_BY_USER: 'The user rejected transaction {txID}, so nothing was signed: {reason}',
    TRANSACTION_CHANGED: 'The wallet returned {changedTxID} instead of {txID}, and may have sent it. Look it up.',
    WRONG_SIGNER: 'The signature of {txID} is by {actual}. Sign with the key of {expected}; in a wallet, select it.',
    BROADCAST_REJECTED:
      'Transaction {txID} rejected by the node: {nodeCode}: {nodeMessage}. If the same bytes were sent before, a block may still include them. Pass the whole transaction to waitForTransaction, and do not sign another one before TRANSACTION_EXPIRED.',
    BROADCAST_OUTCOME_UNKNOWN:
      'Transaction {txID} may be in a block: {reason}. Pass the whole transaction to waitForTransaction, and do not sign another one before TRANSACTION_EXPIRED.',
    TRANSACTION_FAILED:
      'Transaction {txID} failed with {result}: {reason}. It cost {fee} small units. Correct the cause.',
    TRANSACTION_EXPIRED:
      'Transaction {txID} expired at {expiration} ms: the newest solid block is from {solidTime} ms. Sign a new one.',
    BLOCK_DROPPED: 'A fork dropped block {number}, {blockID}. Go back to a solid block.',
    BLOCK_ID_MISMATCH: '{reason}',
    PARENT_MISMATCH: '{reason}',
    TRANSACTION_ID_MISMATCH: '{reason}',
    TRANSACTION_ROOT_MISMATCH: '{reason}',
    BLOCK_SIGNATURE_INVALID: '{reason}',
    WITNESS_OUT_OF_TURN: '{reason}',
    WITNESSES_UNKNOWN: '{reason}',
    BLOCK_NOT_SOLID: '{reason}',
    NODES_DISAGREE: '{reason}',
  },
};

/** The fields of an error besides its context. */
export interface RpcErrorOptions {
  /** The same request may succeed when sent again. */
  readonly retryable?: boolean;
  /** The time that the endpoint asked to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Origin of the endpoint that answered: no path, no credentials. */
  readonly endpoint?: string | undefined;
  readonly cause?: unknown;
}

/**
 * The only error class of this package. `code` identifies the failure, and `context` has the values of that code.
 * Secrets (API keys, credentials in URLs) never enter a message or a context. Texts that message and context quote
 * have no control characters. Bodies are cut after 200 characters, and sentences where they contain long data.
 *
 * @example
 * ```ts
 * import { toAddress, isRpcError } from '@coin/rpc';
 *
 * try {
 *   toAddress('TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh1');
 * } catch (error) {
 *   isRpcError(error, 'ADDRESS_INVALID') && error.context.reason; // => 'wrong checksum'
 * }
 * ```
 */
export class RpcError<C extends RpcErrorCode = RpcErrorCode> extends CodedError<RpcErrorContexts, C> {
  override readonly name = 'RpcError';
  /** The same request may succeed when sent again. */
  declare readonly retryable: boolean;
  /** The time that the endpoint asked to wait, in milliseconds; absent if it did not say. */
  declare readonly retryAfterMs?: number;
  /** Origin of the endpoint that answered; absent when the failure is local. */
  declare readonly endpoint?: string;

  constructor(code: C, context: RpcErrorContexts[C], details: RpcErrorOptions = {}) {
    super(table, code, quoteContext(context), details);
    const { retryable = false, retryAfterMs, endpoint } = details;
    this.retryable = retryable;
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs;
    if (endpoint !== undefined) this.endpoint = endpoint;
  }
}

/**
 * Returns whether a value is an error of this package, with this code if one is given. Narrows `context`.
 *
 * It compares name and code, so it also recognizes errors of another copy of the package.
 *
 * @param error - any value, as caught
 * @param code - one of the `RpcErrorCode`s
 *
 * @example
 * ```ts
 * import { isRpcError, RpcError } from '@coin/rpc';
 *
 * const error: unknown = new RpcError('ABORTED', { path: '/wallet/getaccount' });
 * isRpcError(error); // => true
 * isRpcError(error, 'TIMEOUT'); // => false
 * isRpcError(new Error('ABORTED')); // => false
 * ```
 */
export function isRpcError<C extends RpcErrorCode = RpcErrorCode>(
  error: unknown,
  code?: C,
): error is { [Code in C]: RpcError<Code> }[C] {
  return isCodedError(error, 'RpcError', code);
}

/** The error of a call that a function of the caller's ended: no endpoint failed. */
export const callbackFailed = (callback: string, path: string, cause: unknown) =>
  new RpcError('CALLBACK_FAILED', { path, callback, reason: reasonOf(cause) }, { cause });
