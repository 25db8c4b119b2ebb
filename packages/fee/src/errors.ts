/** The unit of a quantity that an error reports. */
export type QuantityUnit =
  | 'small units'
  | 'units of energy'
  | 'ten-thousandths'
  | 'basis points'
  | 'percent'
  | 'bytes'
  | 'ms'
  | 'cycles'
  | 'calls'
  | 'signatures'
  | 'votes'
  | 'blocks'
  | 'units'
  | '(an index)';

/** What each code's error carries in `context`. */
export interface FeeErrorContexts {
  /** An argument is missing or has the wrong JavaScript type. */
  ARGUMENT_TYPE: {
    readonly argument: string;
    readonly value: unknown;
    readonly expected:
      | 'bigint'
      | 'safe integer'
      | 'array'
      | 'string'
      | 'boolean'
      | 'function'
      | 'non-empty string'
      | 'readable object'
      | "boolean or 'through-other-code'";
  };
  /** An argument is outside its range; the bounds are inclusive. */
  ARGUMENT_OUT_OF_RANGE: {
    readonly argument: string;
    readonly value: bigint | number;
    readonly min: bigint | number;
    readonly max?: bigint | number;
    readonly unit: QuantityUnit;
  };
  /** A string is not a decimal energy factor; `position` is the index of the first invalid character. */
  FACTOR_SYNTAX: { readonly value: string; readonly position: number };
  /** An answer of the planner's source (of its `method`) lacks a field, or has a value that no node answers. */
  ANSWER_INVALID: {
    readonly method: 'simulate' | 'estimate' | 'contractState' | 'energyRules' | 'funds' | 'accountExists';
    readonly field: string;
    readonly value: unknown;
    readonly expected: string;
  };
  /** The fee limit needed, in small units, is above what the network accepts. */
  FEE_LIMIT_TOO_HIGH: { readonly needed: bigint; readonly maximum: bigint };
}

/** A literal code of {@link FeeError}. */
export type FeeErrorCode = keyof FeeErrorContexts;

// The text of an object may be its own code, or throw.
const textOf = (value: unknown): string => (Object(value) === value ? typeof value : String(value));

/** In words, what a value of that type is. */
export const expectedType = (expected: FeeErrorContexts['ARGUMENT_TYPE']['expected']): string =>
  `${expected === 'array' ? 'an' : 'a'} ${expected}`;

/** In words, what a range allows. */
export const expectedRange = ({
  min,
  max,
  unit,
}: Omit<FeeErrorContexts['ARGUMENT_OUT_OF_RANGE'], 'argument' | 'value'>) =>
  `${min} ${max === undefined ? 'or more' : `to ${max}`} ${unit}`;

const messages: { [C in FeeErrorCode]: (context: FeeErrorContexts[C]) => string } = {
  ARGUMENT_TYPE: ({ argument, value, expected }) =>
    `${argument} is "${textOf(value)}" of type ${typeof value}: pass ${expectedType(expected)}`,
  ARGUMENT_OUT_OF_RANGE: ({ argument, value, ...range }) => `${argument} is "${value}": choose ${expectedRange(range)}`,
  FACTOR_SYNTAX: ({ value, position }) => `energy factor is "${value}", position ${position}: pass one like "0.34"`,
  ANSWER_INVALID: ({ method, field, value, expected }) =>
    `${method} of the source answers ${field} "${textOf(value)}": it must be ${expected}`,
  FEE_LIMIT_TOO_HIGH: ({ needed, maximum }) =>
    `fee limit is "${needed}", above ${maximum} small units: do less at once or use clampFeeLimit`,
};

/**
 * The error that everything in this package throws, with a literal `code`, a `context` typed for that code, and a
 * message that states the value, the limit and the unit.
 *
 * Recognize it with {@link isFeeError}, which also works across two copies of the package.
 *
 * Source: Decision: one class per package, so that the code identifies every failure.
 *
 * @example
 * ```ts
 * import { FeeError } from '@coin/fee';
 *
 * new FeeError('FEE_LIMIT_TOO_HIGH', { needed: 2n, maximum: 1n }).code; // => 'FEE_LIMIT_TOO_HIGH'
 * ```
 */
export class FeeError<C extends FeeErrorCode = FeeErrorCode> extends Error {
  override readonly name = 'FeeError';
  readonly code: C;
  readonly context: FeeErrorContexts[C];

  /**
   * @param code - which failure it is
   * @param context - the values that the message states
   * @param options - `cause`, the error behind it, if any
   */
  constructor(code: C, context: FeeErrorContexts[C], options?: { cause?: unknown }) {
    super(messages[code](context), options);
    this.code = code;
    this.context = context;
  }
}

/**
 * Whether a caught value is a {@link FeeError}, and of the given code if there is one; its `context` is then typed for
 * that code.
 *
 * Source: Decision: by name and code instead of `instanceof`, so that two copies of the package agree.
 *
 * @param error - anything that was thrown
 * @param code - the code it must have; any code by default
 * @returns true for an error of this package (and of that code)
 * @example
 * ```ts
 * import { feeLimitFromEstimate, isFeeError } from '@coin/fee';
 *
 * try {
 *   feeLimitFromEstimate({ energy: 27_704n, energyPrice: 100n, maxFeeLimit: 1_000_000n });
 * } catch (error) {
 *   if (!isFeeError(error, 'FEE_LIMIT_TOO_HIGH')) throw error;
 *   error.context; // => { needed: 3_000_400n, maximum: 1_000_000n }
 * }
 * ```
 */
export function isFeeError<C extends FeeErrorCode = FeeErrorCode>(
  error: unknown,
  code?: C,
): error is { [Code in C]: FeeError<Code> }[C] {
  try {
    const { name, code: actual }: { name?: unknown; code?: unknown } = error ?? {};
    return name === 'FeeError' && (code === undefined || actual === code);
  } catch {
    // Reading the value throws, so it is no error of this package.
    return false;
  }
}
