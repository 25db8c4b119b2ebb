/** What a quantity in an error is counted in. */
export type QuantityUnit =
  | 'small units'
  | 'energy'
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
  /** A quantity of the wrong JavaScript type, or missing. */
  WRONG_TYPE: { name: string; value: unknown; expected: 'bigint' | 'safe integer' | 'array' };
  /** A quantity outside its range, bounds included. */
  OUT_OF_RANGE: {
    name: string;
    value: bigint | number;
    minimum: bigint | number;
    maximum?: bigint | number;
    unit: QuantityUnit;
  };
  /** A text that is no decimal energy factor; `position` is the index of the first character that does not fit. */
  FACTOR_SYNTAX: { input: unknown; position: number };
  /** A fee limit, in small units, above what the network accepts. */
  FEE_LIMIT_TOO_HIGH: { needed: bigint; maximum: bigint };
}

/** A literal code of {@link FeeError}. */
export type FeeErrorCode = keyof FeeErrorContexts;

const messages: { [C in FeeErrorCode]: (context: FeeErrorContexts[C]) => string } = {
  WRONG_TYPE: ({ name, value, expected }) =>
    `${name} must be of type ${expected}, but is ${typeof value} ${String(value)}`,
  OUT_OF_RANGE: ({ name, value, minimum, maximum, unit }) =>
    `${name} is ${value} ${unit}, but must be at least ${minimum}${maximum === undefined ? '' : ` and at most ${maximum}`}`,
  FACTOR_SYNTAX: ({ input, position }) =>
    `energy factor ${JSON.stringify(input)} is no decimal such as "0.34", at position ${position}`,
  FEE_LIMIT_TOO_HIGH: ({ needed, maximum }) =>
    `${needed} small units are needed, above the maximum fee limit of ${maximum}; do less in one transaction, or use clampFeeLimit`,
};

/**
 * The one error class of this package: a literal `code`, a `context` typed for that code, and a message that states the
 * value, the limit and the unit.
 *
 * Recognise it with {@link isFeeError}, which also works across two copies of the package.
 *
 * Source: Decision: one class a package, so that every failure can be told apart by code.
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
   * @param code - which failure
   * @param context - the values the message states
   * @param options - the `cause`, where another error lies behind
   */
  constructor(code: C, context: FeeErrorContexts[C], options?: { cause?: unknown }) {
    super(messages[code](context), options);
    this.code = code;
    this.context = context;
  }
}

/**
 * Tells whether `error` is a {@link FeeError}, and with `code` whether it is that one; `context` is then typed for it.
 *
 * Source: Decision: by name and code, not `instanceof`, so that two copies of the package agree.
 *
 * @param error - anything that was thrown
 * @param code - the code to look for; any when absent
 * @returns true for an error of this package (with that code)
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
  return (
    error instanceof Error &&
    error.name === 'FeeError' &&
    (code === undefined || ('code' in error && error.code === code))
  );
}
