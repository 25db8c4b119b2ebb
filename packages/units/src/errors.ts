/**
 * What is wrong at the position where a string stops being an amount. Source: Decision: the character itself says most.
 */
export type SyntaxReason = `unexpected ${string}` | 'missing digit';

/** The `context` of each code of a {@link UnitsError}. Source: Decision: codes and contexts are part of the API. */
export interface UnitsErrorContexts {
  /** `value` is the type of the argument, such as `number`. */
  AMOUNT_TYPE: { readonly value: string; readonly expected: 'string' | 'bigint' };
  /** `position` counts from 0; it is the string's length if a digit is missing at the end. */
  AMOUNT_SYNTAX: { readonly value: string; readonly position: number; readonly reason: SyntaxReason };
  /** `position` is that of the first digit past the last allowed decimal. */
  AMOUNT_TOO_PRECISE: { readonly value: string; readonly position: number; readonly decimals: number };
  /** All three in small units. */
  AMOUNT_OUT_OF_RANGE: { readonly value: bigint; readonly min: bigint; readonly max: bigint };
  INEXACT: { readonly value: bigint; readonly divisor: bigint };
  DIVISION_BY_ZERO: { readonly value: bigint };
  ARGUMENT_INVALID: { readonly value: unknown; readonly argument: string; readonly allowed: string };
}

/** The codes of a {@link UnitsError}. Source: Decision: codes and contexts are part of the API. */
export type UnitsErrorCode = keyof UnitsErrorContexts;

/**
 * The error that every function of this package throws, with a literal `code`, its typed `context`, and a message that
 * names the value and the limit.
 *
 * Source: Decision: programs match codes and people read messages; only codes and contexts are stable.
 */
export class UnitsError<Code extends UnitsErrorCode = UnitsErrorCode> extends Error {
  override readonly name = 'UnitsError';
  declare readonly code: Code;
  declare readonly context: UnitsErrorContexts[Code];

  constructor(code: Code, context: UnitsErrorContexts[Code], problem: string) {
    // the value may be a string of a megabyte
    super(`${String(context.value).slice(0, 99)} ${problem}`);
    this.code = code;
    this.context = context;
  }
}

// A function per code instead of a table of messages, so that a bundle only holds the messages it may need.

export const amountType = (value: string, expected: 'string' | 'bigint') =>
  new UnitsError('AMOUNT_TYPE', { value, expected }, `is not a ${expected}`);

export const amountSyntax = (value: string, position: number, reason: SyntaxReason) =>
  new UnitsError(
    'AMOUNT_SYNTAX',
    { value, position, reason },
    `is not an amount such as 1.5: ${reason} at position ${position}`,
  );

export const amountTooPrecise = (value: string, position: number, decimals: number) =>
  new UnitsError(
    'AMOUNT_TOO_PRECISE',
    { value, position, decimals },
    `has more than ${decimals} decimals at position ${position}; choose a rounding`,
  );

export const amountOutOfRange = (value: bigint, min: bigint, max: bigint) =>
  new UnitsError('AMOUNT_OUT_OF_RANGE', { value, min, max }, `is not between ${min} and ${max} units`);

export const inexact = (value: bigint, divisor: bigint) =>
  new UnitsError('INEXACT', { value, divisor }, `is not a multiple of ${divisor}; choose a rounding`);

export const divisionByZero = (value: bigint) =>
  new UnitsError('DIVISION_BY_ZERO', { value }, `can't be divided by 0; check the divisor first`);

export const argumentInvalid = (argument: string, value: unknown, allowed: string) =>
  new UnitsError('ARGUMENT_INVALID', { value, argument, allowed }, `is not a valid ${argument}: it must be ${allowed}`);

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
export function isUnitsError<Code extends UnitsErrorCode = UnitsErrorCode>(
  error: unknown,
  code?: Code,
): error is { [C in Code]: UnitsError<C> }[Code] {
  const { name, code: actual }: { name?: unknown; code?: unknown } = error ?? {};
  return name === 'UnitsError' && (code === undefined || actual === code);
}
