import { type ArgumentContext, CodedError, createArgumentChecks, type ErrorTable, isCodedError } from '@coin/errors';

/** The context of each code of a {@link TestingError}. */
export interface TestingErrorContexts {
  /**
   * An argument has the wrong type or is out of range, or an option has an unknown name. `argument` is the path to it.
   *
   * Pass what `expected` describes. For an unknown option, the message suggests the closest known name.
   */
  ARGUMENT_INVALID: ArgumentContext;
}

/** The literal codes of this package's errors. */
export type TestingErrorCode = keyof TestingErrorContexts;

const table: ErrorTable<TestingErrorContexts> = { package: 'testing', messages: {} };

/**
 * Misuse of this package: an argument that no assertion or view can use.
 *
 * A failed assertion throws an AssertionError instead.
 * @example
 * ```ts
 * import { TestingError } from '@coin/testing';
 *
 * new TestingError('ARGUMENT_INVALID', { argument: 'fee', value: '-1', expected: '0 or more' }).shortMessage;
 * // => 'Invalid fee "-1": it must be 0 or more.'
 * ```
 */
export class TestingError<C extends TestingErrorCode = TestingErrorCode> extends CodedError<TestingErrorContexts, C> {
  override readonly name = 'TestingError';

  constructor(code: C, context: TestingErrorContexts[C], options?: { readonly cause?: unknown }) {
    super(table, code, context, options);
  }
}

/**
 * Returns whether a value is an error of this package, with this code if one is given. Narrows `context`.
 *
 * It compares name and code, so it also recognizes errors of another copy of the package.
 *
 * @param code - one of the `TestingErrorCode`s
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
  return isCodedError(error, 'TestingError', code);
}

export const { argumentInvalid, bigintArgument, objectArgument } = createArgumentChecks(
  (context, options) => new TestingError('ARGUMENT_INVALID', context, options),
);
