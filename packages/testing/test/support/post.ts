import { type MockNode } from '@coin/mock-node';

/** Asks a node with a POST. */
export async function post(node: MockNode, path: string, body: object): Promise<unknown> {
  const answer = await node.fetch(`http://node${path}`, { method: 'POST', body: JSON.stringify(body) });
  return answer.json();
}
