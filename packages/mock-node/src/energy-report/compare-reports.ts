import { argumentInvalid } from '../errors.ts';
import { checkKeys } from '../known-keys.ts';
import { type EnergyReport, type FunctionEnergy } from './energy-collector.ts';
import { formatChange, formatEnergy } from './format-energy.ts';

/** A function whose energy differs from the committed report. */
export interface EnergyDifference {
  readonly contract: string;
  readonly function: string;
  readonly kind: 'changed' | 'added' | 'removed';
  /** A sentence that describes the difference. */
  readonly message: string;
  /** The committed energy; absent for an added function. */
  readonly before?: FunctionEnergy;
  /** The current energy; absent for a removed function. */
  readonly after?: FunctionEnergy;
}

const keyOf = (used: FunctionEnergy): string => JSON.stringify([used.contract, used.function]);

/**
 * Compares an energy report with a committed one, and returns the functions that differ.
 *
 * A function differs if its mean or maximum changed by more than the tolerance, in either direction, or if only one
 * report has it. Decreases count too, to keep the committed file accurate.
 *
 * @param options - `tolerance` in percent of the committed energy, 0 to 100; defaults to 0.
 * @throws MockNodeError `ARGUMENT_INVALID` for a tolerance or a committed report that is not valid.
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
  options: { readonly tolerance?: number } = {},
): EnergyDifference[] {
  checkKeys('options', options, { tolerance: true }, '');
  const { tolerance = 0 } = options;
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
  return differences;
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
