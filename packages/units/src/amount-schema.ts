import { readOptions, safeParseCoin, type ParseOptions } from './parse.ts';
import { MAX_SMALL_UNITS, type SmallUnits } from './quantities.ts';

/** A Standard Schema (standardschema.dev), version 1, from a string in coins to small units. */
export interface CoinSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: '@coin/units';
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly value: SmallUnits; readonly issues?: undefined }
      | { readonly issues: readonly { readonly message: string }[] };
    readonly types?: { readonly input: string; readonly output: SmallUnits };
  };
}

/**
 * Creates a Standard Schema that parses an amount of coin into small units as {@link parseCoin} does.
 * @param options - as for {@link parseCoin}: rounding, and limits in small units
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
export function coinSchema(options: ParseOptions = {}): CoinSchema {
  // A form shows issues to its user, who cannot correct an option. Wrong options therefore throw here.
  readOptions(options, MAX_SMALL_UNITS);
  return {
    '~standard': {
      version: 1,
      vendor: '@coin/units',
      validate: (value) => {
        const result = safeParseCoin(value, options);
        return result.success ? { value: result.value } : { issues: [{ message: result.error.shortMessage }] };
      },
    },
  };
}
