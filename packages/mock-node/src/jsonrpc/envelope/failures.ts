import { isMockNodeError } from '../../errors.ts';
import { javaException } from '../../json/request-errors.ts';
import { type Hex } from '../../protocol/primitives.ts';
import { type Json } from './json-text.ts';

/** The `error` of an answer. Source: docs/protocol/json-rpc.md, Errors. */
export interface Failure {
  readonly code: number;
  /** Java exceptions may lack a message. */
  readonly message: string | null;
  readonly data?: Json;
}

/** A method fails, with the node's message. */
export class MethodError extends Error {
  override readonly name = 'MethodError';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message ?? '');
    this.failure = failure;
  }
}

export const INTERNAL_ERROR = -32_000;

/** A contract call fails. The data of a revert is the error's. */
export class CallFailure extends MethodError {
  /** Return data. */
  readonly output: Hex;

  constructor(message: string, output: Hex) {
    super({ code: INTERNAL_ERROR, message, data: output === '' ? '{}' : `0x${output}` });
    this.output = output;
  }
}

/** An argument has the wrong shape. The node reports this as if the request were not JSON. */
export class MalformedArgument extends Error {
  override readonly name = 'MalformedArgument';
  /** The member of an object that is wrong or unknown. */
  readonly member: string | undefined;

  constructor(member?: string) {
    super();
    this.member = member;
  }
}

/** Failures that the protocol itself defines. */
export const protocolFailures = {
  parseError: { code: -32_700, message: 'JSON parse error' },
  invalidRequest: { code: -32_600, message: 'Invalid Request' },
  methodNotFound: { code: -32_601, message: 'method not found' },
  invalidParameters: { code: -32_602, message: 'method parameters invalid' },
} as const satisfies Readonly<Record<string, Failure>>;

/** The failures of a list of too many requests, and of too large an answer. */
export const tooLargeBatch = (size: number, limit: number): Failure => ({
  code: -32_005,
  message: `Batch size ${size} exceeds the limit of ${limit}`,
});
export const tooLargeAnswer = (limit: number): Failure => ({
  code: -32_003,
  message: `Response exceeds the limit of ${limit} bytes`,
});

/** The node's own errors carry an empty object, as text. */
const declared =
  (code: number) =>
  (message: string | null): MethodError =>
    new MethodError({ code, message, data: '{}' });

export const invalidParams = declared(-32_602);
export const invalidRequest = declared(-32_600);
export const internalError = declared(INTERNAL_ERROR);
export const unavailable = declared(-32_601);
export const tooManyResults = declared(-32_005);

/**
 * The error of a method for which a fork cannot read or know something, with the node's code for internal failures. No
 * real node gives it. Undefined for any other cause.
 */
export function unknownState(cause: unknown): MethodError | undefined {
  if (!isMockNodeError(cause, 'FORK_UNKNOWN') && !isMockNodeError(cause, 'FORK_UNREADABLE')) return undefined;
  const { code, shortMessage: message, context } = cause;
  return new MethodError({ code: INTERNAL_ERROR, message, data: { code, ...context } });
}

/** An exception that the node did not expect. */
export function unexpected(javaClass: string, message: string | null = null): MethodError {
  return new MethodError({ code: -32_001, message, data: javaClass });
}

/** Whether an error is about the parameters. It keeps its code wherever it occurs. */
export function isOfParameters(error: unknown): error is MethodError {
  return error instanceof MethodError && error.failure.code === -32_602;
}

/** A null where the node expects none: no message, as on Java 8. */
export const nullPointer = (): MethodError => unexpected('java.lang.NullPointerException');

/** The failure for an error that a method threw. Rethrows the error if it is a defect of this package. */
export function failureOf(error: unknown): Failure {
  if (error instanceof MethodError) return error.failure;
  const exception = javaException(error);
  if (exception === undefined) throw error;
  return unexpected(exception.javaClass, exception.message).failure;
}

/** The message of a failure that a method replaces with its own. */
export function messageOf(error: unknown): string | null {
  return failureOf(error).message;
}

/** The node's exception for a contract that it rejects. */
export const CONTRACT_REFUSED = 'org.tron.core.exception.ContractValidateException';
export const MACHINE_REFUSED = 'org.tron.core.exception.VMIllegalException';

/** Converts an error of running or building a transaction: to a rejected request, or to an internal failure. */
export function rejection(error: unknown, refusals: readonly string[] = [CONTRACT_REFUSED]): MethodError {
  const exception = javaException(error);
  if (exception !== undefined && refusals.includes(exception.javaClass)) return invalidRequest(exception.message);
  return internalError(messageOf(error)?.replaceAll('"', "'") ?? 'invalid json request');
}
