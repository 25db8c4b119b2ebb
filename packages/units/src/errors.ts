import {
  type ArgumentContext,
  CodedError,
  describeValue,
  type ErrorTable,
  isCodedError,
  quoteText,
} from '@coin/errors';
import { formatDecimal } from './format-decimal.ts';

/** What is wrong at the position where a string stops being an amount. */
export type SyntaxReason = 'unexpected character' | 'missing digit';

/** The `context` of each code of a {@link UnitsError}. */
export interface UnitsErrorContexts {
  /**
   * A string is not an amount, a ratio or a percentage. `position` counts from 0; if the last digit is missing, it is
   * the string's length. `character` is the unexpected one. `example` is an amount as it should be written, such as
   * `1.5` or `1,5`.
   *
   * Show the position to the person who typed it, and ask for a number such as 1.5.
   */
  AMOUNT_SYNTAX: {
    readonly value: string;
    readonly position: number;
    readonly reason: SyntaxReason;
    readonly character?: string;
    readonly example: string;
  };
  /**
   * An amount has more decimals than its unit, and no rounding was chosen. The first extra digit is at `position`.
   *
   * Ask for fewer decimals, or pass `rounding` if nobody is owed the difference.
   */
  AMOUNT_TOO_PRECISE: { readonly value: string; readonly position: number; readonly decimals: number };
  /**
   * An amount is below `min` or above `max`. All three are in small units or in a token's smallest units. The caller
   * gave the amount in `unit`, which has `decimals` decimals: 6 for coins, 0 for small units.
   *
   * Choose an amount in the range, or pass wider limits if you set the range yourself.
   */
  AMOUNT_OUT_OF_RANGE: {
    readonly value: bigint;
    readonly min: bigint;
    readonly max: bigint;
    readonly unit: 'coins' | 'tokens' | 'small units' | 'smallest units';
    readonly decimals: number;
  };
  /**
   * A division has a remainder, and no rounding was chosen.
   *
   * Pass `rounding`, or split the amount with `allocate`, which loses no unit.
   */
  DIVISION_INEXACT: { readonly value: bigint; readonly divisor: bigint };
  /**
   * A divisor, a denominator or the sum of all weights is zero.
   *
   * Check it before you divide. Your application decides what the result is in that case.
   */
  DIVISION_BY_ZERO: { readonly value: bigint };
  /**
   * An argument has the wrong type or is out of range, or an option has an unknown name.
   *
   * Pass what `expected` describes. For an unknown option, the message suggests the closest known name.
   */
  ARGUMENT_INVALID: ArgumentContext;
}

/** The codes of a {@link UnitsError}. */
export type UnitsErrorCode = keyof UnitsErrorContexts;

const table: ErrorTable<UnitsErrorContexts> = {
  package: 'units',
  messages: {
    AMOUNT_SYNTAX: ({ value, position, reason, character, example }) =>
      `Invalid amount "${value}": ${character === undefined ? reason : `unexpected "${character}"`} at position ${position}. Write it like "${example}".`,
    AMOUNT_TOO_PRECISE:
      'Amount "{value}" has more than {decimals} decimals, from position {position}. Drop them or choose a rounding.',
    AMOUNT_OUT_OF_RANGE: ({ value, min, max, unit, decimals }) => {
      const [amount, lowest, highest] = [value, min, max].map((each) => formatDecimal(each, decimals));
      return `Amount "${quoteText(amount ?? '')}" is out of range. Choose ${lowest} to ${highest} ${unit}.`;
    },
    DIVISION_INEXACT: '"{value}" divided by "{divisor}" is not a whole number. Choose a rounding.',
    DIVISION_BY_ZERO: 'Division of "{value}" by zero. Check the divisor first.',
  },
};

/** The error that every function of this package throws. Match its `code`: only codes and contexts are stable. */
export class UnitsError<C extends UnitsErrorCode = UnitsErrorCode> extends CodedError<UnitsErrorContexts, C> {
  override readonly name = 'UnitsError';

  constructor(code: C, context: UnitsErrorContexts[C], options?: { readonly cause?: unknown }) {
    super(table, code, context, options);
  }
}

/** Creates the error of an invalid argument. `expected` completes "it must be …". */
export const argumentInvalid = (
  argument: string,
  value: unknown,
  expected: string,
  { cause, ...range }: { readonly cause?: unknown } & Pick<ArgumentContext, 'min' | 'max'> = {},
) => new UnitsError('ARGUMENT_INVALID', { argument, value: describeValue(value), expected, ...range }, { cause });

/**
 * Returns whether a caught value is a {@link UnitsError}, and has `code` if one is given. Narrows `context`.
 * It compares name and code instead of the class, so it recognizes errors of another copy of the package.
 * @example
 * ```ts
 * import { isUnitsError, parseCoin } from '@coin/units';
 * try {
 *   parseCoin('1,000');
 * } catch (error) {
 *   if (!isUnitsError(error, 'AMOUNT_SYNTAX')) throw error;
 *   error.context; // => { value: '1,000', position: 1, reason: 'unexpected character', character: ',', example: '1.5' }
 * }
 * ```
 */
export function isUnitsError<C extends UnitsErrorCode = UnitsErrorCode>(
  error: unknown,
  code?: C,
): error is { [Code in C]: UnitsError<Code> }[C] {
  return isCodedError(error, 'UnitsError', code);
}
