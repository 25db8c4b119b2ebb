import uPlot from 'uplot';
import { type ChartData, columnsOf } from './chart-data.ts';
import { DASHES, LEVEL_DASH } from './line-styles.ts';

/** A chart on the page. */
export interface DrawnChart {
  /** Shows other values of the same series. */
  readonly update: (data: ChartData) => void;
  /** Draws it in the present colours of the page. */
  readonly repaint: () => void;
  readonly pointAt: (index: number) => void;
  readonly destroy: () => void;
}

export interface ChartEvents {
  /** The pointer is over a point. */
  readonly point: (index: number) => void;
  /** A point was dragged to a value, in the unit of the values; absent where a chart only shows. */
  readonly drag?: (index: number, value: number) => void;
}

const HEIGHT = 260;
/** The steps between marks of the horizontal axis, up to a hundred million. */
const X_STEPS = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
/** A mark of the horizontal axis: `1,500`, but `20K` and `5M`. */
const markOf = (value: number): string => (value < 10_000 ? value.toLocaleString('en') : short.format(value));
/** Below this width axes take less of it. */
const NARROW = 400;

const colourOf = (element: Element, name: string): string => getComputedStyle(element).getPropertyValue(name).trim();

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function drawnSeries(data: ChartData, element: Element): uPlot.Series[] {
  const stroke = (name: string) => () => colourOf(element, name);
  // A step holds until the next point, the last one until the edge.
  const paths = data.shape === 'steps' ? uPlot.paths.stepped?.({ align: 1, extend: true }) : undefined;
  // A point without a value leaves no gap in a line.
  const shape = { points: { show: paths === undefined, size: 6 }, spanGaps: true, ...(paths && { paths }) };
  const lines = data.series.map(({ name, isMark }, index): uPlot.Series =>
    isMark === true
      ? { label: name, stroke: stroke('--bad'), paths: () => null, points: { show: true, size: 10, width: 3 } }
      : { ...shape, label: name, stroke: stroke(`--series-${index}`), width: 2, dash: DASHES[index] ?? [] },
  );
  const levels = (data.levels ?? []).map(({ name }): uPlot.Series => ({
    ...shape,
    label: name,
    stroke: stroke('--chart-level'),
    width: 1.5,
    dash: LEVEL_DASH,
    points: { show: false },
  }));
  return [{}, ...lines, ...levels];
}

function axes(data: ChartData, element: Element): uPlot.Axis[] {
  const stroke = () => colourOf(element, '--chart-text');
  const grid = { stroke: () => colourOf(element, '--chart-grid'), width: 1 };
  const fontSize = element.clientWidth < NARROW ? 11 : 12;
  const font = `${fontSize}px system-ui, sans-serif`;
  /** As wide as the longest mark, with the tick beside it. */
  const size = (_: uPlot, marks: readonly string[] | null) =>
    20 + Math.ceil(Math.max(3, ...(marks ?? []).map((mark) => mark.length)) * fontSize * 0.6);
  const values = (_: uPlot, splits: number[]) => splits.map(markOf);
  const common = { stroke, grid, ticks: grid, font, labelFont: font, labelSize: 20, labelGap: 2 };
  return [
    { ...common, label: data.xName, size: 30, incrs: X_STEPS, values },
    { ...common, label: capitalized(data.unit), size },
  ];
}

/** Lets a pointer drag points up and down, and from one to the next. */
function letDrag(chart: uPlot, drag: NonNullable<ChartEvents['drag']>): void {
  const { over } = chart;
  const follow = (event: PointerEvent) => {
    const { left, top } = over.getBoundingClientRect();
    const height = Math.min(Math.max(event.clientY - top, 0), over.clientHeight);
    drag(chart.posToIdx(event.clientX - left), Math.max(chart.posToVal(height, 'y'), 0));
  };
  over.classList.add('draggable');
  over.addEventListener('pointerdown', (event) => {
    over.setPointerCapture(event.pointerId);
    follow(event);
  });
  over.addEventListener('pointermove', (event) => {
    if (over.hasPointerCapture(event.pointerId)) follow(event);
  });
}

/** Draws a chart that fills the width of its element and keeps to a height. */
export function drawChart(element: HTMLElement, initial: ChartData, { point, drag }: ChartEvents): DrawnChart {
  let data = initial;
  /** The axis begins at 0, or at the lowest value where that is negative. */
  function range(): [number, number] {
    const values = columnsOf(data).slice(1).flat().map(Number);
    const [low, high] = [Math.min(...values, 0) * 1.08, Math.max(...values, 0) * 1.08];
    return low === high ? [0, 1] : [low, high];
  }
  /** The last step is as wide as the others. */
  function span(_chart: uPlot, first: number, last: number): [number, number] {
    return data.shape === 'steps' ? [first, last + 1] : [first, last];
  }
  const chart = new uPlot(
    {
      width: Math.max(element.clientWidth, 100),
      height: HEIGHT,
      legend: { show: false },
      scales: { x: { time: false, range: span }, y: { range } },
      series: drawnSeries(data, element),
      axes: axes(data, element),
      cursor: { drag: { x: false, y: false }, y: false },
      hooks: { setCursor: [({ cursor: { idx } }) => typeof idx === 'number' && point(idx)] },
    },
    columnsOf(data) as uPlot.AlignedData,
    element,
  );
  if (drag !== undefined) letDrag(chart, (index, value) => drag(index, value * (data.divisor ?? 1)));
  const resizing = new ResizeObserver(() =>
    chart.setSize({ width: Math.max(element.clientWidth, 100), height: HEIGHT }),
  );
  resizing.observe(element);
  return {
    update(next) {
      data = next;
      chart.setData(columnsOf(data) as uPlot.AlignedData);
    },
    repaint: () => chart.redraw(false, true),
    pointAt: (index) => chart.setCursor({ left: chart.valToPos(data.x[index] ?? 0, 'x'), top: 0 }, false),
    destroy() {
      resizing.disconnect();
      chart.destroy();
    },
  };
}
