// Parsing and formatting
export { parseCoin, parseUnits, safeParseCoin, safeParseUnits, type ParseOptions, type ParseResult } from './parse.ts';
export { formatCoin, formatUnits, type FormatOptions } from './format.ts';
export { createLocale, type AmountLocale } from './locale.ts';
export { coinSchema, tokenSchema, type AmountSchema } from './amount-schema.ts';
export { coinJson, tokenJson, type AmountCodec } from './json.ts';

// Integer math that never rounds unless told to
export { divide, type Rounding } from './rounding.ts';
export { basisPoints, compareRatios, multiplyRatio, parseRatio, percent, ratio, type Ratio } from './ratio.ts';
export { clamp, max, min, sum } from './arithmetic.ts';
export { allocate } from './allocate.ts';

// Quantities and their limits
export {
  COIN_DECIMALS,
  MAX_SMALL_UNITS,
  MAX_TOKEN_UNITS,
  MIN_SMALL_UNITS,
  UNITS_PER_COIN,
  type Energy,
  type EnergyFactor,
  type EnergyPrice,
  type Flavour,
  type SmallUnits,
} from './quantities.ts';

// What fees depend on, and where a planner reads it: from any client of a node
export { type Abi, type AbiEntry, type AbiParameter } from './abi.ts';
export { type DeployerShare, type FeePrices, type OwnerResources } from './fees.ts';
export {
  type AccountFunds,
  type Address,
  type ContractCall,
  type ContractEnergyState,
  type EnergyRules,
  type EnergySource,
  type Quota,
  type ReadOptions,
  type ScheduledRules,
  type Simulation,
} from './energy-source.ts';

// Time and cancellation, as every package takes them
export { type AbortSignalLike, type Clock } from './clock.ts';

// Errors
export { isUnitsError, UnitsError, type SyntaxReason, type UnitsErrorCode, type UnitsErrorContexts } from './errors.ts';
