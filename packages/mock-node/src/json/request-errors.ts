import { type JsonValue } from './json-value.ts';

/**
 * A failed request, which the node reports as a Java exception: `{"Error":"class <javaClass> : <message>"}`.
 *
 * Source: docs/protocol/http.md, Generic error object.
 */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly javaClass: string;

  constructor(javaClass: string, message: string) {
    super(message);
    this.javaClass = javaClass;
  }
}

/**
 * A body is nested so deeply that the node runs out of stack. Its handlers do not catch this, so its server answers
 * with status 500.
 */
export class StackOverflowError extends Error {
  override readonly name = 'StackOverflowError';

  constructor() {
    super('the JSON is nested too deeply');
  }
}

/** Creates the error of a body that the protobuf-JSON reader rejects. */
export function parseError(message: string): RequestError {
  return new RequestError('org.tron.core.services.http.JsonFormat$ParseException', message);
}

/** Creates the error of a body that the general JSON reader rejects. */
export function jsonError(message: string): RequestError {
  return new RequestError('com.alibaba.fastjson.JSONException', message);
}

export function nullPointerError(message: string): RequestError {
  return new RequestError('java.lang.NullPointerException', message);
}

export function numberFormatError(message: string): RequestError {
  return new RequestError('java.lang.NumberFormatException', message);
}

/** Creates the error of hexadecimal that the node's decoder rejects, outside protobuf-JSON. */
export function hexError(problem: string): RequestError {
  return new RequestError(
    'org.bouncycastle.util.encoders.DecoderException',
    `exception decoding Hex string: ${problem}`,
  );
}

export function invalidParameterError(message: string): RequestError {
  return new RequestError('java.security.InvalidParameterException', message);
}

/** The node does not check that a base58check address decodes, and fails when it reads the missing bytes. */
export function undecodableAddressError(): RequestError {
  return nullPointerError('Cannot read the array length because "bytes" is null');
}

/** A Java exception as the node prints it. */
export interface JavaException {
  readonly javaClass: string;
  readonly message: string;
}

/**
 * The Java exception for an error; undefined for a defect of this package. Errors of the ledger have a Java class too.
 */
export function javaException(error: unknown): JavaException | undefined {
  if (!(error instanceof Error) || !('javaClass' in error) || typeof error.javaClass !== 'string') return undefined;
  return { javaClass: error.javaClass, message: error.message };
}

/** The Java exception for an error. Rethrows the error if it is a defect of this package. */
export function toJavaException(error: unknown): JavaException {
  const exception = javaException(error);
  if (exception === undefined) throw error;
  return exception;
}

export function arithmeticError(message: string): RequestError {
  return new RequestError('java.lang.ArithmeticException', message);
}

/** Creates the error of a JSON value of the wrong kind. */
export function castError(value: JsonValue, target: 'JSONObject' | 'JSONArray'): RequestError {
  const to = `com.alibaba.fastjson.${target}`;
  const from = javaClassOf(value);
  const isLibrary = from.startsWith('com.');
  const homes = isLibrary
    ? `${from} and ${to} are in unnamed module of loader 'app'`
    : `${from} is in module java.base of loader 'bootstrap'; ${to} is in unnamed module of loader 'app'`;
  return new RequestError('java.lang.ClassCastException', `class ${from} cannot be cast to class ${to} (${homes})`);
}

function javaClassOf(value: JsonValue): string {
  if (typeof value === 'string') return 'java.lang.String';
  if (typeof value === 'boolean') return 'java.lang.Boolean';
  if (typeof value === 'bigint') {
    if (BigInt.asIntN(32, value) === value) return 'java.lang.Integer';
    return BigInt.asIntN(64, value) === value ? 'java.lang.Long' : 'java.math.BigInteger';
  }
  if (value !== null && 'decimal' in value) return 'java.math.BigDecimal';
  return `com.alibaba.fastjson.${value instanceof Map ? 'JSONObject' : 'JSONArray'}`;
}
