import { type Chain } from '../chain/chain.ts';
import { type JsonValue } from '../json/json-value.ts';
import { InterruptedError } from '../state/interrupted-error.ts';
import { type State } from '../state/root.ts';
import { answerBody, type NamedMethod } from './envelope/answer-body.ts';
import { MethodError, unknownState } from './envelope/failures.ts';
import { type Json } from './envelope/json-text.ts';
import { createFilters } from './logs/filters.ts';
import { accountMethods } from './methods/account-methods.ts';
import { blockMethods } from './methods/block-methods.ts';
import { buildingMethods } from './methods/building-methods.ts';
import { callMethods } from './methods/call-methods.ts';
import { logMethods } from './methods/log-methods.ts';
import { type ContractRuns, type Method, type MethodContext } from './methods/method.ts';
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

/** A real node's method. An extension can run it on another state. */
export interface OwnMethod extends NamedMethod {
  readonly run: (values: readonly JsonValue[], state?: State) => Json;
}

/** What a node answers beyond a real one's JSON-RPC. */
export interface JsonRpcExtension {
  /** Finds methods that a real node does not have, or that replace its method of that name, `own`. */
  readonly find: (name: string, own: OwnMethod | undefined, context: () => MethodContext) => NamedMethod | undefined;
  /** Replaces the error of a method. */
  readonly errorForTools: (error: MethodError) => MethodError;
}

export interface JsonRpcOptions {
  readonly chain: Chain;
  readonly runs: ContractRuns;
  readonly extension?: JsonRpcExtension | undefined;
}

/** The JSON-RPC interface of a node, including its filters. Source: docs/protocol/json-rpc.md. */
export function createJsonRpc({ chain, runs, extension }: JsonRpcOptions): JsonRpc {
  const filters = createFilters(extension === undefined ? 'time' : 'changes');
  chain.keepers.push(filters.keep);
  return (body, readState) =>
    answerBody(body, (name) => {
      const context = (): MethodContext => ({ chain, filters, runs, state: readState() });
      const own = findMethod(name, context);
      const method = extension?.find(name, own, context) ?? own;
      if (method === undefined) return undefined;
      return { ...method, run: (values) => namingUnknown(() => method.run(values), extension) };
    });
}

function findMethod(name: string, context: () => MethodContext): OwnMethod | undefined {
  const method = methodsByName.get(name);
  return method && { ...method, run: (values, state) => method.run({ ...context(), ...(state && { state }) }, values) };
}

/**
 * Turns missing knowledge of a fork into an error of the method that needs it. Other methods of a batch are answered.
 */
function namingUnknown<T>(run: () => T, extension: JsonRpcExtension | undefined): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof MethodError && extension !== undefined) throw extension.errorForTools(error);
    const cause = error instanceof InterruptedError ? error.cause : undefined;
    throw unknownState(cause) ?? error;
  }
}
