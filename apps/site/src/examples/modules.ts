import { type ModuleName } from './module-names.ts';

/** Each is evaluated when an example first needs it. */
export const MODULES: Readonly<Record<ModuleName, () => Promise<object>>> = {
  '@coin/errors': () => import('@coin/errors'),
  '@coin/units': () => import('@coin/units'),
  '@coin/fee': () => import('@coin/fee'),
  '@coin/fee/batch': () => import('@coin/fee/batch'),
  '@coin/fee/planner': () => import('@coin/fee/planner'),
  '@coin/rpc': () => import('@coin/rpc'),
  '@coin/rpc/abi': () => import('@coin/rpc/abi'),
  '@coin/rpc/address': () => import('@coin/rpc/address'),
  '@coin/rpc/energy-source': () => import('@coin/rpc/energy-source'),
  '@coin/rpc/fee-prices': () => import('@coin/rpc/fee-prices'),
  '@coin/rpc/inspect': () => import('@coin/rpc/inspect'),
  '@coin/rpc/message': () => import('@coin/rpc/message'),
  '@coin/rpc/payment-link': () => import('@coin/rpc/payment-link'),
  '@coin/rpc/proof': () => import('@coin/rpc/proof'),
  '@coin/rpc/signer': () => import('@coin/rpc/signer'),
  '@coin/payments': () => import('@coin/payments'),
  '@coin/payments/conformance': () => import('@coin/payments/conformance'),
  '@coin/mock-node': () => import('@coin/mock-node'),
  '@coin/mock-node/abi': () => import('@coin/mock-node/abi'),
  '@coin/mock-node/energy-report': () => import('@coin/mock-node/energy-report'),
  '@coin/mock-node/fork': () => import('@coin/mock-node/fork'),
  '@coin/mock-node/vm': () => import('@coin/mock-node/vm'),
  '@coin/testing': () => import('@coin/testing'),
  '@coin/testing/report': () => import('@coin/testing/report'),
};
