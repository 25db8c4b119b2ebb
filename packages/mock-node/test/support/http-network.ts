import { createMockNode } from '../../src/index.ts';
import type { MockNode } from '../../src/index.ts';

export type Json = Record<string, unknown>;

/** A node of the preset network with requests by path. */
export function openNode(): {
  node: MockNode;
  post: (path: string, body: unknown) => Promise<Json>;
  owner: string;
  other: string;
} {
  const node = createMockNode();
  const [owner, other] = node.accounts.map(({ address }) => address) as [string, string];
  const post = async (path: string, body: unknown): Promise<Json> => {
    const answer = await node.fetch(`http://node${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Json;
  };
  return { node, post, owner, other };
}
