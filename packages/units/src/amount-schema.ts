import { decimalsArgument } from './argument-checks.ts';
import { readOptions, safeParseCoin, safeParseUnits, type ParseOptions, type ParseResult } from './parse.ts';
import { MAX_SMALL_UNITS, MAX_TOKEN_UNITS, type SmallUnits } from './quantities.ts';

/** A Standard Schema (standardschema.dev), version 1, from a string in coins or tokens to smallest units. */
export interface AmountSchema<Amount extends bigint> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: '@coin/units';
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly value: Amount; readonly issues?: undefined }
      | { readonly issues: readonly { readonly message: string }[] };
    readonly types?: { readonly input: string; readonly output: Amount };
  };
}

const schema = <Amount extends bigint>(parse: (value: unknown) => ParseResult<Amount>): AmountSchema<Amount> => ({
  '~standard': {
    version: 1,
    vendor: '@coin/units',
    validate: (value) => {
      const result = parse(value);
      return result.success ? { value: result.value } : { issues: [{ message: result.error.shortMessage }] };
    },
  },
});

/**
 * Creates a Standard Schema that parses an amount of coin into small units as {@link parseCoin} does.
 * @param options - as for {@link parseCoin}: rounding, limits in small units, and the locale of the text
 * @throws {@link UnitsError} `ARGUMENT_INVALID` for an unknown rounding mode and for limits that are not bigints
 * @example
 * ```ts
 * import { coinSchema } from '@coin/units';
 * const amount = coinSchema({ min: 1n, max: 5_000_000n });
 * amount['~standard'].validate('1.5'); // => { value: 1_500_000n }
 * amount['~standard'].validate('7');
 * // => { issues: [{ message: 'Amount "7" is out of range. Choose 0.000001 to 5 coins.' }] }
 * ```
 */
export function coinSchema(options: ParseOptions = {}): AmountSchema<SmallUnits> {
  // A form shows issues to its user, who cannot correct an option. Wrong options therefore throw here.
  readOptions(options, MAX_SMALL_UNITS);
  return schema((value) => safeParseCoin(value, options));
}

/**
 * Creates a Standard Schema that parses a token amount into smallest units as {@link parseUnits} does.
 * @param decimals - the token's decimals, an integer from 0 to 255
 * @param options - as for {@link parseUnits}: rounding, limits in smallest units, and the locale of the text
 * @throws {@link UnitsError} `ARGUMENT_INVALID` as {@link coinSchema} does, and for wrong decimals
 * @example
 * ```ts
 * import { tokenSchema } from '@coin/units';
 * const amount = tokenSchema(2, { max: 500n });
 * amount['~standard'].validate('1.5'); // => { value: 150n }
 * amount['~standard'].validate('7');
 * // => { issues: [{ message: 'Amount "7" is out of range. Choose 0 to 5 tokens.' }] }
 * ```
 */
export function tokenSchema(decimals: number, options: ParseOptions = {}): AmountSchema<bigint> {
  decimalsArgument('decimals', decimals);
  readOptions(options, MAX_TOKEN_UNITS);
  return schema((value) => safeParseUnits(value, decimals, options));
}
