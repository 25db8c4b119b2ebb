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
  /** A quantity is missing or has the wrong JavaScript type. */
  WRONG_TYPE: {
    readonly name: string;
    readonly value: unknown;
    readonly expected: 'bigint' | 'safe integer' | 'array' | 'string' | 'boolean' | 'non-empty string';
  };
  /** A quantity is outside its range; the bounds are inclusive. */
  OUT_OF_RANGE: {
    readonly name: string;
    readonly value: bigint | number;
    readonly minimum: bigint | number;
    readonly maximum?: bigint | number;
    readonly unit: QuantityUnit;
  };
  /** A string is not a decimal energy factor; `position` is the index of the first invalid character. */
  FACTOR_SYNTAX: { readonly input: unknown; readonly position: number };
  /** The fee limit needed, in small units, is above what the network accepts. */
  FEE_LIMIT_TOO_HIGH: { readonly needed: bigint; readonly maximum: bigint };
}

/** A literal code of {@link FeeError}. */
export type FeeErrorCode = keyof FeeErrorContexts;

// The text of an object may be its own code, or throw.
const textOf = (value: unknown): string => (Object(value) === value ? typeof value : String(value));

const messages: { [C in FeeErrorCode]: (context: FeeErrorContexts[C]) => string } = {
  WRONG_TYPE: ({ name, value, expected }) =>
    `${name} is "${textOf(value)}" of type ${typeof value}: pass ${expected === 'array' ? 'an' : 'a'} ${expected}`,
  OUT_OF_RANGE: ({ name, value, minimum, maximum, unit }) =>
    `${name} is "${value}": choose ${minimum} ${maximum === undefined ? 'or more' : `to ${maximum}`} ${unit}`,
  FACTOR_SYNTAX: ({ input, position }) =>
    `energy factor is "${textOf(input)}", position ${position}: pass one like "0.34"`,
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
 *   error.context; // => { needed: 2_770_400n, maximum: 1_000_000n }
 * }
 * ```
 */
export function isFeeError<C extends FeeErrorCode = FeeErrorCode>(error: unknown, code?: C): error is FeeError<C> {
  const { name, code: actual }: { name?: unknown; code?: unknown } = error ?? {};
  return name === 'FeeError' && (code === undefined || actual === code);
}
