import { closestName } from './closest-name.ts';

/** The context of each code of a {@link TestingError}. */
export interface TestingErrorContexts {
  /**
   * An argument has the wrong type or is out of range, or an option has an unknown name. `argument` is the path to it,
   * and `value` is its value as text. `min`, `max` and `unit` are present if a range is allowed.
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
}

/** The literal codes of this package's errors. */
export type TestingErrorCode = keyof TestingErrorContexts;

/** The start of `expected` for an unknown option. The known names follow. */
export const KNOWN_NAMES = 'one of the options ';

const DOCS = 'https://coin-packages.github.io/coin/errors/testing/';

const messages: { readonly [C in TestingErrorCode]: (context: TestingErrorContexts[C]) => string } = {
  ARGUMENT_INVALID: ({ argument, value, expected }) => {
    if (!expected.startsWith(KNOWN_NAMES)) return `Invalid ${argument} "${value}": it must be ${expected}.`;
    const names = expected.slice(KNOWN_NAMES.length);
    const closest = closestName(argument.replace(/^.*\./, ''), names.split(', '));
    return `Unknown option "${argument}". ${closest === undefined ? `Use one of ${names}.` : `Did you mean ${closest}?`}`;
  },
};

function messageOf<C extends TestingErrorCode>(code: C, context: TestingErrorContexts[C]): string {
  return `${messages[code](context)}\nDocs: ${DOCS}${code}.html`;
}

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
export class TestingError<C extends TestingErrorCode = TestingErrorCode> extends Error {
  override readonly name = 'TestingError';
  readonly code: C;
  readonly context: TestingErrorContexts[C];

  constructor(code: C, context: TestingErrorContexts[C], options?: { readonly cause?: unknown }) {
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
 * @param code - one of the codes in the README
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
    // Reading the value throws, so it is not an error of this package.
    return false;
  }
}

/** The allowed range of a number, including its ends. */
interface AllowedRange {
  readonly type: 'a bigint' | 'an integer' | 'a number';
  readonly min: bigint | number;
  readonly max: bigint | number;
  readonly unit: string;
}

/** Creates the error of an invalid argument. `expected` completes "it must be …". */
export function argumentInvalid(
  argument: string,
  value: unknown,
  expected: string | AllowedRange,
  options?: { readonly cause?: unknown },
): TestingError {
  const context = { argument, value: describeValue(value), ...expectation(expected) };
  return new TestingError('ARGUMENT_INVALID', context, options);
}

function expectation(
  expected: string | AllowedRange,
): Omit<TestingErrorContexts['ARGUMENT_INVALID'], 'argument' | 'value'> {
  if (typeof expected === 'string') return { expected };
  const { type, ...range } = expected;
  return { expected: `${type} from ${range.min} to ${range.max} ${range.unit}`, ...range };
}

/** Converts an operation's error, which unusable arguments caused that no check had rejected. */
function argumentFailure(argument: string, error: unknown): unknown {
  if (isTestingError(error)) return error;
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
