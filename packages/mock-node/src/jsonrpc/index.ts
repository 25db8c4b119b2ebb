import { type Chain } from '../chain/chain.ts';
import { REQUEST_WORK, spendEntries, spendWork } from '../chain/work-budget.ts';
import { InterruptedError } from '../state/interrupted-error.ts';
import { type State } from '../state/root.ts';
import { answerBody } from './envelope/answer-body.ts';
import { unknownState } from './envelope/failures.ts';
import { createFilters } from './logs/filters.ts';
import { accountMethods } from './methods/account-methods.ts';
import { blockMethods } from './methods/block-methods.ts';
import { buildingMethods } from './methods/building-methods.ts';
import { callMethods } from './methods/call-methods.ts';
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

/** Methods by public names and by the names in the node's code. */
const methodsByName: ReadonlyMap<string, Method> = new Map(
  Object.entries(methods).flatMap(([name, method]) => [
    [name, method],
    [method.javaName, method],
  ]),
);

/** Answers a request's body from the ledger that `readState` returns; undefined for an empty answer. */
export type JsonRpc = (body: string, readState: () => State) => string | undefined;

/** The JSON-RPC interface of a node, including its filters. Source: docs/protocol/json-rpc.md. */
export function createJsonRpc({ chain, runs }: { readonly chain: Chain; readonly runs: ContractRuns }): JsonRpc {
  const filters = createFilters();
  chain.keepers.push(filters.keep);
  return (body, readState) =>
    answerBody(body, {
      spendEntries: (entries) => spendEntries(chain, entries),
      find(name) {
        const method = methodsByName.get(name);
        if (method === undefined) return undefined;
        return {
          ...method,
          run: (values) => {
            spendWork(chain, REQUEST_WORK.entry);
            return namingUnknown(() => method.run({ chain, state: readState(), filters, runs }, values));
          },
        };
      },
    });
}

/**
 * Turns missing knowledge of a fork into an error of the method that needs it. Other methods of a batch are answered.
 */
function namingUnknown<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    const cause = error instanceof InterruptedError ? error.cause : undefined;
    throw unknownState(cause) ?? error;
  }
}
