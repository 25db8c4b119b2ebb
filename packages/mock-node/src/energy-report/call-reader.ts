import { type CallTrace } from '../control/tracing/trace-call.ts';
import { httpApiOf } from '../http/server/http-api-of.ts';
import { type BaseNode } from '../node/base-node.ts';

/**
 * Creates a function that returns the traces of the view functions that clients called since its last call.
 *
 * It watches constant calls over HTTP of functions that the contract's deployed ABI marks as `view` or `pure`. It
 * traces each on the state that the call read, without instructions. It keeps at most 10,000 calls between two calls of
 * the function. For a fork the function returns none: a trace may have to read records first.
 *
 * @param node - made by `createMockNode` or `forkMockNode`
 * @throws MockNodeError `ARGUMENT_INVALID` for any other node.
 * @example
 * ```ts
 * import { createMockNode } from '@coin/mock-node';
 * import { createCallReader } from '@coin/mock-node/energy-report';
 *
 * const node = createMockNode();
 * const newCalls = createCallReader(node);
 * const abi = [{ type: 'function', name: 'zero', inputs: [], outputs: [], stateMutability: 'view' }];
 * const { address } = await node.deploy({ bytecode: '600060005360206000f3', abi });
 * const body = { owner_address: address, contract_address: address, function_selector: 'zero()', visible: true };
 * await node.fetch('http://node/wallet/triggerconstantcontract', { method: 'POST', body: JSON.stringify(body) });
 * newCalls().length; // => 1
 * ```
 */
export function createCallReader(node: BaseNode): () => readonly CallTrace[] {
  return httpApiOf(node).watchCalls?.() ?? (() => []);
}
