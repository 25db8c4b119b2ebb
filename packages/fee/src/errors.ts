import { closestName } from './closest-name.ts';

/** The `context` of each error code. */
export interface FeeErrorContexts {
  /**
   * An argument or a result is missing, of another type or out of range, or an option has an unknown name. `value` is
   * its value as text; `min` and `max`, which are inclusive, and `unit` are present if a range is allowed.
   *
   * Pass what `expected` says. For an unknown option the message names the closest known one.
   */
  ARGUMENT_INVALID: {
    readonly argument: string;
    readonly value: string;
    readonly expected: string;
    readonly min?: bigint | number;
    readonly max?: bigint | number;
    readonly unit?: string;
  };
  /**
   * The fee limit that is needed, in small units, is above what the network accepts.
   *
   * Do less in one transaction. `clampFeeLimit` continues with the maximum and says whether that suffices.
   */
  FEE_LIMIT_TOO_HIGH: { readonly needed: bigint; readonly max: bigint };
}

/** A literal code of {@link FeeError}. */
export type FeeErrorCode = keyof FeeErrorContexts;

/** Characters of a value that messages and contexts show. */
const MAX_SHOWN = 99;

/** A value as text; of an object its type, because its own text may be code, or throw. */
function shown(value: unknown): string {
  const text = Object(value) === value ? `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}` : String(value);
  const cut = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return cut.replace(/\p{C}/gu, '\uFFFD');
}

/** The start of `expected` for an unknown option. The known names follow. */
export const KNOWN_OPTIONS = 'one of the options ';

/** The site's pages of this package's codes. */
const DOCS = 'https://coin-packages.github.io/coin/errors/fee/';

const messages: { readonly [C in FeeErrorCode]: (context: FeeErrorContexts[C]) => string } = {
  ARGUMENT_INVALID: ({ argument, value, expected }) => {
    if (!expected.startsWith(KNOWN_OPTIONS)) return `Invalid ${argument} "${value}": it must be ${expected}.`;
    const names = expected.slice(KNOWN_OPTIONS.length);
    const closest = closestName(argument, names.split(', '));
    return `Unknown option "${argument}". ${closest === undefined ? `Use one of ${names}.` : `Did you mean ${closest}?`}`;
  },
  FEE_LIMIT_TOO_HIGH: ({ needed, max }) =>
    `Fee limit ${needed} exceeds the network's maximum of ${max} small units. Split the work into several calls, or use clampFeeLimit to continue with the maximum.`,
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
export class FeeError<C extends FeeErrorCode = FeeErrorCode> extends Error {
  override readonly name = 'FeeError';
  declare readonly code: C;
  declare readonly context: FeeErrorContexts[C];

  /**
   * @param code - which failure it is
   * @param context - the values that the message states
   * @param options - `cause`, the error behind it, if any
   */
  constructor(code: C, context: FeeErrorContexts[C], options?: { readonly cause?: unknown }) {
    super(`${messages[code](context)}\nDocs: ${DOCS}${code}.html`, options);
    this.code = code;
    this.context = context;
  }

  /** The message without its last line, the link: for a log line, or for people who do not program. */
  get shortMessage(): string {
    return this.message.replace(/\nDocs: .*$/, '');
  }
}

/** The error of an invalid argument; `expected` completes "it must be …". */
export const argumentInvalid = (
  argument: string,
  value: unknown,
  expected: string,
  { cause, ...range }: { cause?: unknown; min?: bigint | number; max?: bigint | number; unit?: string } = {},
): FeeError<'ARGUMENT_INVALID'> =>
  new FeeError(
    'ARGUMENT_INVALID',
    { argument: shown(argument), value: shown(value), expected, ...range },
    cause === undefined ? undefined : { cause },
  );

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
  try {
    const { name, code: actual }: { name?: unknown; code?: unknown } = error ?? {};
    return name === 'FeeError' && (code === undefined || actual === code);
  } catch {
    // Reading the value throws, so it is no error of this package.
    return false;
  }
}
