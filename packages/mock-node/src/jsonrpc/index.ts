import { type Chain } from '../chain/chain.ts';
import { type State } from '../state/root.ts';
import { accountMethods } from './methods/account-methods.ts';
import { blockMethods } from './methods/block-methods.ts';
import { buildingMethods } from './methods/building-methods.ts';
import { callMethods } from './methods/call-methods.ts';
import { answerBody } from './envelope/answer-body.ts';
import { createFilters } from './logs/filters.ts';
import { logMethods } from './methods/log-methods.ts';
import { type ContractRuns, type Method } from './methods/method.ts';
import { networkMethods } from './methods/network-methods.ts';
import { transactionMethods } from './methods/transaction-methods.ts';
import { unavailableMethods } from './methods/unavailable-methods.ts';

const methods = {
  ...networkMethods,
  ...accountMethods,
  ...blockMethods,
  ...transactionMethods,
  ...callMethods,
  ...logMethods,
  ...buildingMethods,
  ...unavailableMethods,
};

/** By public names and by the names in the node's code. */
const methodsByName: ReadonlyMap<string, Method> = new Map(
  Object.entries(methods).flatMap(([name, method]) => [
    [name, method],
    [method.javaName, method],
  ]),
);

/** Answers the body of a request from the ledger that `readState` gives; undefined for an empty answer. */
export type JsonRpc = (body: string, readState: () => State) => string | undefined;

/**
 * The JSON-RPC interface of a node, with filters of its own.
 *
 * Source: docs/protocol/json-rpc.md.
 */
export function createJsonRpc({ chain, runs }: { readonly chain: Chain; readonly runs: ContractRuns }): JsonRpc {
  const filters = createFilters();
  return (body, readState) =>
    answerBody(body, (name) => {
      const method = methodsByName.get(name);
      if (method === undefined) return undefined;
      return { ...method, run: (values) => method.run({ chain, state: readState(), filters, runs }, values) };
    });
}
