/**
 * What is wrong at the position where a string stops being an amount. Source: Decision: the character itself says most.
 */
export type SyntaxReason = `unexpected ${string}` | 'missing digit';

/** The `context` of each code of a {@link UnitsError}. Source: Decision: codes and contexts are part of the API. */
export interface UnitsErrorContexts {
  AMOUNT_TYPE: { readonly value: unknown; readonly expected: 'string' | 'bigint' };
  /** `position` counts from 0; it is the string's length if a digit is missing at the end. */
  AMOUNT_SYNTAX: { readonly value: string; readonly position: number; readonly reason: SyntaxReason };
  /** `position` is that of the first digit past the last allowed decimal. */
  AMOUNT_TOO_PRECISE: { readonly value: string; readonly position: number; readonly decimals: number };
  /** All three in small units. */
  AMOUNT_OUT_OF_RANGE: { readonly value: bigint; readonly min: bigint; readonly max: bigint };
  DIVISION_INEXACT: { readonly value: bigint; readonly divisor: bigint };
  DIVISION_BY_ZERO: { readonly value: bigint };
  ARGUMENT_INVALID: { readonly argument: string; readonly value: unknown; readonly expected: string };
}

/** The codes of a {@link UnitsError}. Source: Decision: codes and contexts are part of the API. */
export type UnitsErrorCode = keyof UnitsErrorContexts;

/**
 * The error that every function of this package throws, with a literal `code`, its typed `context`, and a message that
 * names the value and the limit.
 *
 * Source: Decision: programs match codes and people read messages; only codes and contexts are stable.
 */
export class UnitsError<C extends UnitsErrorCode = UnitsErrorCode> extends Error {
  override readonly name = 'UnitsError';
  declare readonly code: C;
  declare readonly context: UnitsErrorContexts[C];

  constructor(code: C, context: UnitsErrorContexts[C], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.context = context;
  }
}

/** The length, in characters, at which messages cut the text of a value: it may be a string of a megabyte. */
const QUOTE_LENGTH = 99;

/** A value in quotes, without control characters; an object by its type, because its own conversion may throw. */
export function quoted(value: unknown): string {
  const text = Object(value) === value ? typeof value : String(value);
  const shown = JSON.stringify(text.length > QUOTE_LENGTH ? `${text.slice(0, QUOTE_LENGTH)}…` : text);
  return shown.replace(/[\p{C}\u2028\u2029]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}

// A function per code instead of a table of messages, so that a bundle only holds the messages it may need.

export const amountType = (value: unknown, expected: 'string' | 'bigint') =>
  new UnitsError(
    'AMOUNT_TYPE',
    { value, expected },
    `Wrong type "${typeof value}": pass a ${expected} such as ${expected === 'string' ? '"1.5"' : '1500000n'}`,
  );

export const amountSyntax = (value: string, position: number) => {
  // a character may take two places
  const code = value.codePointAt(position);
  const unexpected = code === undefined ? undefined : String.fromCodePoint(code);
  const problem = unexpected === undefined ? 'missing digit' : `unexpected ${quoted(unexpected)}`;
  return new UnitsError(
    'AMOUNT_SYNTAX',
    { value, position, reason: unexpected === undefined ? 'missing digit' : `unexpected ${unexpected}` },
    `Invalid amount ${quoted(value)}: ${problem} at position ${position}; write it like "1.5"`,
  );
};

export const amountTooPrecise = (value: string, position: number, decimals: number) =>
  new UnitsError(
    'AMOUNT_TOO_PRECISE',
    { value, position, decimals },
    `Amount ${quoted(value)} has more than ${decimals} decimals, from position ${position}; drop them or choose a rounding`,
  );

/** `shown` is the amount and `range` the limits in the unit in which the caller gave the amount. */
export const amountOutOfRange = (
  context: UnitsErrorContexts['AMOUNT_OUT_OF_RANGE'],
  shown: string | bigint,
  range: string,
) => new UnitsError('AMOUNT_OUT_OF_RANGE', context, `Amount ${quoted(shown)} is out of range: choose ${range}`);

/** `expression` is what the caller asked for, such as `"7" divided by "2"`. */
export const inexact = (value: bigint, divisor: bigint, expression: string) =>
  new UnitsError('DIVISION_INEXACT', { value, divisor }, `${expression} is not a whole number; choose a rounding`);

export const divisionByZero = (value: bigint) =>
  new UnitsError('DIVISION_BY_ZERO', { value }, `Division of ${quoted(value)} by zero; check the divisor first`);

export const argumentInvalid = (argument: string, value: unknown, expected: string, options?: { cause: unknown }) =>
  new UnitsError(
    'ARGUMENT_INVALID',
    { argument, value, expected },
    `Invalid ${argument} ${quoted(value)}: it must be ${expected}`,
    options,
  );

/**
 * Whether a caught value is a {@link UnitsError}, and of the given code if there is one; its `context` is then typed
 * for that code.
 *
 * Source: Decision: it compares name and code instead of the class, so that two copies of the package agree.
 *
 * @param error - anything that was thrown
 * @param code - the code it must have; any code by default
 * @example
 * ```ts
 * import { isUnitsError, parseCoin } from '@coin/units';
 *
 * try {
 *   parseCoin('1,000');
 * } catch (error) {
 *   if (!isUnitsError(error, 'AMOUNT_SYNTAX')) throw error;
 *   error.context; // => { value: '1,000', position: 1, reason: 'unexpected ,' }
 * }
 * ```
 */
export function isUnitsError<C extends UnitsErrorCode = UnitsErrorCode>(
  error: unknown,
  code?: C,
): error is { [Code in C]: UnitsError<Code> }[C] {
  try {
    const { name, code: actual }: { name?: unknown; code?: unknown } = error ?? {};
    return name === 'UnitsError' && (code === undefined || actual === code);
  } catch {
    // Reading the value throws, so it is no error of this package.
    return false;
  }
}
