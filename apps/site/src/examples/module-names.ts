/** What the code of an example may import in the page. */
export const MODULE_NAMES = [
  '@coin/errors',
  '@coin/units',
  '@coin/fee',
  '@coin/fee/batch',
  '@coin/fee/planner',
  '@coin/rpc',
  '@coin/rpc/abi',
  '@coin/rpc/address',
  '@coin/rpc/energy-source',
  '@coin/rpc/fee-prices',
  '@coin/rpc/inspect',
  '@coin/rpc/message',
  '@coin/rpc/payment-link',
  '@coin/rpc/proof',
  '@coin/rpc/signer',
  '@coin/payments',
  '@coin/payments/conformance',
  '@coin/mock-node',
  '@coin/mock-node/abi',
  '@coin/mock-node/energy-report',
  '@coin/mock-node/fork',
  '@coin/mock-node/vm',
  '@coin/testing',
  '@coin/testing/report',
] as const;

export type ModuleName = (typeof MODULE_NAMES)[number];

export const isModuleName = (name: string): name is ModuleName => (MODULE_NAMES as readonly string[]).includes(name);
