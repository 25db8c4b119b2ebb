/**
 * A bigint whose unit only the compiler knows. A plain bigint is accepted for any unit; an amount of one unit where
 * another is expected does not compile. Two versions of a package agree, because the type is structural.
 *
 * Source: Decision: flavours cost nothing at run time and catch mixed-up energy and coin, the costliest mistake in fee
 * code.
 *
 * @example
 * ```ts
 * import type { Flavour } from '@coin/units';
 *
 * type Points = Flavour<'Points'>;
 * const earned: Points = 27_704n;
 * earned; // => 27_704n
 * ```
 */
export type Flavour<Unit extends string> = bigint & { readonly __unit?: Unit };

/**
 * An amount of coin in small units: 1 coin = 1,000,000 small units.
 *
 * Source: docs/specification.md §1, Denomination.
 */
export type SmallUnits = Flavour<'SmallUnits'>;

/**
 * An amount of energy, the computing effort of the virtual machine, in units of energy.
 *
 * Source: docs/specification.md §1, Resources.
 */
export type Energy = Flavour<'Energy'>;

/**
 * The price of one unit of energy, in small units.
 *
 * Source: docs/specification.md §2, Contract energy parameters.
 */
export type EnergyPrice = Flavour<'EnergyPrice'>;

/**
 * An energy factor, the coefficient of a contract's energy penalty, in ten-thousandths: 3_400n is 0.34.
 *
 * Source: docs/specification.md §2, Contract energy parameters; docs/protocol/dynamic-energy.md, "Constants and
 * parameters": the scale in which nodes keep it.
 */
export type EnergyFactor = Flavour<'EnergyFactor'>;

/**
 * Small units in one coin.
 *
 * Source: docs/specification.md §8, Denomination.
 */
export const UNITS_PER_COIN: SmallUnits = 1_000_000n;

/**
 * Decimals of the coin.
 *
 * Source: docs/specification.md §8, Denomination: 10^6 small units are one coin.
 */
export const COIN_DECIMALS = 6;

/**
 * The largest amount of coin, in small units: 2^63 − 1.
 *
 * Source: Decision: nodes keep amounts in signed 64-bit integers, so a larger one cannot exist.
 */
export const MAX_SMALL_UNITS: SmallUnits = 9_223_372_036_854_775_807n;

/**
 * The smallest amount of coin, in small units: −2^63. Amounts are non-negative unless a caller passes this as `min`.
 *
 * Source: Decision: nodes keep amounts in signed 64-bit integers.
 */
export const MIN_SMALL_UNITS: SmallUnits = -9_223_372_036_854_775_808n;

/**
 * The largest token amount, in the token's smallest units: 2^256 − 1.
 *
 * Source: Decision: token contracts keep balances in a uint256, the machine's word.
 */
export const MAX_TOKEN_UNITS =
  115_792_089_237_316_195_423_570_985_008_687_907_853_269_984_665_640_564_039_457_584_007_913_129_639_935n;
