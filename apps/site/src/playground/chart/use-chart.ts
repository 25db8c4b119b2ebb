import { useData } from 'vitepress';
import { computed, nextTick, onBeforeUnmount, onMounted, ref, useTemplateRef, watch } from 'vue';
import { type ChartData, readingAt } from './chart-data.ts';
import { type DrawnChart } from './draw-chart.ts';

/** How a key moves from one point to another. */
const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowRight: (index, last) => Math.min(index + 1, last),
  ArrowLeft: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** How a key raises or lowers a point that can be moved. */
const MOVES: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };

export interface PointEvents {
  readonly drag: (index: number, value: number) => void;
  readonly move: (index: number, direction: 1 | -1) => void;
}

/** What the component of a chart shows and does; the library that draws is loaded when the first chart is shown. */
export function useChart(data: () => ChartData, events: PointEvents | undefined) {
  const canvas = useTemplateRef<HTMLElement>('canvas');
  const index = ref(0);
  const { isDark } = useData();
  let chart: DrawnChart | undefined;
  let isGone = false;

  onMounted(async () => {
    const { drawChart } = await import('./draw-chart.ts');
    if (isGone || canvas.value === null) return;
    const point = (over: number) => (index.value = over);
    chart = drawChart(canvas.value, data(), { point, ...(events && { drag: events.drag }) });
  });
  onBeforeUnmount(() => {
    isGone = true;
    chart?.destroy();
  });
  watch(data, (next) => {
    index.value = Math.min(index.value, next.x.length - 1);
    chart?.update(next);
  });
  watch(isDark, async () => {
    // The colours are the page's once its class has changed.
    await nextTick();
    chart?.repaint();
  });

  function pressKey(event: KeyboardEvent): void {
    const direction = MOVES[event.key];
    const step = STEPS[event.key];
    if (step !== undefined) chart?.pointAt((index.value = step(index.value, data().x.length - 1)));
    else if (direction !== undefined && events !== undefined) events.move(index.value, direction);
    else return;
    event.preventDefault();
  }
  return { index, reading: computed(() => readingAt(data(), index.value)), pressKey };
}
