import { onScopeDispose, reactive, watch } from 'vue';
import { type AddressFields, fitsAddress, readAddress, writeAddress } from './address-state.ts';
import { panelOf, replacePanelQuery, visitPanelQuery } from './panel-address.ts';

/** How long a value rests before it becomes an entry of the browser's history. */
const SETTLE_MS = 400;

/**
 * The state of a panel, which the page's address holds: changes become entries of the browser's history once they have
 * settled, and going back or forward changes the state.
 */
export function usePanelState<State extends object>(
  panel: string,
  fields: AddressFields<State>,
): { readonly state: State; readonly address: { isComplete: boolean } } {
  const read = () => readAddress(fields, panelOf(location.search) === panel ? location.search : '');
  const state = reactive(read()) as State;
  const address = reactive({ isComplete: true });
  let written = writeAddress(fields, state);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function write(): void {
    const query = writeAddress(fields, state);
    address.isComplete = fitsAddress(query);
    if (query === written || panelOf(location.search) !== panel) return;
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
  return { state, address };
}
