import { argumentInvalid } from '../errors.ts';
import { checkKeys } from '../known-keys.ts';
import { type EnergyReport, type FunctionEnergy } from './energy-collector.ts';
import { formatChange, formatEnergy } from './format-energy.ts';

/** A function whose energy differs from the committed report, or exceeds its budget. */
export interface EnergyDifference {
  readonly contract: string;
  readonly function: string;
  readonly kind: 'changed' | 'added' | 'removed' | 'over-budget';
  /** A sentence that describes the difference. */
  readonly message: string;
  /** The committed energy; absent for an added function. */
  readonly before?: FunctionEnergy;
  /** The current energy; absent for a removed function. */
  readonly after?: FunctionEnergy;
}

/** The maximum energy of a call, by contract and function: `Token.transfer(address,uint256)`. */
export type EnergyBudgets = Readonly<Record<string, number>>;

const keyOf = (used: FunctionEnergy): string => JSON.stringify([used.contract, used.function]);

/**
 * Compares an energy report with a committed one, and returns the functions that differ.
 *
 * A function differs if its mean or maximum changed by more than the tolerance, in either direction, or if only one
 * report has it. Decreases count too, to keep the committed file accurate.
 *
 * @param options - `tolerance` in percent of the committed energy, 0 to 100; defaults to 0. `budgets` has the maximum
 * energy of a call, by names such as `Token.transfer(address,uint256)`; defaults to none. A function that exceeds its
 * budget, or that was not called, is a difference too.
 * @throws MockNodeError `ARGUMENT_INVALID` for a tolerance, a budget or a committed report that is not valid.
 * @example
 * ```ts
 * import { compareEnergyReports, createEnergyCollector } from '@coin/mock-node/energy-report';
 *
 * const report = createEnergyCollector().report();
 * compareEnergyReports(report, report, { tolerance: 2 }); // => []
 * ```
 */
export function compareEnergyReports(
  committed: EnergyReport,
  current: EnergyReport,
  options: { readonly tolerance?: number; readonly budgets?: EnergyBudgets } = {},
): EnergyDifference[] {
  checkKeys('options', options, { tolerance: true, budgets: true }, '');
  const { tolerance = 0, budgets = {} } = options;
  if (!(tolerance >= 0 && tolerance <= 100))
    throw argumentInvalid('tolerance', tolerance, 'a number from 0 to 100 percent');
  if (committed.version !== 1 || !Array.isArray(committed.functions))
    throw argumentInvalid(
      'committed',
      committed,
      'an energy report of version 1. Write it again from the current report',
    );
  const before = new Map(committed.functions.map((used) => [keyOf(used), used]));
  const after = new Map(current.functions.map((used) => [keyOf(used), used]));
  const differences: EnergyDifference[] = [];
  for (const [key, was] of before) {
    const is = after.get(key);
    if (is === undefined) differences.push(difference('removed', { before: was }, 'is no longer called'));
    else differences.push(...changes(was, is, tolerance));
  }
  for (const [key, is] of after) {
    if (!before.has(key))
      differences.push(difference('added', { after: is }, `is new: ${formatEnergy(BigInt(is.mean))} energy`));
  }
  return [...differences, ...overBudget(current, budgets)];
}

function overBudget({ functions }: EnergyReport, budgets: EnergyBudgets): EnergyDifference[] {
  return Object.entries(budgets).flatMap(([name, budget]) => {
    if (!Number.isSafeInteger(budget) || budget < 0)
      throw argumentInvalid(`budgets.${name}`, budget, 'an integer of 0 or more units of energy');
    const after = functions.find((used) => `${used.contract}.${used.function}` === name);
    if (after !== undefined && after.maximum <= budget) return [];
    const [contract = '', called = ''] = name.split(/\.(.*)/);
    const what = after === undefined ? 'was not called' : `uses up to ${formatEnergy(BigInt(after.maximum))} energy`;
    const message = `${name} ${what}; its budget is ${formatEnergy(BigInt(budget))}`;
    return [{ contract, function: called, kind: 'over-budget', message, ...(after !== undefined && { after }) }];
  });
}

type Compared = Pick<EnergyDifference, 'before' | 'after'>;

function difference(kind: EnergyDifference['kind'], compared: Compared, what: string): EnergyDifference {
  const { contract = '', function: name = '' } = compared.after ?? compared.before ?? {};
  return { contract, function: name, kind, message: `${contract}.${name} ${what}`, ...compared };
}

function changes(was: FunctionEnergy, is: FunctionEnergy, tolerance: number): EnergyDifference[] {
  const changed = (['mean', 'maximum'] as const).filter(
    (column) => Math.abs(is[column] - was[column]) * 100 > tolerance * was[column],
  );
  if (changed.length === 0) return [];
  const texts = changed.map((column) => {
    const [from, to] = [was[column], is[column]];
    const percent = from === 0 ? '' : ` (${formatChange(from, to)})`;
    return `${column} ${formatEnergy(BigInt(to))} energy instead of ${formatEnergy(BigInt(from))}${percent}`;
  });
  return [
    difference('changed', { before: was, after: is }, `has ${texts.join(' and ')}; the tolerance is ${tolerance} %`),
  ];
}
