import { computed, defineAsyncComponent, nextTick, onMounted, onScopeDispose, ref, watch } from 'vue';
import { panelOf, visitPanelQuery } from './address/panel-address.ts';
import { panels } from './panels.ts';
import { tabAfterKey } from './tabs.ts';

const components = new Map(panels.map(({ id, load }) => [id, defineAsyncComponent(load)]));

/** The tabs of the playground: which one the address shows, and what clicks and keys do. */
export function usePanels() {
  const shownByAddress = () => {
    const named = panelOf(location.search);
    return panels.find(({ id }) => id === named)?.id ?? panels[0]?.id ?? '';
  };
  const shown = ref(shownByAddress());
  /** What a panel showed when it was left, as its address had it. */
  const left = new Map<string, string>();

  function show(id: string): void {
    if (id === shown.value) return;
    const query = new URLSearchParams(location.search);
    query.delete('panel');
    left.set(shown.value, query.toString());
    visitPanelQuery(id, left.get(id) ?? '');
    shown.value = id;
  }
  async function pressKey(event: KeyboardEvent): Promise<void> {
    const current = panels.findIndex(({ id }) => id === shown.value);
    const panel = panels[tabAfterKey(event.key, current, panels.length) ?? -1];
    if (panel === undefined) return;
    event.preventDefault();
    show(panel.id);
    await nextTick();
    document.querySelector<HTMLElement>(`#tab-${panel.id}`)?.focus();
  }
  const follow = () => {
    shown.value = shownByAddress();
  };

  /** In a narrow window the tabs scroll. */
  const showTab = () =>
    document.querySelector(`#tab-${shown.value}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  onMounted(showTab);
  watch(shown, showTab, { flush: 'post' });

  addEventListener('popstate', follow);
  onScopeDispose(() => removeEventListener('popstate', follow));
  return { shown, component: computed(() => components.get(shown.value)), show, pressKey };
}
