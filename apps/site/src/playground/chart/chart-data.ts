/** A value of a chart: exact, or absent. */
export type ChartValue = bigint | number | undefined;

/** A line of a chart. */
export interface ChartSeries {
  readonly name: string;
  readonly values: readonly ChartValue[];
  /** Writes a value as the table and the reading under the chart show it. */
  readonly text: (value: bigint | number) => string;
  /** Draws only its points, as what went wrong. */
  readonly isMark?: boolean;
}

/** A horizontal line, such as a threshold. */
export interface ChartLevel {
  readonly name: string;
  readonly value: bigint | number;
}

/** A chart of series over one axis. */
export interface ChartData {
  readonly title: string;
  /** How a value holds from one point to the next: as a step, or on its way to the next value, which is the default. */
  readonly shape?: 'steps' | 'lines';
  /** What the horizontal axis counts: `Cycle`. */
  readonly xName: string;
  readonly x: readonly number[];
  /** Writes a point of the axis as the table and the reading show it; the number itself by default. */
  readonly xText?: (x: number) => string;
  /** The unit of the vertical axis, and what a value on the axis is divided by. */
  readonly unit: string;
  readonly divisor?: number;
  readonly series: readonly ChartSeries[];
  readonly levels?: readonly ChartLevel[];
}

/** A table of texts: the first of each row is its heading. */
export interface TableData {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const NONE = '–';

const written = ({ values, text }: ChartSeries, index: number): string => {
  const value = values[index];
  return value === undefined ? NONE : text(value);
};

function xAt(chart: ChartData | undefined, index: number): string {
  const x = chart?.x[index];
  return x === undefined ? NONE : (chart?.xText ?? String)(x);
}

/** The table beside charts that share their horizontal axis: every value of every series. */
export function tableOf(charts: readonly ChartData[]): TableData {
  const [first] = charts;
  const series = charts.flatMap((chart) => chart.series);
  return {
    head: [first?.xName ?? '', ...series.map(({ name }) => name)],
    rows: (first?.x ?? []).map((_, index) => [xAt(first, index), ...series.map((one) => written(one, index))]),
  };
}

const GROUPED = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** A table as RFC 4180 has it. A number has no commas between its groups, because they would make it text. */
export function csvOf({ head, rows }: TableData): string {
  const cell = (text: string) => {
    const plain = GROUPED.test(text) ? text.replaceAll(',', '') : text;
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** What a chart says at one of its points: `Cycle 3: Factor 0.34, …`. */
export function readingAt(chart: ChartData, index: number): string {
  const readings = chart.series.map((one) => `${one.name} ${written(one, index)}`);
  return `${chart.xName} ${xAt(chart, index)}: ${readings.join('; ')}`;
}

/** The columns that a chart library draws: the horizontal axis, the series, then the levels. */
export function columnsOf({ x, series, levels = [], divisor = 1 }: ChartData): (number | null)[][] {
  const scaled = (value: ChartValue) => (value === undefined ? null : Number(value) / divisor);
  return [
    [...x],
    ...series.map(({ values }) => x.map((_, index) => scaled(values[index]))),
    ...levels.map(({ value }) => x.map(() => scaled(value))),
  ];
}
