import { type TableData } from '../chart/chart-data.ts';
import { coin, count, factor } from '../format.ts';
import { type NetworkFacts } from './read-network.ts';

/** What was read, for people. */
export function networkTable({ rules, contract }: NetworkFacts): TableData {
  const rows = [
    ['Energy price, small units', count(rules.energyPrice)],
    ['Maximum fee limit, coin', coin(rules.maxFeeLimit)],
    ['Threshold, units of energy in a cycle', count(rules.threshold)],
    ['Increase of the factor in a cycle', factor(rules.increaseFactor)],
    ['Maximum factor', factor(rules.maxFactor)],
    ['Next maintenance', new Date(rules.nextMaintenance).toISOString()],
  ];
  if (contract !== undefined)
    rows.push(
      ['Factor of the contract', factor(contract.energyFactor)],
      ['Energy it has used in this cycle', count(contract.energyUsage)],
    );
  return { head: ['Parameter', 'Value'], rows };
}

const MAX_PERCENT = 300;

/** A contract's factor and load as the laboratory takes them: the load in percent of the threshold, up to 300. */
export function stateOfContract({ rules, contract }: NetworkFacts): { factor: number; busy: number } | undefined {
  if (contract === undefined) return undefined;
  const busy = rules.threshold === 0n ? 0 : Number((contract.energyUsage * 100n) / rules.threshold);
  return { factor: Math.min(Number(contract.energyFactor), 34_000), busy: Math.min(busy, MAX_PERCENT) };
}
