import { computed, onScopeDispose, reactive, watch } from 'vue';
import { type AddressFields, fitsAddress, readAddress, writeAddress } from './address-state.ts';
import { panelOf, replacePanelQuery, visitPanelQuery } from './panel-address.ts';

/** How long a value rests before it becomes an entry of the browser's history. */
const SETTLE_MS = 400;

/** What a panel can do with its address. */
export interface PanelTools {
  readonly canUndo: boolean;
  /** Takes the last change back. */
  readonly undo: () => void;
  /** The address of what the panel shows now. */
  readonly link: () => string;
}

/**
 * The state of a panel, which the page's address holds: changes become entries of the browser's history once they have
 * settled, and going back or forward changes the state.
 */
export function usePanelState<State extends object>(
  panel: string,
  fields: AddressFields<State>,
): { readonly state: State; readonly address: { isComplete: boolean }; readonly tools: PanelTools } {
  const read = () => readAddress(fields, panelOf(location.search) === panel ? location.search : '');
  const state = reactive(read()) as State;
  const address = reactive({ isComplete: true });
  let written = writeAddress(fields, state);
  /** What the panel showed before, oldest first, as queries. */
  const past = reactive<string[]>([]);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function write(): void {
    const query = writeAddress(fields, state);
    address.isComplete = fitsAddress(query);
    if (query === written || panelOf(location.search) !== panel) return;
    past.push(written);
    written = query;
    if (address.isComplete) visitPanelQuery(panel, query);
    else replacePanelQuery(panel, '');
  }
  function follow(): void {
    if (panelOf(location.search) !== panel) return;
    clearTimeout(timer);
    Object.assign(state, read());
    written = writeAddress(fields, state);
  }

  function undo(): void {
    clearTimeout(timer);
    const shown = writeAddress(fields, state);
    // A change that has not settled yet is taken back to what was written last.
    if (shown !== written) past.push(written);
    let before = past.pop();
    while (before === shown) before = past.pop();
    if (before === undefined) return;
    Object.assign(state, readAddress(fields, before));
    written = before;
    address.isComplete = fitsAddress(before);
    if (panelOf(location.search) === panel) visitPanelQuery(panel, address.isComplete ? before : '');
  }
  function link(): string {
    clearTimeout(timer);
    write();
    return location.href;
  }

  watch(
    state,
    () => {
      clearTimeout(timer);
      timer = setTimeout(write, SETTLE_MS);
    },
    { deep: true },
  );
  addEventListener('popstate', follow);
  onScopeDispose(() => {
    clearTimeout(timer);
    removeEventListener('popstate', follow);
  });
  const canUndo = computed(() => past.length > 0);
  return { state, address, tools: reactive({ canUndo, undo, link }) };
}
