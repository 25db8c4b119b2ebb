import { type Energy, type EnergyFactor } from '@coin/units';
import { increaseBy } from './bigint-math.ts';
import { FeeError } from './errors.ts';
import { requireQuantity } from './require-quantity.ts';

/**
 * The energy charged for storing one byte of a new contract's runtime code: 200 units, never multiplied by a factor.
 *
 * Source: docs/protocol/dynamic-energy.md, "Arithmetic of each instruction"; docs/protocol/contract-calls.md.
 *
 * @example
 * ```ts
 * import { CODE_DEPOSIT_PER_BYTE } from '@coin/fee';
 *
 * 1_500n * CODE_DEPOSIT_PER_BYTE; // => 300_000n
 * ```
 */
export const CODE_DEPOSIT_PER_BYTE: Energy = 200n;

/**
 * Converts a decimal energy factor, as the specification writes it, to the node's scale of ten-thousandths; finer
 * decimals round up.
 *
 * Source: docs/specification.md §2 (energy_factor, max_factor); docs/protocol/dynamic-energy.md, "Constants and
 * parameters": the scale, and the highest value a network can have, 10.
 *
 * @param decimal - digits with an optional fraction, from '0' to '10'; no sign, exponent or whitespace
 * @returns the factor in ten-thousandths
 * @throws FeeError `FACTOR_SYNTAX` for any other string, `OUT_OF_RANGE` above 10 (a value that is already in the node's
 * scale, such as 3400, needs no conversion: write `3400n`)
 * @example
 * ```ts
 * import { energyFactor } from '@coin/fee';
 *
 * energyFactor('0.34'); // => 3_400n
 * energyFactor('0.00001'); // => 1n
 * energyFactor('3400'); // throws OUT_OF_RANGE
 * ```
 */
export function energyFactor(decimal: string): EnergyFactor {
  const [match = '', whole = '', fraction = ''] = /^(?:(0|[1-9]\d*)(?:\.(\d+))?)?/.exec(decimal) ?? [];
  if (typeof decimal !== 'string' || match === '' || match.length < decimal.length) {
    throw new FeeError('FACTOR_SYNTAX', { input: decimal, position: match.length });
  }
  const scaled = BigInt(whole + fraction.slice(0, 4).padEnd(4, '0')) + (/[1-9]/.test(fraction.slice(4)) ? 1n : 0n);
  return requireQuantity('energy factor', scaled, 'ten-thousandths', 0n, 100_000n);
}

/**
 * The part of an estimate, in units of energy, that is not penalty: what the factor methods start from.
 *
 * Source: docs/specification.md §4.3: basic energy consumption = energy_used minus energy_penalty.
 *
 * @param estimate - `energy`, the total that the constant call reports (`energy_used`), at least 0; `penalty`, the part
 * of it that is penalty (`energy_penalty`), 0 to `energy`, 0 by default
 * @returns units of energy
 * @throws FeeError `WRONG_TYPE`, `OUT_OF_RANGE` (a penalty above the energy)
 * @example
 * ```ts
 * import { basicEnergy } from '@coin/fee';
 *
 * basicEnergy({ energy: 37_105n, penalty: 9_401n }); // => 27_704n
 * ```
 */
export function basicEnergy(estimate: { energy: Energy; penalty?: Energy }): Energy {
  const { energy, penalty = 0n } = estimate;
  requireQuantity('energy', energy, 'units of energy', 0n);
  return energy - requireQuantity('penalty', penalty, 'units of energy', 0n, energy);
}

/**
 * Energy that every inner call with coin or tokens gets on top; the unused part is returned and lowers the energy used.
 */
const STIPEND: Energy = 2_300n;

/** The energy that inner calls with a value need temporarily, beyond what they use. */
export interface ValueCallOptions {
  /**
   * Inner calls that carry coin or tokens, at least 0; 0 by default. Each may temporarily need 2,300 units more than it
   * uses, because that much of its price is a stipend whose unused part is returned.
   */
  valueCalls?: number;
}

/** The energy, in units, that inner calls with a value need beyond what they use. */
export const stipends = ({ valueCalls = 0 }: ValueCallOptions): Energy =>
  BigInt(requireQuantity('valueCalls', valueCalls, 'calls', 0)) * STIPEND;

/** A basic energy, and the part of it that no factor multiplies. */
export interface BasicEnergyOptions extends ValueCallOptions {
  /** Units of energy without penalty, at least 0: see {@link basicEnergy}. */
  basicEnergy: Energy;
  /**
   * Bytes of runtime code that a deployment stores; their deposit is part of `basicEnergy` and has no penalty. 0 by
   * default, as for a call.
   */
  codeSize?: number;
}

/**
 * The energy that `basicEnergy` becomes under a factor, in units and rounded up: an upper bound for everything that
 * runs under at most this factor, because the node rounds the penalty of each instruction down.
 *
 * The penalty of an inner call that carries a value (`valueCalls`) applies to its whole price, although the unused part
 * of its stipend of 2,300 is returned: without counting these calls the bound is too low. The code deposit of a
 * deployment (`codeSize`) has no penalty. A new contract's own code runs under factor 0; a factor matters for a
 * deployment only if its constructor calls contracts.
 *
 * Source: docs/protocol/dynamic-energy.md, "Arithmetic of each instruction"; docs/specification.md §8: basic energy *
 * (1 + factor).
 *
 * @param options - `basicEnergy`, units, at least 0; `energyFactor`, ten-thousandths, at least 0; `codeSize`, bytes, 0
 * to basicEnergy / 200; `valueCalls`, at least 0
 * @returns units of energy
 * @throws FeeError `WRONG_TYPE`, `OUT_OF_RANGE`
 * @example
 * ```ts
 * import { energyWithFactor } from '@coin/fee';
 *
 * energyWithFactor({ basicEnergy: 27_704n, energyFactor: 3_400n }); // => 37_124n
 * energyWithFactor({ basicEnergy: 500_000n, codeSize: 2_000, energyFactor: 3_400n }); // => 534_000n
 * energyWithFactor({ basicEnergy: 6_763n, valueCalls: 1, energyFactor: 5_000n }); // => 13_595n
 * ```
 */
export function energyWithFactor(options: BasicEnergyOptions & { energyFactor: EnergyFactor }): Energy {
  const { basicEnergy, codeSize = 0, energyFactor } = options;
  requireQuantity('basicEnergy', basicEnergy, 'units of energy', 0n);
  requireQuantity('energy factor', energyFactor, 'ten-thousandths', 0n);
  requireQuantity('codeSize', codeSize, 'bytes', 0, Number(basicEnergy / CODE_DEPOSIT_PER_BYTE));
  const deposit = BigInt(codeSize) * CODE_DEPOSIT_PER_BYTE;
  return deposit + increaseBy(basicEnergy + stipends(options) - deposit, energyFactor);
}
