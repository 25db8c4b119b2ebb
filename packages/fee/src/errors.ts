import { type ArgumentContext, CodedError, type ErrorTable, isCodedError } from '@coin/errors';

/** The `context` of each error code. */
export interface FeeErrorContexts {
  /**
   * An argument or a result is missing, of another type or out of range, or an option has an unknown name. `value` is
   * its value as text; `min` and `max`, which are inclusive, and `unit` are present if a range is allowed.
   *
   * Pass what `expected` says. For an unknown option the message names the closest known one.
   */
  ARGUMENT_INVALID: ArgumentContext;
  /**
   * The fee limit that is needed, in small units, is above what the network accepts.
   *
   * Do less in one transaction. `clampFeeLimit` continues with the maximum and says whether that suffices.
   */
  FEE_LIMIT_TOO_HIGH: { readonly needed: bigint; readonly max: bigint };
}

/** A literal code of {@link FeeError}. */
export type FeeErrorCode = keyof FeeErrorContexts;

const table: ErrorTable<FeeErrorContexts> = {
  package: 'fee',
  messages: {
    FEE_LIMIT_TOO_HIGH:
      'Fee limit {needed} exceeds the network maximum of {max} small units. Use clampFeeLimit to continue with the maximum.',
  },
};

/**
 * The error that everything in this package throws, with a literal `code` and a `context` typed for that code.
 *
 * The message states the value, the limit and the unit. Recognize the error with {@link isFeeError}, which also works
 * across two copies of the package.
 *
 * @example
 * ```ts
 * import { FeeError } from '@coin/fee';
 *
 * new FeeError('FEE_LIMIT_TOO_HIGH', { needed: 2n, max: 1n }).code; // => 'FEE_LIMIT_TOO_HIGH'
 * ```
 */
export class FeeError<C extends FeeErrorCode = FeeErrorCode> extends CodedError<FeeErrorContexts, C> {
  override readonly name = 'FeeError';

  constructor(code: C, context: FeeErrorContexts[C], options?: { readonly cause?: unknown }) {
    super(table, code, context, options);
  }
}

/**
 * Returns whether a caught value is a {@link FeeError}, and has `code` if one is given. Narrows `context`.
 *
 * It compares name and code instead of using `instanceof`, so it recognizes errors of another copy of the package.
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
 *   error.context; // => { needed: 3_000_400n, max: 1_000_000n }
 * }
 * ```
 */
export function isFeeError<C extends FeeErrorCode = FeeErrorCode>(
  error: unknown,
  code?: C,
): error is { [Code in C]: FeeError<Code> }[C] {
  return isCodedError(error, 'FeeError', code);
}
