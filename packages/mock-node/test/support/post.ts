import { type BaseNode } from '../../src/index.ts';

/** Asks a node with a POST. */
export async function post(node: BaseNode, path: string, body: object): Promise<unknown> {
  const answer = await node.fetch(`http://node${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
}
