import { onScopeDispose, ref, watch, type Ref } from 'vue';

/** The time between blocks. */
const BLOCK_MS = 3_000;

/** Calls a function every three seconds while it is switched on, but not while the page is hidden. */
export function useBlockClock(tick: () => void): Ref<boolean> {
  const isRunning = ref(false);
  let timer: ReturnType<typeof setInterval> | undefined;
  watch(isRunning, (runs) => {
    clearInterval(timer);
    if (runs) timer = setInterval(() => document.hidden || tick(), BLOCK_MS);
  });
  onScopeDispose(() => clearInterval(timer));
  return isRunning;
}
