import { type MockNode } from '@coin/mock-node';

/** The JSON that a node answers to a POST. */
export async function askNode<T>(node: MockNode, path: string, body: object): Promise<T> {
  const response = await node.fetch(`http://node/wallet/${path}`, { method: 'POST', body: JSON.stringify(body) });
  return (await response.json()) as T;
}

/** Every chain parameter by name; those that the node does not print are 0. */
export async function chainParameters(node: MockNode): Promise<ReadonlyMap<string, bigint>> {
  const { chainParameter } = await askNode<{ chainParameter: readonly { key: string; value?: number }[] }>(
    node,
    'getchainparameters',
    {},
  );
  return new Map(chainParameter.map(({ key, value = 0 }) => [key, BigInt(value)]));
}

/** Whether there is an account at an address in 41-hex. */
export const hasAccount = async (node: MockNode, address: string): Promise<boolean> =>
  Object.keys(await askNode<object>(node, 'getaccount', { address })).length > 0;

/** The number of the head block, and its time in milliseconds since 1970. */
export async function headBlock(node: MockNode): Promise<{ number: number; time: number }> {
  const { block_header: header } = await askNode<{
    block_header: { raw_data: { number?: number; timestamp?: number } };
  }>(node, 'getnowblock', {});
  const { number = 0, timestamp: time = 0 } = header.raw_data;
  return { number, time };
}
