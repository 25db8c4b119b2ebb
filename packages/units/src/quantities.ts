/**
 * A bigint whose unit only the compiler knows, at no cost at run time. It accepts a plain bigint.
 * An amount of one unit where another is expected does not compile. The type is structural, so two versions of a
 * package agree.
 * @example
 * ```ts
 * import type { Flavour } from '@coin/units';
 * type Points = Flavour<'Points'>;
 * const earned: Points = 27_704n;
 * earned; // => 27_704n
 * ```
 */
export type Flavour<Unit extends string> = bigint & { readonly __unit?: Unit };

/** An amount of coin in small units: 1 coin = 1,000,000 small units. Source: docs/specification.md §1, Denomination. */
export type SmallUnits = Flavour<'SmallUnits'>;

/** An amount of energy, the computing effort of contracts. Source: docs/specification.md §1, Resources. */
export type Energy = Flavour<'Energy'>;

/** Small units per unit of energy. Source: docs/specification.md §2, Contract energy parameters. */
export type EnergyPrice = Flavour<'EnergyPrice'>;

/**
 * A contract's energy factor, the coefficient of its energy penalty, in ten-thousandths: 3_400n is 0.34.
 *
 * Source: docs/specification.md §2; docs/protocol/dynamic-energy.md, "Constants and parameters".
 */
export type EnergyFactor = Flavour<'EnergyFactor'>;

/** Small units in one coin. Source: docs/specification.md §8, Denomination. */
export const UNITS_PER_COIN: SmallUnits = 1_000_000n;

/** Decimals of the coin: 10^6 small units are one coin. Source: docs/specification.md §8, Denomination. */
export const COIN_DECIMALS = 6;

/** The largest amount of coin, in small units: 2^63 − 1. Nodes store amounts as signed 64-bit integers. */
export const MAX_SMALL_UNITS: SmallUnits = 9_223_372_036_854_775_807n;

/**
 * The smallest amount of coin, in small units: −2^63. Amounts are non-negative unless a caller passes this as `min`.
 */
export const MIN_SMALL_UNITS: SmallUnits = -9_223_372_036_854_775_808n;

/** The largest token amount, in the token's smallest units: 2^256 − 1, the maximum of a uint256. */
export const MAX_TOKEN_UNITS =
  115_792_089_237_316_195_423_570_985_008_687_907_853_269_984_665_640_564_039_457_584_007_913_129_639_935n;
