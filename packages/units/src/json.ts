import { checkBigint, checkRange, type Limits, type Unit } from './argument-checks.ts';
import { parseDecimal } from './parse-decimal.ts';
import { MAX_SMALL_UNITS, MAX_TOKEN_UNITS, MIN_SMALL_UNITS, type SmallUnits } from './quantities.ts';

/** Converts amounts to JSON strings of decimal digits, in small units, and back. */
export interface AmountCodec<Amount extends bigint> {
  readonly encode: (amount: Amount) => string;
  readonly decode: (json: unknown) => Amount;
}

function codec(limits: Limits, unit: Unit): AmountCodec<bigint> {
  return {
    encode: (amount) => {
      checkBigint('amount', amount);
      return checkRange(amount, limits, unit).toString();
    },
    decode: (json) => checkRange(parseDecimal(json, 0), limits, unit),
  };
}

/**
 * Converts coin amounts, −2^63 to 2^63 − 1 small units, to JSON strings of digits and back.
 * JSON numbers lose digits above 2^53, and `JSON.stringify` throws for bigints. `encode` throws `ARGUMENT_INVALID` and
 * `AMOUNT_OUT_OF_RANGE`; `decode` also throws `AMOUNT_SYNTAX` and `AMOUNT_TOO_PRECISE`.
 * @example
 * ```ts
 * import { coinJson } from '@coin/units';
 * JSON.stringify({ balance: coinJson.encode(9_007_199_254_740_993n) }); // => '{"balance":"9007199254740993"}'
 * coinJson.decode('9007199254740993'); // => 9_007_199_254_740_993n
 * coinJson.decode(9007199254740992); // throws ARGUMENT_INVALID
 * ```
 */
export const coinJson: AmountCodec<SmallUnits> = /* @__PURE__ */ codec(
  { min: MIN_SMALL_UNITS, max: MAX_SMALL_UNITS },
  { unit: 'small units', decimals: 0 },
);

/**
 * Converts token amounts, 0 to 2^256 − 1 smallest units, to JSON strings and back. Throws as {@link coinJson} does.
 * @example
 * ```ts
 * import { tokenJson } from '@coin/units';
 * tokenJson.decode('1000000000000000000'); // => 1_000_000_000_000_000_000n
 * tokenJson.encode(-1n); // throws AMOUNT_OUT_OF_RANGE
 * ```
 */
export const tokenJson: AmountCodec<bigint> = /* @__PURE__ */ codec(
  { min: 0n, max: MAX_TOKEN_UNITS },
  { unit: 'smallest units', decimals: 0 },
);
