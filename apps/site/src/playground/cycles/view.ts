import { choiceField, integerField, listField } from '../address/address-state.ts';
import { type ChartData } from '../chart/chart-data.ts';
import { coin, count, factor } from '../format.ts';
import { type Cycles } from './model.ts';

/** How many cycles the charts show: four days. */
export const CYCLES = 16;
/** The highest load, in percent of the threshold. */
export const MAX_LOAD = 300;

/** Loads to begin with, in percent of the threshold. */
export const LOAD_PATTERNS = {
  burst: { title: 'A burst, then quiet', at: (cycle: number) => (cycle >= 3 && cycle < 9 ? 160 : 30) },
  steady: { title: 'Steadily above the threshold', at: () => 120 },
  daily: { title: 'Busy in every second cycle', at: (cycle: number) => (cycle % 2 === 0 ? 140 : 60) },
  growing: { title: 'Growing', at: (cycle: number) => 20 * (cycle + 1) },
} as const;

export type PatternName = keyof typeof LOAD_PATTERNS;
export const patternNames = Object.keys(LOAD_PATTERNS) as PatternName[];

/** The loads of a pattern, one for each cycle. */
export const loadsOf = (pattern: PatternName): number[] =>
  Array.from({ length: CYCLES }, (_, cycle) => Math.min(LOAD_PATTERNS[pattern].at(cycle), MAX_LOAD));

/** The pattern that loads are, or that the reader drew them. */
export const patternOf = (loads: readonly number[]): PatternName | 'drawn' =>
  patternNames.find((name) => loadsOf(name).every((load, cycle) => load === loads[cycle])) ?? 'drawn';

/** The loads with one cycle's load changed, within the limits. */
export function editLoads(loads: readonly number[], cycle: number, load: number): number[] {
  return loads.with(cycle, Math.min(Math.max(Math.round(load), 0), MAX_LOAD));
}

/** What the address of the panel holds. */
export const cyclesFields = {
  call: choiceField(['transfer-to-new-holder', 'transfer-to-holder'], 'transfer-to-new-holder'),
  initialFactor: integerField({ min: 0, max: 34_000, initial: 0 }),
  loads: listField(integerField({ min: 0, max: MAX_LOAD, initial: 0 }), loadsOf('burst')),
};

/** The charts of the panel, one above the other, with the cycles as their common axis. */
export function cyclesCharts({ rows, threshold, maxFactor }: Cycles): [ChartData, ChartData, ChartData] {
  const common = { shape: 'steps' as const, xName: 'Cycle', x: rows.map(({ cycle }) => cycle) };
  const limit = (name: string, of: keyof (typeof rows)[number]['limits']) => ({
    name,
    values: rows.map(({ limits }) => limits[of]),
    text: coin,
  });
  return [
    {
      ...common,
      title: 'Energy used by all calls',
      unit: 'billion units',
      divisor: 1e9,
      series: [{ name: 'Usage', values: rows.map(({ usage }) => usage), text: count }],
      levels: [{ name: `Threshold ${count(threshold)}`, value: threshold }],
    },
    {
      ...common,
      title: 'Energy factor of the contract',
      unit: 'of the basic energy',
      divisor: 10_000,
      series: [{ name: 'Factor', values: rows.map((row) => row.factor), text: factor }],
      levels: [{ name: `Maximum ${factor(maxFactor)}`, value: maxFactor }],
    },
    {
      ...common,
      title: 'Fee limit of one call by each method',
      unit: 'coin',
      divisor: 1e6,
      series: [
        limit('Estimate, which is burned', 'estimate'),
        limit('Energy factor', 'energyFactor'),
        limit('Across a maintenance', 'acrossCycle'),
        limit('Max factor', 'maxFactor'),
        {
          name: 'Too low: the estimate of the cycle before',
          values: rows.map(({ staleEstimateHolds }, index) =>
            staleEstimateHolds ? undefined : rows[index - 1]?.limits.estimate,
          ),
          text: coin,
          isMark: true,
        },
      ],
    },
  ];
}

/** The cycles in which an estimate of the cycle before is too low, as text. */
export function staleCycles({ rows }: Cycles): string {
  const stale = rows.filter(({ staleEstimateHolds }) => !staleEstimateHolds).map(({ cycle }) => cycle);
  return stale.length === 0 ? 'none' : stale.join(', ');
}
