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

/** Creates the error of a body that the protobuf-JSON reader rejects. */
export function parseError(message: string): RequestError {
  return new RequestError('org.tron.core.services.http.JsonFormat$ParseException', message);
}

/** Creates the error of a body that the general JSON reader rejects. */
export function jsonError(message: string): RequestError {
  return new RequestError('org.tron.json.JSONException', message);
}

/** Creates the error of a null that the node does not expect. It has no words, as on Java 8. */
export function nullPointerError(): RequestError {
  return new RequestError('java.lang.NullPointerException', 'null');
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
