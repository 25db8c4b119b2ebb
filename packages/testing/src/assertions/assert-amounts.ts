import { argumentInvalid } from '../errors.ts';
import { formatCount } from '../format-count.ts';
import { checkKeys, readAmount, type KnownKeys } from '../read-arguments.ts';
import { readOutcome } from './read-outcome.ts';
import { requirePass, type Verdict } from './verdict.ts';

/**
 * The allowed difference of energy from the expected value, in either direction: units of energy, or percent of it such
 * as `'5%'`.
 */
export interface EnergyTolerance {
  readonly within: number | bigint | `${number}%`;
}

/**
 * Asserts how many small units a transaction burned in total: for energy, bandwidth, a new account, a memo.
 *
 * Source: docs/protocol/fee-limit.md, Receipt and TransactionInfo.
 *
 * @param subject - a transaction, as for `assertRevertsWith`, or the result of a node's `deploy`
 * @param fee - small units, 0 or more
 * @throws an AssertionError with `expected` and `actual`; TestingError `ARGUMENT_INVALID` for values that cannot be
 * compared.
 * @example
 * ```ts
 * import { createMockNode } from '@coin/mock-node';
 * import { assertBurns } from '@coin/testing';
 *
 * const node = createMockNode();
 * const deployed = await node.deploy({ bytecode: '60006000f3' });
 * await assertBurns(deployed, deployed.fee);
 * ```
 */
export async function assertBurns(subject: unknown, fee: number | bigint): Promise<void> {
  await requirePass(judgeBurn(subject, fee), 'assertBurns');
}

/** @internal */
export async function judgeBurn(subject: unknown, fee: number | bigint): Promise<Verdict> {
  const expected = readAmount('fee', bigintOf(fee), { min: 0n, unit: 'small units' });
  const { fee: actual } = await readOutcome(subject);
  if (actual === undefined)
    throw argumentInvalid('subject', 'a call', 'a transaction in a block: a call burns nothing');
  const unit = 'small units';
  return {
    pass: actual === expected,
    message: `Expected the transaction to burn ${formatCount(expected)} ${unit}, but it burned ${formatCount(actual)}, ${difference(expected, actual)}.`,
    negated: `Expected the transaction not to burn ${formatCount(expected)} ${unit}, but it did.`,
    expected,
    actual,
  };
}

/**
 * Asserts how much energy a transaction or a call used in total, including the penalty.
 *
 * Source: docs/protocol/fee-limit.md, Receipt and TransactionInfo.
 *
 * @param subject - as for `assertRevertsWith`, or the result of a node's `deploy`
 * @param energy - units of energy, 0 or more
 * @param tolerance - `{ within: 100 }` for units of energy, `{ within: '5%' }` for percent; none by default
 * @throws an AssertionError with `expected` and `actual`; TestingError `ARGUMENT_INVALID` for values that cannot be
 * compared.
 * @example
 * ```ts
 * import { createMockNode } from '@coin/mock-node';
 * import { assertUsesEnergy } from '@coin/testing';
 *
 * const node = createMockNode();
 * await assertUsesEnergy(node.deploy({ bytecode: '60006000f3' }), 6, { within: '10%' });
 * ```
 */
export async function assertUsesEnergy(
  subject: unknown,
  energy: number | bigint,
  tolerance?: EnergyTolerance,
): Promise<void> {
  await requirePass(judgeEnergy(subject, energy, tolerance), 'assertUsesEnergy');
}

/** @internal */
export async function judgeEnergy(
  subject: unknown,
  energy: number | bigint,
  tolerance: EnergyTolerance = { within: 0 },
): Promise<Verdict> {
  const expected = readAmount('energy', bigintOf(energy), { min: 0n, unit: 'units of energy' });
  const { within, margin } = readTolerance(tolerance, expected);
  const { energy: actual } = await readOutcome(subject);
  if (actual === undefined)
    throw argumentInvalid('subject', 'an outcome without energy', 'a transaction or a call that reports its energy');
  const [least, most] = [expected - margin, expected + margin];
  const range = margin === 0n ? '' : ` within ${within} (${formatCount(least)} to ${formatCount(most)})`;
  return {
    pass: actual >= least && actual <= most,
    message: `Expected the contract to use ${formatCount(expected)} energy${range}, but it used ${formatCount(actual)}, ${difference(expected, actual)}.`,
    negated: `Expected the contract not to use ${formatCount(expected)} energy${range}, but it used ${formatCount(actual)}.`,
    expected,
    actual,
  };
}

const toleranceKeys: KnownKeys<EnergyTolerance> = { within: true };

function readTolerance(
  tolerance: EnergyTolerance,
  expected: bigint,
): { readonly within: EnergyTolerance['within']; readonly margin: bigint } {
  checkKeys('tolerance', tolerance, toleranceKeys);
  const { within } = tolerance;
  const margin = typeof within === 'string' ? share(expected, within) : bigintOf(within);
  if (typeof margin !== 'bigint' || margin < 0n)
    throw argumentInvalid('within', within, "units of energy, or percent such as '5%'");
  return { within, margin };
}

/** Readers of amounts accept only bigints. */
const bigintOf = (value: number | bigint): bigint =>
  typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : (value as bigint);

/** A percentage, with up to six decimals, of an amount, rounded down. */
function share(amount: bigint, percent: string): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,6}))?%$/.exec(percent) ?? [];
  return whole === undefined ? undefined : (amount * BigInt(whole + fraction.padEnd(6, '0'))) / 100_000_000n;
}

const difference = (expected: bigint, actual: bigint): string =>
  actual > expected ? `${formatCount(actual - expected)} more` : `${formatCount(expected - actual)} less`;
