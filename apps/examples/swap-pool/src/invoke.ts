import { type Invocation, type MockNode } from '@coin/mock-node';
import { functionSelectorHex } from '@coin/rpc';
import { encodeCall } from '@coin/rpc/abi';
import { type Contract } from './swap-pool.ts';

/** Calls a function of a contract in a transaction without a signature. */
export function invoke(
  node: MockNode,
  { address, abi }: Contract,
  {
    functionName,
    args,
    owner,
  }: { readonly functionName: string; readonly args: readonly unknown[]; readonly owner: string },
): Promise<Invocation> {
  const { functionSelector, parameter } = encodeCall({ abi, functionName, args });
  return node.invoke({ owner, contract: address, data: functionSelectorHex(functionSelector) + parameter, abi });
}

/** Reads an integer from a view function. */
export async function readInteger(
  node: MockNode,
  { address, abi }: Contract,
  functionName: string,
  args: readonly unknown[] = [],
): Promise<bigint> {
  const { functionSelector, parameter } = encodeCall({ abi, functionName, args });
  const { constant_result: [word = ''] = [] } = await post<{ readonly constant_result?: readonly string[] }>(
    node,
    'triggerconstantcontract',
    {
      owner_address: address,
      contract_address: address,
      function_selector: functionSelector,
      parameter,
      visible: true,
    },
  );
  return BigInt(`0x${word}`);
}

async function post<Answer>(node: MockNode, path: string, body: object): Promise<Answer> {
  const answer = await node.fetch(`http://node/wallet/${path}`, { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as Answer;
}
