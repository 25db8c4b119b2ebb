/** The context of each code of a {@link TestingError}. Source: Decision: codes and contexts are part of the API. */
export interface TestingErrorContexts {
  /** An option or an argument is not valid. `argument` is its name, with the path below it. */
  ARGUMENT_INVALID: { readonly argument: string; readonly problem: string };
}

/** The literal codes of this package's errors. Source: Decision: programs tell failures apart by code. */
export type TestingErrorCode = keyof TestingErrorContexts;

const messages: { readonly [C in TestingErrorCode]: (context: TestingErrorContexts[C]) => string } = {
  ARGUMENT_INVALID: ({ argument, problem }) => `${argument} ${problem}${problem.endsWith('?') ? '' : '.'}`,
};

/**
 * Misuse of this package: an argument that no assertion or view can work with. An assertion that fails throws an
 * AssertionError instead.
 *
 * Source: Decision: one class a package, told apart by `code`.
 *
 * @example
 * ```ts
 * import { TestingError } from '@coin/testing';
 *
 * new TestingError('ARGUMENT_INVALID', { argument: 'fee', problem: 'must be 0 or more' }).message;
 * // => 'fee must be 0 or more.'
 * ```
 */
export class TestingError<C extends TestingErrorCode = TestingErrorCode> extends Error {
  override readonly name = 'TestingError';
  readonly code: C;
  readonly context: TestingErrorContexts[C];

  constructor(code: C, context: TestingErrorContexts[C], options?: ErrorOptions) {
    super(messages[code](context), options);
    this.code = code;
    this.context = context;
  }
}

/**
 * Whether a value is an error of this package and, if a code is given, has that code; narrows `context`.
 *
 * Source: Decision: by name and code, so that an error from another copy of the package is recognized too.
 *
 * @param error - any value, as caught.
 * @param code - one of the codes in the README.
 *
 * @example
 * ```ts
 * import { assertBurns, isTestingError } from '@coin/testing';
 *
 * const error: unknown = await assertBurns({ receipt: {} }, -1n).catch((reason: unknown) => reason);
 * isTestingError(error, 'ARGUMENT_INVALID'); // => true
 * ```
 */
export function isTestingError<C extends TestingErrorCode = TestingErrorCode>(
  error: unknown,
  code?: C,
): error is { [Code in C]: TestingError<Code> }[C] {
  try {
    const { name, code: actual }: { name?: unknown; code?: unknown } = error ?? {};
    return name === 'TestingError' && (code === undefined || actual === code);
  } catch {
    // Reading the value throws, so it is no error of this package.
    return false;
  }
}

/** @throws TestingError `ARGUMENT_INVALID`. `problem` completes a sentence that begins with the argument's name. */
export function invalidArgument(argument: string, problem: string): never {
  throw new TestingError('ARGUMENT_INVALID', { argument, problem });
}

/** The error of an operation on arguments that no check has refused and that it cannot work with. */
function argumentFailure(argument: string, error: unknown): unknown {
  if (isTestingError(error)) return error;
  const problem = error instanceof Error ? `cannot be used: ${error.message}` : 'cannot be used';
  return new TestingError('ARGUMENT_INVALID', { argument, problem }, { cause: error });
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

/** What is wrong with a value, for `invalidArgument`. */
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
