import { createMockNode, type MockNode } from '../../src/index.ts';

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

/**
 * The text of an answer: to a POST where there is a body, which is JSON unless it is a string, and otherwise to a GET.
 */
export async function answerTo(node: MockNode, path: string, body?: unknown, init: RequestInit = {}): Promise<string> {
  const sent =
    body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) };
  return (await (await node.fetch(`http://node${path}`, { ...sent, ...init })).text()).trimEnd();
}

/** The error text of an answer, wherever it is; `no error` without one. */
export async function errorIn(node: MockNode, path: string, body?: unknown): Promise<string> {
  const answer = JSON.parse(await answerTo(node, path, body)) as {
    Error?: string;
    message?: string;
    result?: { message?: string };
  };
  return answer.Error ?? answer.result?.message ?? answer.message ?? 'no error';
}
