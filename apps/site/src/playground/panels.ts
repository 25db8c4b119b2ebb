import { type Component } from 'vue';

/** A panel of the playground: its name in addresses, its tab, and its component, loaded when it is first shown. */
export interface PanelEntry {
  readonly id: string;
  readonly title: string;
  readonly load: () => Promise<{ readonly default: Component }>;
}

export const panels: readonly PanelEntry[] = [
  { id: 'fee-laboratory', title: 'Fee laboratory', load: async () => import('./fee-laboratory/Panel.vue') },
  { id: 'cycles', title: 'Cycles', load: async () => import('./cycles/Panel.vue') },
  { id: 'supply', title: 'Supply', load: async () => import('./supply/Panel.vue') },
  { id: 'resources', title: 'Resources', load: async () => import('./resources/Panel.vue') },
  { id: 'call', title: 'A call', load: async () => import('./call/Panel.vue') },
  { id: 'transaction', title: 'A transaction', load: async () => import('./transaction/Panel.vue') },
  { id: 'solidity', title: 'Your Solidity', load: async () => import('./solidity/Panel.vue') },
  { id: 'pasted', title: 'Your transaction', load: async () => import('./pasted/Panel.vue') },
  { id: 'lying-node', title: 'A lying node', load: async () => import('./liar/Panel.vue') },
  { id: 'accounts', title: 'Accounts', load: async () => import('./accounts/Panel.vue') },
];
