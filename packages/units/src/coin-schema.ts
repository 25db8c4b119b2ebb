import { COIN_DECIMALS, type SmallUnits } from './quantities.ts';
import { formatDecimal } from './format-decimal.ts';
import { isUnitsError, type UnitsError } from './errors.ts';
import { safeParseCoin, type ParseOptions } from './parse.ts';

/**
 * A Standard Schema, version 1, as form, router and validation libraries accept it. Its input is a string in coins, its
 * output small units.
 *
 * Source: Decision: the interface of standardschema.dev, declared by shape so that nothing has to be installed.
 */
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

/** The message with limits in coins, the unit that the user typed. */
function messageInCoins(error: UnitsError): string {
  if (!isUnitsError(error, 'AMOUNT_OUT_OF_RANGE')) return error.message;
  const { value, min, max } = error.context;
  const inCoins = (amount: bigint) => formatDecimal(amount, COIN_DECIMALS);
  return `${inCoins(value)} is not between ${inCoins(min)} and ${inCoins(max)}`;
}

/**
 * Creates a Standard Schema that parses an amount of coin as {@link parseCoin} does: from a string in coins to small
 * units.
 *
 * Source: Decision: a function, because the limits of a form (a balance, a minimum) are only known when the form is
 * shown.
 *
 * @param options - as for {@link parseCoin}: rounding, and limits in small units
 * @example
 * ```ts
 * import { coinSchema } from '@coin/units';
 *
 * const amount = coinSchema({ min: 1n, max: 5_000_000n });
 * amount['~standard'].validate('1.5'); // => { value: 1_500_000n }
 * amount['~standard'].validate('7'); // => { issues: [{ message: '7 is not between 0.000001 and 5' }] }
 * ```
 */
export function coinSchema(options?: ParseOptions): CoinSchema {
  return {
    '~standard': {
      version: 1,
      vendor: '@coin/units',
      validate: (value) => {
        const result = safeParseCoin(value, options);
        return result.success ? { value: result.value } : { issues: [{ message: messageInCoins(result.error) }] };
      },
    },
  };
}
