import { type Energy, type EnergyFactor, type SmallUnits } from '@coin/units';
import { ENERGY, TEN_THOUSANDTHS, argumentInvalid, bigintArgument, integerArgument } from './argument-checks.ts';
import { increaseBy } from './bigint-math.ts';

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

const DECIMAL_FACTOR = 'a decimal factor such as "0.34"';

/**
 * Converts a decimal energy factor to the node's scale of ten-thousandths. Finer decimals round up.
 *
 * Source: docs/specification.md §2 (energy_factor, max_factor); docs/protocol/dynamic-energy.md, "Constants and
 * parameters": the scale, and the highest value a network can have, 10.
 *
 * @param decimal - digits with an optional fraction, from '0' to '10'; no sign, exponent or whitespace
 * @returns the factor in ten-thousandths
 * @throws FeeError `ARGUMENT_INVALID` for anything else, also above 10 (a value that is already in the node's scale,
 * such as 3400, needs no conversion: write `3400n`)
 * @example
 * ```ts
 * import { parseEnergyFactor } from '@coin/fee';
 *
 * parseEnergyFactor('0.34'); // => 3_400n
 * parseEnergyFactor('0.00001'); // => 1n
 * parseEnergyFactor('3400'); // throws ARGUMENT_INVALID
 * ```
 */
export function parseEnergyFactor(decimal: string): EnergyFactor {
  if (typeof decimal !== 'string') {
    throw argumentInvalid('energyFactor', decimal, `${DECIMAL_FACTOR}, not of type ${typeof decimal}`);
  }
  const [match = ''] = /^(?:0|[1-9]\d*)(?:\.\d+)?/.exec(decimal) ?? [];
  if (match === '' || match !== decimal) {
    throw argumentInvalid('energyFactor', decimal, DECIMAL_FACTOR);
  }
  const [whole = '', fraction = ''] = match.split('.');
  const scaled = BigInt(whole + fraction.slice(0, 4).padEnd(4, '0')) + (/[1-9]/.test(fraction.slice(4)) ? 1n : 0n);
  return bigintArgument('energyFactor', scaled, { min: 0n, max: 100_000n, unit: 'ten-thousandths' });
}

/**
 * The part of an estimate, in units of energy, without the penalty: the input of the factor methods.
 *
 * Source: docs/specification.md §4.3: basic energy consumption = energy_used minus energy_penalty.
 *
 * @param estimate - `energy`, the total that the constant call reports (`energy_used`), at least 0; `energyPenalty`,
 * the part of it that is penalty (`energy_penalty`), 0 to `energy`, 0 by default
 * @returns units of energy
 * @throws FeeError `ARGUMENT_INVALID` (a penalty above the energy)
 * @example
 * ```ts
 * import { basicEnergy } from '@coin/fee';
 *
 * basicEnergy({ energy: 37_105n, energyPenalty: 9_401n }); // => 27_704n
 * ```
 */
export function basicEnergy(estimate: { energy: Energy; energyPenalty?: Energy }): Energy {
  const { energy, energyPenalty = 0n } = estimate;
  bigintArgument('energy', energy, ENERGY);
  return energy - bigintArgument('energyPenalty', energyPenalty, { min: 0n, max: energy, unit: 'units of energy' });
}

/** The energy that an inner call with coin or tokens is granted, after at least 9,040 units were charged for it. */
const STIPEND: Energy = 2_300n;

/** The least basic energy that such a call uses, less its stipend. */
const VALUE_CALL_ENERGY: Energy = 6_740n;

/** An inner call, as a constant call lists it in its internal transactions. */
export interface InnerCall {
  /** `call` for a call; others are creations and destructions. */
  readonly note: string;
  /** Small units. */
  readonly callValue: SmallUnits;
  readonly tokens: readonly { readonly amount: bigint }[];
}

/** The inner calls by which a call temporarily needs more energy than it uses. */
export interface ValueCallOptions {
  /**
   * The most inner calls with coin or tokens that the call may make, at least 0. By default those among
   * `internalTransactions`; without these, as many as the energy has room for: one for each 6,740 units. Pass 0 if the
   * code of all contracts that run cannot make such a call.
   */
  readonly valueCalls?: number;
  /**
   * The internal transactions of a constant call, as `estimateEnergy` and `simulateContract` of `@coin/rpc` return
   * them. They list neither calls that fail before they begin, for want of coin or because they are too deep, nor calls
   * of precompiled contracts. Pass `valueCalls` if the call may make such a call with coin or tokens.
   */
  readonly internalTransactions?: readonly InnerCall[];
}

/** The most inner calls with a value that a call makes, as far as the options say. */
export const countValueCalls = ({ valueCalls, internalTransactions }: ValueCallOptions): number | undefined =>
  valueCalls ??
  internalTransactions?.filter(
    ({ note, callValue, tokens }) => note === 'call' && (callValue > 0n || tokens.some(({ amount }) => amount > 0n)),
  ).length;

/** A basic energy, which limits the number of inner calls with a value. */
interface ValueCallBudget {
  readonly valueCalls?: number | undefined;
  readonly basicEnergy: Energy;
  /** The part of the basic energy that stores code. */
  readonly deposit?: Energy;
}

const largestCount = ({ valueCalls, basicEnergy, deposit = 0n }: ValueCallBudget): bigint =>
  valueCalls === undefined
    ? (basicEnergy - deposit) / VALUE_CALL_ENERGY
    : BigInt(integerArgument('valueCalls', valueCalls, { min: 0, unit: 'calls' }));

/** The energy, in units, that all inner calls with a value are granted. */
export const stipends = (budget: ValueCallBudget): Energy => largestCount(budget) * STIPEND;

/**
 * The units of energy by which a call's need can exceed its use. That is one stipend, because the charge for the next
 * inner call with a value exceeds the stipend of the last one. The code deposit of a deployment comes last, after any
 * stipend.
 */
export function peakAllowance(budget: ValueCallBudget): Energy {
  const rest = STIPEND - (budget.deposit ?? 0n);
  return largestCount(budget) > 0n && rest > 0n ? rest : 0n;
}

/** The energy, in units, for storing the code of a deployment. */
export const codeDeposit = (codeSize = 0): Energy => BigInt(codeSize) * CODE_DEPOSIT_PER_BYTE;

/** A basic energy, and the part of it that no factor multiplies. */
export interface BasicEnergyOptions extends ValueCallOptions {
  /** Units of energy without penalty, at least 0: see {@link basicEnergy}. */
  readonly basicEnergy: Energy;
  /**
   * Bytes of runtime code that a deployment stores; their deposit is part of `basicEnergy` and has no penalty. 0 by
   * default, as for a call.
   */
  readonly codeSize?: number;
}

/**
 * The energy that `basicEnergy` becomes under a factor, in units and rounded up: an upper bound for everything that
 * runs under at most this factor, because the node rounds the penalty of each instruction down.
 *
 * The penalty of an inner call that carries a value (`valueCalls`) applies to its whole price, although a stipend of
 * 2,300 units is granted, which lowers the basic energy. The bound is of what the call needs at any moment, which may
 * be one stipend more than it uses in the end. Without `valueCalls` and `internalTransactions`, it allows for as many of
 * these calls as the basic energy has room for. The code deposit of a deployment (`codeSize`) has no penalty. A new contract's own code runs under factor 0; a factor matters for a
 * deployment only if its constructor calls contracts.
 *
 * Source: docs/protocol/dynamic-energy.md, "Arithmetic of each instruction"; docs/protocol/fee-limit.md, "Energy that a
 * call needs"; docs/specification.md §8: basic energy * (1 + factor).
 *
 * @param options - `basicEnergy`, units, at least 0; `energyFactor`, ten-thousandths, at least 0; `codeSize`, bytes, 0
 * to basicEnergy / 200; `valueCalls`, inner calls with a value, at most; by default those among
 * `internalTransactions`, or else as many as possible
 * @returns units of energy
 * @throws FeeError `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { energyWithFactor } from '@coin/fee';
 *
 * energyWithFactor({ basicEnergy: 27_704n, energyFactor: 3_400n }); // => 42_552n
 * energyWithFactor({ basicEnergy: 27_704n, valueCalls: 0, energyFactor: 3_400n }); // => 37_124n
 * energyWithFactor({ basicEnergy: 500_000n, codeSize: 2_000, valueCalls: 0, energyFactor: 3_400n }); // => 534_000n
 * energyWithFactor({ basicEnergy: 6_763n, valueCalls: 1, energyFactor: 5_000n }); // => 13_595n
 * energyWithFactor({ basicEnergy: 20_289n, valueCalls: 3, energyFactor: 0n }); // => 22_589n
 * ```
 */
export function energyWithFactor(options: BasicEnergyOptions & { energyFactor: EnergyFactor }): Energy {
  const { basicEnergy, codeSize = 0, energyFactor } = options;
  bigintArgument('basicEnergy', basicEnergy, ENERGY);
  bigintArgument('energyFactor', energyFactor, TEN_THOUSANDTHS);
  const maxSize = Number(basicEnergy / CODE_DEPOSIT_PER_BYTE);
  const size = integerArgument('codeSize', codeSize, { min: 0, max: maxSize, unit: 'bytes' });
  const deposit = BigInt(size) * CODE_DEPOSIT_PER_BYTE;
  const budget = { basicEnergy, deposit, valueCalls: countValueCalls(options) };
  const granted = stipends(budget);
  return deposit + increaseBy(basicEnergy + granted - deposit, energyFactor) - granted + peakAllowance(budget);
}
