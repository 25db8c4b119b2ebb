import type { NodeClient } from './client.ts';
import { broadcastTransaction } from './endpoints/broadcast-transaction.ts';
import { createTransaction } from './endpoints/create-transaction.ts';
import { deployContract } from './endpoints/deploy-contract.ts';
import { estimateEnergy } from './endpoints/estimate-energy.ts';
import { getAccount } from './endpoints/get-account.ts';
import { getBalance } from './endpoints/get-balance.ts';
import { getChainParameters } from './endpoints/get-chain-parameters.ts';
import { getContractInfo } from './endpoints/get-contract-info.ts';
import { getNextMaintenanceTime } from './endpoints/get-next-maintenance-time.ts';
import { getNowBlock } from './endpoints/get-now-block.ts';
import { getTransactionInfoById } from './endpoints/get-transaction-info-by-id.ts';
import { triggerConstantContract } from './endpoints/trigger-constant-contract.ts';
import { triggerSmartContract } from './endpoints/trigger-smart-contract.ts';

const endpoints = {
  broadcastTransaction,
  createTransaction,
  deployContract,
  estimateEnergy,
  getAccount,
  getBalance,
  getChainParameters,
  getContractInfo,
  getNextMaintenanceTime,
  getNowBlock,
  getTransactionInfoById,
  triggerConstantContract,
  triggerSmartContract,
};

type Bound<T> = {
  readonly [K in keyof T]: T[K] extends (client: NodeClient, ...rest: infer Rest) => infer Answer
    ? (...rest: Rest) => Answer
    : never;
};

/** Every endpoint function as a method of one client. */
export type BoundClient = Bound<typeof endpoints>;

/**
 * All endpoint functions as methods, for those who prefer `node.getBalance(args)` to `getBalance(client, args)`. It brings all of them
 * into a bundle; the functions alone bring what is used.
 *
 * @param client - as {@link createNodeClient} makes it
 *
 * Source: Decision: functions first, so that bundles stay small; methods for those who like them.
 *
 * @example
 * ```ts
 * import { bindClient, createNodeClient } from '@coin/rpc';
 *
 * const node = bindClient(createNodeClient({ endpoints: 'http://127.0.0.1:8090' }));
 * await node.getBalance({ address: 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ' }); // => 1_000_000_000_000_000n
 * ```
 */
export function bindClient(client: NodeClient): BoundClient {
  const bound = Object.entries(endpoints).map(([name, endpoint]) => [
    name,
    (...rest: unknown[]) => (endpoint as (client: NodeClient, ...rest: unknown[]) => unknown)(client, ...rest),
  ]);
  return Object.fromEntries(bound) as BoundClient;
}
